"""All positions of Four Field Kono as arrays, with the steps between them and their scores. The
firmware's games/kono/perfect.py defines the numbers."""

from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from host_tools.games.kono.solver.index import TIERS, tier_of
from host_tools.games.kono.solver.solution import open_tier
from host_tools.games.kono.tables import kernel
from host_tools.games.tiers import masks
from host_tools.games.tiers.masks import CELLS, I64, MASKS
from host_tools.games.tiers.solve import solver_code
from host_tools.jobs.cache import solution_folder
from lodeboard.games.grid import Grid
from lodeboard.games.kono.perfect import MOST

Say = Callable[[str], None]
Array = npt.NDArray[Any]

FULL = MASKS - 1


def representatives() -> list[I64]:
    """The smallest images of the sets of 0 to 8 cells, rising."""
    return [np.asarray(each, np.int64) for each in masks.orbits().members[: MOST + 1]]


def bases() -> I64:
    """bases[a, b]: the number of the first position of a own tiles and b of the opponent's. The
    last number is one less than bases[MOST + 1, 0]."""
    found = np.zeros((MOST + 2, MOST + 1), np.int64)
    lists = representatives()
    total = 0
    for count in range(CELLS + 1):
        for own in range(max(0, count - MOST), min(MOST, count) + 1):
            found[own, count - own] = total
            total += len(lists[min(count, CELLS - count)]) * comb(count, own)
    found[MOST + 1, 0] = total
    return found


def binomials() -> I64:
    return np.array([[comb(n, k) for k in range(CELLS + 1)] for n in range(CELLS + 1)], np.int64)


class Positions:
    """All positions, by number.

    own, theirs  masks of the cells, of the player to act and of the opponent
    first        whether this is the first number of the position: 0 for a further image
    scores       the solver's: 0 a tie, odd a loss, even a win
    begins       the steps of position i are begins[i] to begins[i + 1] - 1 in the next two
    after        the position after a step
    captures     whether it is a capture

    Raises StoreError if the solution is not there, SolveError without Numba.
    """

    def __init__(self, say: Say) -> None:
        self._bases = bases()
        self.total = int(self._bases[MOST + 1, 0])
        say("listing all positions")
        self.own = np.zeros(self.total, np.uint16)
        self.theirs = np.zeros(self.total, np.uint16)
        self.scores = np.zeros(self.total, np.uint8)
        self._list()
        self._read_scores()
        self.first = self._first()
        say("linking them by their steps")
        self._link()

    def _list(self) -> None:
        lists = representatives()
        squeezed = np.arange(MASKS)
        for count in range(CELLS + 1):
            fewer = lists[min(count, CELLS - count)]
            taken = fewer if count <= MOST else FULL ^ fewer
            for own in range(max(0, count - MOST), min(MOST, count) + 1):
                sets = squeezed[: 1 << count]
                sets = sets[masks.popcounts()[sets] == own]
                mine = np.zeros((len(taken), len(sets)), np.int64)
                for row, mask in enumerate(taken):
                    cells = [cell for cell in range(CELLS) if mask >> cell & 1]
                    for bit, cell in enumerate(cells):
                        mine[row] |= (sets >> bit & 1) << cell
                begin = int(self._bases[own, count - own])
                part = slice(begin, begin + mine.size)
                self.own[part] = mine.ravel()
                self.theirs[part] = (taken[:, None] & ~mine).ravel()

    def _read_scores(self) -> None:
        """The scores, from the solver's slots."""
        found, images, table = masks.orbits(), masks.images(), masks.squeezed()
        taken = self.own | self.theirs
        counts = masks.popcounts()[taken]
        for count in TIERS:
            tier, those = tier_of(count), np.flatnonzero(counts == count)
            turn = found.transform[taken[those]]
            whole, mine = images[turn, taken[those]], images[turn, self.own[those]]
            low = whole & 255
            place = table[low, mine & 255].astype(np.int64)
            place |= table[whole >> 8, mine >> 8].astype(np.int64) << masks.popcounts()[low]
            slots = found.orbit[whole].astype(np.int64) * len(tier.own_sets) + tier.places[place]
            self.scores[those] = _tier_scores(count)[slots]

    def _first(self) -> Array:
        """Where no symmetry that keeps the taken cells leads to a smaller set of own cells."""
        taken, images = self.own | self.theirs, masks.images()
        first = np.ones(self.total, np.uint8)
        for turn in range(masks.SYMMETRIES):
            smaller = (images[turn, taken] == taken) & (images[turn, self.own] < self.own)
            first[smaller] = 0
        return first

    def _link(self) -> None:
        neighbours = np.frombuffer(Grid(4, 4).neighbours, np.uint8)
        self.begins = np.zeros(self.total + 1, np.int64)
        here = (self.own, self.theirs, self.first, neighbours, self.begins)
        solver_code(kernel.count_steps)(*here)
        places = np.zeros(MASKS, np.uint16)
        for each in representatives():
            places[each] = np.arange(len(each))
        self.after = np.zeros(int(self.begins[-1]), np.int32)
        self.captures = np.zeros(len(self.after), np.uint8)
        solver_code(kernel.link)(
            *here, masks.images(), masks.popcounts(), self._bases, places, binomials(),
            self.after, self.captures,
        )  # fmt: skip

    @property
    def counts(self) -> Array:
        """The number of tiles of each."""
        found: Array = masks.popcounts()[self.own | self.theirs]
        return found


def _tier_scores(count: int) -> Array:
    """The scores of all slots of a tier."""
    file = open_tier(solution_folder(), count)
    try:
        slots = tier_of(count).slots
        blocks: list[Array] = []
        while sum(len(block) for block in blocks) < slots:
            blocks.append(np.asarray(file.block(len(blocks))).view(np.uint8))
        return np.concatenate(blocks)[:slots]
    finally:
        file.close()
