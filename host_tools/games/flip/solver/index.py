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

from host_tools.games.tiers.masks import (
    CELLS,
    I64,
    MASKS,
    U8,
    U16,
    images,
    orbits,
    popcounts,
    ranks,
    squeeze,
)
from lodeboard.games.grid import Grid


@functools.cache
def lines() -> U8:
    """lines[mask]: 1 where the mask contains a line, three cells in a row of any direction."""
    table = np.zeros(MASKS, np.uint8)
    masks = np.arange(MASKS)
    for line in Grid(4, 4).lines:
        table[masks & line == line] = 1
    return table


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
        rest = tiles & ~lowest
        shown = np.where(side & lowest, side ^ tiles, side) & rest
        sides |= squeeze(shown, rest) << place
        place += popcounts()[rest]
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
    own = sum(1 << cell for bit, cell in enumerate(cells) if squeezed >> bit & 1)
    side = 0
    for tiles in (occupied & ~own, own):
        for cell in cells:
            if (tiles & (tiles - 1)) >> cell & 1:
                side |= (sides & 1) << cell
                sides >>= 1
    return occupied, own, side
