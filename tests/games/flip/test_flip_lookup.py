"""The look-up tables of both kernels against what they stand for."""

from array import array
from itertools import pairwise, product
from math import comb

import pytest
from games.flip import full_width

from lodeboard.games.flip import book_layout as book
from lodeboard.games.flip import search_layout as kernel
from lodeboard.games.flip.lookup import (
    BLOCK_LOG,
    choose,
    pick,
    tier_blocks,
)
from lodeboard.games.flip.shapes import check, fill_words, order_lists
from lodeboard.games.flip.tables import build_tables, patterns
from lodeboard.games.grid import Grid

TABLES = build_tables(Grid(4, 4))


def mask_of(section: int, cell: int) -> int:
    return TABLES[section + 2 * cell] | TABLES[section + 2 * cell + 1] << 8


def shared(cell: int, other: int) -> int:
    """The number of lines that hold both cells."""
    both = 1 << cell | 1 << other
    return sum(line & both == both for line in full_width.LINES)


def test_every_mask_knows_whether_it_holds_a_line():
    for mask in range(1 << 16):
        known = TABLES[kernel.LINES + (mask >> 3)] >> (mask & 7) & 1
        assert known == any(mask & line == line for line in full_width.LINES)


def test_ones_and_cells():
    assert list(TABLES[kernel.ONES : kernel.ONES + 256]) == [n.bit_count() for n in range(256)]
    for cell in range(16):
        assert TABLES[kernel.CELLS + ((1 << cell) * 0x09AF >> 12 & 15)] == cell


def test_neighbourhoods():
    for cell in range(16):
        others = [other for other in range(16) if other != cell]
        near = sum(1 << other for other in others if shared(cell, other))
        twice = sum(1 << other for other in others if shared(cell, other) > 1)
        assert mask_of(kernel.NEAR, cell) == near
        assert mask_of(kernel.NEXT_TO, cell) == twice
        assert mask_of(kernel.BESIDE, cell) == full_width.AROUND[cell]
        assert TABLES[kernel.DEGREE + cell] == len(full_width.BESIDE[cell])


PATTERNS = patterns(Grid(4, 4))


def test_patterns_are_the_lines_and_the_squares() -> None:
    found = [frozenset(cells) for _, cells in PATTERNS]
    lines = [{cell for cell in range(16) if line >> cell & 1} for line in full_width.LINES]
    squares = [{at, at + 1, at + 4, at + 5} for at in range(11) if at % 4 < 3]
    assert set(found) == {frozenset(cells) for cells in lines + squares}
    assert len(found) == len(lines) + len(squares) == 33


def test_patterns_that_a_symmetry_carries_into_each_other_share_their_weights() -> None:
    grid = Grid(4, 4)
    of = {frozenset(cells): (base, cells) for base, cells in PATTERNS}
    kinds = {}
    for base, cells in PATTERNS:
        images = {frozenset(symmetry[cell] for cell in cells) for symmetry in grid.symmetries}
        assert {of[image][0] for image in images} == {base}
        # Of two alike one symmetry carries the one into the other, cell by cell.
        for image in images:
            moved = [[symmetry[cell] for cell in cells] for symmetry in grid.symmetries]
            assert of[image][1] in moved
        kinds[base] = len(cells)
    end = 0
    for base in sorted(kinds):  # without gaps
        assert base == end
        end += 5 ** kinds[base]


def test_each_cell_knows_its_patterns_and_what_it_counts_in_them() -> None:
    for cell in range(16):
        at = kernel.PLACES + cell * kernel.PLACES_BYTES
        found = {}
        while TABLES[at + 1]:
            found[TABLES[at]] = TABLES[at + 1]
            at += 2
        assert at < kernel.PLACES + (cell + 1) * kernel.PLACES_BYTES
        assert found == {
            index: 5 ** (len(cells) - 1 - cells.index(cell))
            for index, (_, cells) in enumerate(PATTERNS)
            if cell in cells
        }
    for index, (base, _) in enumerate(PATTERNS):
        assert mask_of(kernel.PATTERNS, index) == base


def test_tables_are_the_same_in_memory_that_was_used_before() -> None:
    used = bytearray(b"\xff" * (kernel.TABLES_BYTES + 3))
    assert build_tables(Grid(4, 4), used) is used
    assert used[: kernel.TABLES_BYTES] == TABLES
    assert used[kernel.TABLES_BYTES :] == b"\xff" * 3
    assert len(TABLES) == kernel.TABLES_BYTES


