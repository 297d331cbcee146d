"""The numbering of all arrangements of Four Field Kono, tier by tier.

A tier is all arrangements of one number of tiles k, at most eight of them a player's. The square's
eight symmetries are taken out: the occupied mask is brought to its representative
(`tiers.masks`). An arrangement is then

    slot = orbit * own sets + place of the own cells among them

where the own cells are those of the player to act, squeezed to the k occupied ones; the own sets
are all that leave neither player with more than eight tiles, in rising order. Arrangements that a
representative's own symmetries carry into each other have several slots, of the same score.
"""

import functools

import numpy as np

from host_tools.games.tiers.masks import CELLS, MASKS, U16, images, orbits, popcounts, squeezed

MOST = 8  # tiles of a player
TIERS = range(CELLS + 1)


class Tier:
    """The tier of k tiles.

    own_sets   the sets of own cells, squeezed, in order
    places     places[mask]: the place of a squeezed set of own cells among them
    """

    def __init__(self, k: int) -> None:
        self.k = k
        counts = popcounts()[: 1 << k]
        allowed = (counts <= MOST) & (k - counts.astype(np.int64) <= MOST)
        self.own_sets: U16 = np.flatnonzero(allowed).astype(np.uint16)
        self.places: U16 = np.zeros(MASKS, np.uint16)
        self.places[self.own_sets] = np.arange(len(self.own_sets), dtype=np.uint16)
        self.slots = len(orbits().members[k]) * len(self.own_sets)


@functools.cache
def tier_of(k: int) -> Tier:
    """The one tier of k tiles."""
    return Tier(k)


def slot_of(occupied: int, own: int) -> int:
    """The slot, within its tier, of an arrangement."""
    found = orbits()
    turn = found.transform[occupied]
    whole, mine = int(images()[turn, occupied]), int(images()[turn, own])
    table, low = squeezed(), whole & 255
    compact = int(table[low, mine & 255]) | int(table[whole >> 8, mine >> 8]) << low.bit_count()
    tier = tier_of(occupied.bit_count())
    return int(found.orbit[occupied]) * len(tier.own_sets) + int(tier.places[compact])


def arrangement(k: int, slot: int) -> tuple[int, int]:
    """An arrangement that a slot of tier k stands for: masks of the cells of the player to act,
    and of the opponent's."""
    tier = tier_of(k)
    orbit, place = divmod(slot, len(tier.own_sets))
    occupied = int(orbits().members[k][orbit])
    cells = [cell for cell in range(CELLS) if occupied >> cell & 1]
    own_set = int(tier.own_sets[place])
    own = sum(1 << cell for bit, cell in enumerate(cells) if own_set >> bit & 1)
    return own, occupied & ~own
