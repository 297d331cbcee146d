"""The kernel's look-up tables against what they stand for."""

from games.flip import full_width

from lodeboard.games.flip import search_layout as kernel
from lodeboard.games.flip.lookup import build_tables
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