def test_numbers_of_choices_and_of_blocks() -> None:
    for n in range(17):
        assert [choose(n, k) for k in range(n + 1)] == [comb(n, k) for k in range(n + 1)]
    block = 1 << BLOCK_LOG
    for tiles, members in ((0, 1), (1, 3), (2, 21), (3, 77), (7, 1430), (8, 1000)):
        ours = tiles // 2
        # Of each player's tiles one shows its up side.
        sides = 2 ** (tiles - (ours > 0) - (tiles > ours))
        arrangements = members * comb(tiles, ours) * sides
        assert tier_blocks(tiles, members) == -(-arrangements // block)
    assert [tier_blocks(1, members) for members in (block, block + 1)] == [1, 2]


def test_of_ways_the_one_after_so_many_better_ones_is_picked() -> None:
    state = array("i", [0] * (max(book.SCORES, book.WAYS) + 64))
    scores = [5, 9, 9, -2, 5]
    ranked = [1, 2, 0, 4, 3]
    state[book.COUNT] = len(scores)
    for at, score in enumerate(scores):
        state[book.SCORES + at] = score
        state[book.WAYS + at] = 100 + at
    assert [pick(state, passed) - 100 for passed in range(5)] == ranked
    assert [pick(state, passed) - 100 for passed in (5, 6)] == [1, 1]  # there are no more


def shape(cells: list[int], beside: int = 0, base: int = 0) -> bytes:
    """A shape of the book: its cells, those beside it as a mask, where its weights begin."""
    return (
        bytes([len(cells)])
        + beside.to_bytes(2, "little")
        + base.to_bytes(2, "little")
        + bytes(cells)
    )


def section(size: int, *written: bytes) -> bytes:
    return len(written).to_bytes(2, "little") + size.to_bytes(2, "little") + b"".join(written)


def words(cells: int) -> int:
    """Contents of so many cells; those that turning over one player's tiles carries into each
    other count once."""
    found = set()
    for digits in product(range(5), repeat=cells):
        images = []
        for own, theirs in product((False, True), repeat=2):
            swap = [0, 2 if own else 1, 1 if own else 2, 4 if theirs else 3, 3 if theirs else 4]
            images.append(tuple(swap[digit] for digit in digits))
        found.add(min(images))
    return len(found)


@pytest.mark.parametrize("cells", [1, 2, 3, 4, 5])
def test_a_shape_fits_when_its_weights_do(cells: int) -> None:
    least = words(cells)
    shown = list(range(cells))
    assert check(section(least, shape(shown)))
    assert not check(section(least - 1, shape(shown)))
    assert check(section(7 + 9 * least, shape(shown, 0x8100, 7)))
    assert not check(section(6 + 9 * least, shape(shown, 0x8100, 7)))


@pytest.mark.parametrize(
    ("written", "fits"),
    [
        (section(0), True),
        (section(9999, shape([15])), True),
        (section(9999, shape([16])), False),
        (section(65535, shape([1, 2, 3, 4, 5, 6])), True),
        (section(65535, shape([0, 1, 2, 3, 4, 5, 6])), False),
        (section(9999, shape([])), False),
        (section(9999, shape([1], 0x00FF)), True),
        (section(9999, shape([1], 0x01FF)), False),
        (section(9999, *[shape([1])] * 96), True),
        (section(9999, *[shape([1])] * 97), False),
        (section(9999, shape([1, 2]))[:-1], False),
        (section(9999, shape([1, 2])) + b"\0", False),
        (section(9999, shape([1, 2]))[:8], False),
        (section(9999, shape([16]), shape([1])), False),
    ],
)
def test_shapes_that_lead_nowhere_are_refused(written: bytes, fits: bool) -> None:
    assert check(written) is fits


def test_the_lists_of_shapes_name_for_each_cell_those_it_belongs_to() -> None:
    state = array("i", [0] * 4096)
    made = [shape([0, 1], 1 << 2), shape([5]), shape([2, 5, 15], 1 << 0)]
    listed = order_lists(state, section(9999, *made))
    plain = b"".join(made)
    start = state[book.LISTS]
    assert (start, listed[:start]) == (len(plain), plain)

    def number(at: int) -> int:
        return listed[at] | listed[at + 1] << 8

    ends = [number(start + 2 * at) for at in range(18)]
    lists = [list(listed[here:there]) for here, there in pairwise(ends)]
    members = [{0, 1, 2}, {5}, {2, 5, 15, 0}]
    assert lists[:16] == [[at for at in range(3) if cell in members[at]] for cell in range(16)]
    assert lists[16] == [0, 1, 2]
    assert ends[-1] == len(listed)
    begins = [number(start + 36 + 2 * at) for at in range(3)]
    assert begins == [0, len(made[0]), len(made[0]) + len(made[1])]


def test_contents_of_a_shape_are_numbered_in_order() -> None:
    """Canonical words of a length, empty before own before the opponent's."""
    state = array("i", [0] * 4096)
    fill_words(state)
    for length in (1, 2, 3, 4):
        numbers: dict[tuple[int, ...], int] = {}
        for digits in product(range(5), repeat=length):
            at = total = 0
            for left in range(length - 1, -1, -1):
                word = state[book.WORDS + at + left * 5 + digits[length - 1 - left]]
                total += word >> 9
                at = word & 511
            images = []
            for own, theirs in product((False, True), repeat=2):
                swap = [0, 2 if own else 1, 1 if own else 2, 4 if theirs else 3, 3 if theirs else 4]
                images.append(tuple(swap[digit] for digit in digits))
            assert numbers.setdefault(min(images), total) == total
        assert sorted(numbers.values()) == list(range(words(length)))
        assert [numbers[word] for word in sorted(numbers)] == sorted(numbers.values())
