"""The numbering of all arrangements of flip tiles, tier by tier.

A tier is all arrangements of one number of tiles k. The player to act owns floor(k / 2) of
them, the opponent the rest. An arrangement is three 16-bit masks: occupied cells, cells of the
player to act, cells whose tile shows its down side.

Two kinds of symmetry are taken out:

- the square's eight: the occupied mask is brought to the smallest of its eight images, its
  *representative*; the representatives of a tier are numbered (`orbit`);
- turning over all tiles of one player, each player by itself: each player's lowest tile is
  made to show its up side, and its side is left out.

What is left is numbered

    slot = ((orbit * C(k, own) + rank of the own cells) << side bits) | sides

The rank of the own cells among the k occupied ones is the colexicographic rank of the mask
that remains when the empty cells are squeezed out. Sides are one bit for each tile that is not
its player's lowest: the opponent's in the order of their cells, then those of the player to act.
The lowest bits of a slot being sides, one player's after the other's, what is near in the table
is alike, which is what makes it compress.

Positions that a representative's own symmetries (where it has any) carry into each other have
several slots, all of the same value: a fortieth of the table, and no test is needed to use it.
"""

import functools
from math import comb

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
def lines() -> U8:
    """lines[mask]: 1 where the mask contains a line, three cells in a row of any direction."""
    table = np.zeros(MASKS, np.uint8)
    masks = np.arange(MASKS)
    for line in Grid(4, 4).lines:
        table[masks & line == line] = 1
    return table


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


class Tier:
    """Sizes of the tier of k tiles."""

    def __init__(self, k: int) -> None:
        self.k = k
        self.own = k // 2
        self.side_bits = k - (self.own > 0) - (k - self.own > 0)
        self.subsets = comb(k, self.own)
        self.blocks = len(orbits().members[k]) * self.subsets  # one for each (orbit, own cells)
        self.slots = self.blocks << self.side_bits
        #: Arrangements of the tier: C(16, k) C(k, own) 2^k.
        self.arrangements = comb(CELLS, k) * self.subsets << k

    def own_sets(self) -> U16:
        """The sets of own cells by rank, squeezed."""
        return np.flatnonzero(popcounts()[: 1 << self.k] == self.own).astype(np.uint16)


def squeeze(masks: I64, kept: I64) -> I64:
    """Each mask with only the bits of `kept`, moved down to lie side by side."""
    squeezed = np.zeros_like(masks)
    place = np.zeros_like(masks)
    for cell in range(CELLS):
        here = kept >> cell & 1
        squeezed |= (masks >> cell & here) << place
        place += here
    return squeezed


def slots_of(occupied: I64, own: I64, side: I64) -> I64:
    """The slots of arrangements, all of one tier or of many: each within its own tier.

    Three arrays of masks of one shape; `own` are the tiles of the player to act.
    """
    found = orbits()
    turned = images()
    transform = found.transform[occupied]
    own = turned[transform, own].astype(np.int64)
    side = turned[transform, side].astype(np.int64)
    orbit = found.orbit[occupied].astype(np.int64)
    occupied = turned[transform, occupied].astype(np.int64)
    k = popcounts()[occupied].astype(np.int64)
    theirs = occupied & ~own
    sides, place = np.zeros_like(side), np.zeros_like(side)
    for tiles in (theirs, own):
        lowest = tiles & -tiles
        kept = tiles & ~lowest
        shown = np.where(side & lowest, side ^ tiles, side) & kept
        sides |= squeeze(shown, kept) << place
        place += popcounts()[kept]
    subsets = np.array([comb(n, n // 2) for n in range(CELLS + 1)], np.int64)
    bits = np.array([Tier(n).side_bits for n in range(CELLS + 1)], np.int64)
    block = orbit * subsets[k] + ranks()[squeeze(own, occupied)]
    return (block << bits[k]) | sides


def arrangement(k: int, slot: int) -> tuple[int, int, int]:
    """An arrangement that a slot of tier k stands for: masks of occupied cells, of the cells of
    the player to act, of down sides. Each player's lowest tile shows its up side."""
    tier = Tier(k)
    block, sides = slot >> tier.side_bits, slot & ((1 << tier.side_bits) - 1)
    orbit, rank = divmod(block, tier.subsets)
    occupied = int(orbits().members[k][orbit])
    cells = [cell for cell in range(CELLS) if occupied >> cell & 1]
    squeezed = int(tier.own_sets()[rank])
    own = sum(1 << cell for at, cell in enumerate(cells) if squeezed >> at & 1)
    side = 0
    for tiles in (occupied & ~own, own):
        for cell in cells:
            if (tiles & (tiles - 1)) >> cell & 1:
                side |= (sides & 1) << cell
                sides >>= 1
    return occupied, own, side
