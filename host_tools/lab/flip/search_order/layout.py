"""The patterns of the learned order, and which of their weights are the same parameter.

Contents of a pattern that differ by turning over all tiles of one player, or by a symmetry of
the pattern itself, are worth the same by the rules. So 2375 weights have 451 free parameters.
Patterns that the square's symmetries carry into each other share their weights already.
"""

import functools
from itertools import permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host_tools.games.tiers.masks import CELLS, I64
from lodeboard.games.flip.tables import patterns
from lodeboard.games.grid import Grid

STATES = 5  # of a cell: empty; the mover's tile, up, down; the other player's, up, down
LINES = 24  # so many of the patterns are lines; squares follow

F32 = npt.NDArray[np.float32]


class Layout(NamedTuple):
    """Patterns, where their weights are, and the same by cells."""

    cells: I64  # [pattern, place]: its cells, the first counting most
    length: I64  # cells of each pattern
    base: I64  # where the weights of each pattern's class begin
    size: int  # weights of a set
    shared: I64  # by weight: the parameter that it is
    parameters: int
    at: I64  # [cell, i]: the i-th pattern that has the cell
    number: I64  # how many patterns have the cell
    power: I64  # [cell, i]: what the cell's state counts for in that pattern's content

    def contents(self, rows: I64) -> npt.NDArray[np.int16]:
        """Which weight each pattern takes in positions [n, up, down, other's up, other's down]:
        [n, pattern]."""
        states = np.zeros((len(rows), CELLS), np.int16)
        for kind in range(STATES - 1):
            states += ((kind + 1) * (rows[:, kind, None] >> np.arange(CELLS) & 1)).astype(np.int16)
        found = np.empty((len(rows), len(self.length)), np.int16)
        for p, (cells, length) in enumerate(zip(self.cells, self.length.tolist(), strict=True)):
            content = np.zeros(len(rows), np.int16)
            for cell in cells[:length]:
                content = content * np.int16(STATES) + states[:, cell]
            found[:, p] = content + np.int16(self.base[p])
        return found

    def parameters_of(self, rows: I64) -> npt.NDArray[np.int16]:
        """The same as parameters."""
        found: npt.NDArray[np.int16] = self.shared.astype(np.int16)[self.contents(rows)]
        return found

    def rounded(self, values: F32) -> I64:
        """A set of weights from its parameters, as whole numbers from -127 to 127. Each class is
        centred first, which changes no order: every position has one content of each pattern."""
        full = values[self.shared]
        for base in np.unique(self.base):
            size = STATES ** int(self.length[self.base == base][0])
            part = full[base : base + size]
            part -= (part.max() + part.min()) / 2
        whole: I64 = np.rint(full * (127 / np.abs(full).max())).astype(np.int64)
        return whole


@functools.cache
def layout(number: int | None = None) -> Layout:
    """The layout of all patterns, or of so many of the first."""
    grid = Grid(4, 4)
    found = patterns(grid)[:number]
    cells = np.zeros((len(found), 4), np.int64)
    at = np.zeros((CELLS, LINES), np.int64)
    power = np.zeros((CELLS, LINES), np.int64)
    count = np.zeros(CELLS, np.int64)
    shared: dict[int, I64] = {}
    parameters = size = 0
    for p, (base, order) in enumerate(found):
        cells[p, : len(order)] = order
        for place, cell in enumerate(order):
            at[cell, count[cell]] = p
            power[cell, count[cell]] = STATES ** (len(order) - 1 - place)
            count[cell] += 1
        if base not in shared:
            same, kinds = _same(order, grid)
            shared[base] = same + parameters
            parameters += kinds
            size += len(same)
    lengths = np.array([len(order) for _, order in found])
    bases = np.array([base for base, _ in found])
    whole = np.concatenate([shared[base] for base in sorted(shared)])
    return Layout(cells, lengths, bases, size, whole, parameters, at, count, power)


def _same(cells: list[int], grid: Grid) -> tuple[I64, int]:
    """Numbers the contents of a pattern, alike those that are worth the same; how many kinds."""
    length = len(cells)
    own = {
        tuple(cells.index(symmetry[cell]) for cell in cells)
        for symmetry in grid.symmetries
        if {symmetry[cell] for cell in cells} == set(cells)
    }
    codes = np.arange(STATES**length)
    digits = np.stack([codes // STATES ** (length - 1 - place) % STATES for place in range(length)])
    least = codes.copy()
    for mine in permutations((1, 2)):
        for theirs in permutations((3, 4)):
            turned = np.array((0, *mine, *theirs))[digits]
            for order in own:
                image = np.zeros_like(codes)
                for place in order:
                    image = image * STATES + turned[place]
                least = np.minimum(least, image)
    kinds, number = np.unique(least, return_inverse=True)
    return number, len(kinds)
