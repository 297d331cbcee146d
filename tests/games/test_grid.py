"""The grid against descriptions in rows and columns, on boards of several sizes."""

import random

import pytest

from lodeboard.games.contract import NOWHERE, GameError
from lodeboard.games.flip.symmetry import image_table
from lodeboard.games.grid import Grid

SIZES = [(3, 3), (4, 4), (4, 5), (5, 3), (7, 7)]


def cells_of(mask):
    return {cell for cell in range(mask.bit_length()) if mask >> cell & 1}


def near(grid, cell):
    """The orthogonal neighbours of a cell, by distance."""
    row, column = divmod(cell, grid.columns)
    return {
        other
        for other in range(grid.cells)
        if abs(other // grid.columns - row) + abs(other % grid.columns - column) == 1
    }


def random_masks(grid, count=300):
    source = random.Random(7)
    for _ in range(count):
        density = source.random()
        yield sum(1 << cell for cell in range(grid.cells) if source.random() < density)


@pytest.mark.parametrize("size", SIZES)
def test_neighbours_lie_in_the_four_directions(size):
    grid = Grid(*size)
    for cell in range(grid.cells):
        north, east, south, west = grid.neighbours[cell * 4 : cell * 4 + 4]
        assert {north, east, south, west} - {NOWHERE} == near(grid, cell)
        assert north in (cell - grid.columns, NOWHERE)
        assert east in (cell + 1, NOWHERE)
        assert south in (cell + grid.columns, NOWHERE)
        assert west in (cell - 1, NOWHERE)


@pytest.mark.parametrize("size", SIZES)
def test_spread_is_all_neighbours(size):
    grid = Grid(*size)
    for mask in random_masks(grid):
        expected = set().union(*(near(grid, cell) for cell in cells_of(mask)))
        assert cells_of(grid.spread(mask)) == expected


@pytest.mark.parametrize(
    ("size", "count"), [((3, 3), 8), ((4, 4), 24), ((4, 5), 34), ((7, 7), 120)]
)
def test_number_of_lines(size, count):
    grid = Grid(*size)
    assert len(set(grid.lines)) == len(grid.lines) == count
    assert all(len(cells_of(line)) == 3 for line in grid.lines)


@pytest.mark.parametrize("size", SIZES)
def test_lines_are_straight_and_consecutive(size):
    grid = Grid(*size)
    for line in grid.lines:
        (r0, c0), (r1, c1), (r2, c2) = (
            divmod(cell, grid.columns) for cell in sorted(cells_of(line))
        )
        assert (r1 - r0, c1 - c0) == (r2 - r1, c2 - c1)
        assert max(abs(r1 - r0), abs(c1 - c0)) == 1


@pytest.mark.parametrize("size", SIZES)
def test_lined_collects_whole_lines(size):
    grid = Grid(*size)
    for mask in random_masks(grid):
        expected = 0
        for line in grid.lines:
            if line & mask == line:
                expected |= line
        assert grid.lined(mask) == expected


@pytest.mark.parametrize("size", SIZES)
def test_symmetries_form_a_group_that_keeps_neighbours(size):
    grid = Grid(*size)
    group = set(grid.symmetries)
    assert len(group) == len(grid.symmetries) == (8 if size[0] == size[1] else 4)
    assert grid.symmetries[0] == bytes(range(grid.cells))
    for one in group:
        assert sorted(one) == list(range(grid.cells))
        for cell in range(grid.cells):
            assert {one[other] for other in near(grid, cell)} == near(grid, one[cell])
        for other in group:
            assert bytes(one[other[cell]] for cell in range(grid.cells)) in group


@pytest.mark.parametrize("size", SIZES)
def test_images_agree_with_the_permutations(size):
    grid = Grid(*size)
    for mask in random_masks(grid, 40):
        for symmetry, permutation in enumerate(grid.symmetries):
            expected = {permutation[cell] for cell in cells_of(mask)}
            assert cells_of(grid.image(mask, symmetry)) == expected


def test_image_table_agrees_with_the_permutations():
    grid = Grid(4, 4)
    table = image_table()
    assert len(table) == len(grid.symmetries) * grid.rows << grid.columns
    for mask in random_masks(grid, 40):
        for symmetry in range(len(grid.symmetries)):
            looked_up = 0
            for row in range(4):
                looked_up |= table[(symmetry * 4 + row) << 4 | mask >> row * 4 & 15]
            assert looked_up == grid.image(mask, symmetry)


@pytest.mark.parametrize("size", SIZES)
def test_cell_names_round_trip(size):
    grid = Grid(*size)
    assert grid.cell_name(0) == "a1"
    assert grid.cell_name(grid.columns) == "a2"
    assert [grid.cell_of(grid.cell_name(cell)) for cell in range(grid.cells)] == list(
        range(grid.cells)
    )


@pytest.mark.parametrize("name", ["", "a", "1a", "a0", "a5", "e1", "A1", "a11", "a ", "ä1", "a²"])
def test_names_of_no_cell_are_refused(name):
    with pytest.raises(GameError, match="a1 to d4"):
        Grid(4, 4).cell_of(name)
