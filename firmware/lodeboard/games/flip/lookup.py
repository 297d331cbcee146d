"""Small functions shared by the search and the book of flip tiles."""

from lodeboard.games.flip import book_layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

BLOCK_LOG = 13  # arrangements per block of the book


def put_mask(tables: "bytearray | memoryview", offset: int, mask: int) -> None:
    tables[offset] = mask & 255
    tables[offset + 1] = mask >> 8


def ones(mask: int) -> int:
    """The number of bits set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def choose(n: int, k: int) -> int:
    """The number of ways to choose k of n things."""
    result = 1
    for index in range(k):
        result = result * (n - index) // (index + 1)
    return result


def tier_blocks(k: int, members: int) -> int:
    """The blocks of the tier of k tiles, which has this many representatives."""
    own = k // 2
    bits = k - (1 if own else 0) - (1 if k > own else 0)
    slots = members * choose(k, own) << bits
    return (slots + (1 << BLOCK_LOG) - 1) >> BLOCK_LOG


def pick(state: "array[int]", passed: int) -> int:
    """The way with this many better ones before it; of equal scores the lower way is better."""
    scores = book_layout.SCORES
    count = state[book_layout.COUNT]
    if passed >= count:
        passed = 0
    chosen = 0
    least = 1 << 30
    for _ in range(passed + 1):
        # the best one after the last
        last = chosen
        bound = least
        least = -(1 << 30)
        for index in range(count):
            score = state[scores + index]
            if least < score <= bound and (score < bound or index > last):
                least = score
                chosen = index
    return state[book_layout.WAYS + chosen]
