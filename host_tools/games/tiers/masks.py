"""Sets of cells of a 4 x 4 board as 16-bit masks: their images under the square's symmetries.

The occupied mask of a position is brought to the smallest of its eight images, its
*representative*; the representatives of a tier, masks of one number of cells, are numbered
(`Orbits.orbit`). So positions that symmetries carry into each other share what is computed and
kept of them.
"""

import functools

import numpy as np
import numpy.typing as npt

from lodeboard.games.grid import Grid

CELLS = 16
MASKS = 1 << CELLS
SYMMETRIES = 8

U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]
I64 = npt.NDArray[np.int64]


@functools.cache
def images() -> U16:
    """images[t, mask]: the mask under symmetry t of the square."""
    grid = Grid(4, 4)
    table = np.zeros((SYMMETRIES, MASKS), np.uint16)
    for t, permutation in enumerate(grid.symmetries):
        for cell in range(CELLS):
            half = table[t, : 1 << cell]
            table[t, 1 << cell : 2 << cell] = half | np.uint16(1 << permutation[cell])
    return table


@functools.cache
def moved() -> U8:
    """moved[t, cell]: where symmetry t takes a cell."""
    return np.array([list(permutation) for permutation in Grid(4, 4).symmetries], np.uint8)


@functools.cache
def popcounts() -> U8:
    """popcounts[mask]: how many bits are set."""
    table = np.zeros(MASKS, np.uint8)
    for cell in range(CELLS):
        table[1 << cell : 2 << cell] = table[: 1 << cell] + 1
    return table


@functools.cache
def ranks() -> U16:
    """ranks[mask]: how many smaller masks have as many bits: the colexicographic rank."""
    table = np.zeros(MASKS, np.uint16)
    for count in range(CELLS + 1):
        masks = np.flatnonzero(popcounts() == count)
        table[masks] = np.arange(len(masks), dtype=np.uint16)
    return table


class Orbits:
    """The representatives of all occupied masks.

    transform[mask]  the symmetry that brings the mask to its representative
    orbit[mask]      the number of its representative within its tier
    members[k]       the representatives of tier k, in order
    """

    def __init__(self) -> None:
        turned = images()
        self.transform: U8 = turned.argmin(axis=0).astype(np.uint8)
        smallest = turned.min(axis=0)
        number = np.zeros(MASKS, np.uint16)
        self.members: list[U16] = []
        for k in range(CELLS + 1):
            found = np.unique(smallest[popcounts() == k])
            number[found] = np.arange(len(found), dtype=np.uint16)
            self.members.append(found)
        self.orbit: U16 = number[smallest]


@functools.cache
def orbits() -> Orbits:
    """The one table of representatives."""
    return Orbits()


def orbit_sizes(k: int) -> I64:
    """How many masks each orbit of tier k has."""
    found = orbits()
    sizes = np.bincount(found.orbit[popcounts() == k], minlength=len(found.members[k]))
    return sizes.astype(np.int64)


def squeeze(masks: I64, kept: I64) -> I64:
    """Each mask with only the bits of `kept`, moved down to lie side by side."""
    squeezed = np.zeros_like(masks)
    place = np.zeros_like(masks)
    for cell in range(CELLS):
        here = kept >> cell & 1
        squeezed |= (masks >> cell & here) << place
        place += here
    return squeezed


@functools.cache
def squeezed() -> U8:
    """squeezed[kept, mask]: `squeeze` of masks of eight cells."""
    kept, mask = np.divmod(np.arange(1 << 16), 256)
    return squeeze(mask, kept).astype(np.uint8).reshape(256, 256)
