"""Small functions that search and book of flip tiles share."""

from lodeboard.games.flip import book_layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

BLOCK_LOG = 13  # of how many arrangements a block of the book holds the steps


def put_mask(tables: "bytearray | memoryview", offset: int, mask: int) -> None:
    tables[offset] = mask & 255
    tables[offset + 1] = mask >> 8


def ones(mask: int) -> int:
    """How many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def choose(n: int, k: int) -> int:
    """In how many ways k of n things can be chosen."""
    result = 1
    for index in range(k):
        result = result * (n - index) // (index + 1)
    return result


def tier_blocks(k: int, members: int) -> int:
    """Blocks of the tier of k tiles that has so many representatives."""
    own = k // 2
    bits = k - (1 if own else 0) - (1 if k > own else 0)
    slots = members * choose(k, own) << bits
    return (slots + (1 << BLOCK_LOG) - 1) >> BLOCK_LOG


def pick(state: "array[int]", passed: int) -> int:
    """The way after as many better ones; of equal scores the lower way is the better."""
    scores = book_layout.SCORES
    count = state[book_layout.COUNT]
    if passed >= count:
        passed = 0
    at = 0
    least = 1 << 30
    for _ in range(passed + 1):
        # The best of those after the last one.
        last = at
        bound = least
        least = -(1 << 30)
        for index in range(count):
            score = state[scores + index]
            if least < score <= bound and (score < bound or index > last):
                least = score
                at = index
    return state[book_layout.WAYS + at]
