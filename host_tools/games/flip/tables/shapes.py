"""The shapes whose contents the book's order weighs, and how many contents each has.

Groups of at most six cells: lines of three (with how many cells beside them are empty: what
locks a line is that there are none), squares, blocks of two by three, a cell with its neighbours,
rows of four, a cell with those diagonal to it, and a three by three square without its middle
row. Shapes that a symmetry of the board carries
into each other share their weights.
"""

import functools
from typing import NamedTuple

from lodeboard.games.contract import NOWHERE
from lodeboard.games.grid import Grid

BESIDE = 9  # counts of empty cells beside a line: 0 to 8


class Shape(NamedTuple):
    """Cells in the order in which they are read; a mask of the cells beside them, or 0; where
    the weights begin."""

    cells: tuple[int, ...]
    beside: int
    begin: int


@functools.cache
def words(length: int) -> int:
    """Contents of so many cells, those that become equal when all tiles of one player are
    turned over counted once."""
    one = (int(3**length) - 1) // 2  # with tiles of one player
    both = (int(5**length) - 2 * int(3**length) + 1) // 4
    return 1 + 2 * one + both


def _rectangle(row: int, column: int, rows: int, columns: int) -> list[int]:
    return [4 * (row + r) + column + c for r in range(rows) for c in range(columns)]


def _diagonal(cell: int) -> list[int]:
    row, column = divmod(cell, 4)
    steps = [(r, c) for r in (-1, 1) for c in (-1, 1)]
    return [cell] + [
        4 * (row + r) + column + c
        for r, c in steps
        if 0 <= row + r < 4 and 0 <= column + c < 4
    ]  # fmt: skip


def _groups(grid: Grid) -> list[list[int]]:
    """The cells of every shape, lines first."""
    neighbours = grid.neighbours
    groups = [[cell for cell in range(16) if line >> cell & 1] for line in grid.lines]
    groups += [_rectangle(row, column, 2, 2) for row in range(3) for column in range(3)]
    groups += [_rectangle(row, column, 2, 3) for row in range(3) for column in range(2)]
    groups += [_rectangle(row, column, 3, 2) for row in range(2) for column in range(3)]
    for cell in range(16):
        near = neighbours[4 * cell : 4 * cell + 4]
        groups.append([cell, *(other for other in near if other != NOWHERE)])
    for index in range(4):
        groups += [_rectangle(index, 0, 1, 4), _rectangle(0, index, 4, 1)]
    groups += [[0, 5, 10, 15], [3, 6, 9, 12]]
    groups += [_diagonal(cell) for cell in range(16)]
    for row in range(2):
        for column in range(2):
            groups.append(_rectangle(row, column, 1, 3) + _rectangle(row + 2, column, 1, 3))
            groups.append(_rectangle(row, column, 3, 1) + _rectangle(row, column + 2, 3, 1))
    return groups


@functools.cache
def shapes() -> tuple[tuple[Shape, ...], int]:
    """All shapes, and the number of weights in a set."""
    grid = Grid(4, 4)
    begins: dict[tuple[int, ...], int] = {}
    size = 0
    found: list[Shape] = []
    for group in _groups(grid):
        is_line = len(group) == 3 and len(found) < len(grid.lines)
        images = [tuple(sorted(turned[cell] for cell in group)) for turned in grid.symmetries]
        first = min(images)
        turned = grid.symmetries[images.index(first)]
        if first not in begins:
            begins[first] = size
            size += words(len(group)) * (BESIDE if is_line else 1)
        mask = sum(1 << cell for cell in group)
        cells = tuple(sorted(group, key=turned.__getitem__))
        found.append(Shape(cells, grid.spread(mask) & ~mask if is_line else 0, begins[first]))
    return tuple(found), size


def written() -> bytes:
    """The section "shapes" of a table."""
    found, size = shapes()
    text = len(found).to_bytes(2, "little") + size.to_bytes(2, "little")
    for shape in found:
        text += bytes([len(shape.cells)]) + shape.beside.to_bytes(2, "little")
        text += shape.begin.to_bytes(2, "little") + bytes(shape.cells)
    return text
