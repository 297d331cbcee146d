"""What the book must choose among: for each arrangement of a tier, the steps that keep its value.

Steps are bits: a flip is bit cell * 4 + direction, a placement bit cell * 2 + side.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from host_tools.build.compiled import machine_code
from host_tools.games.flip.solver import index
from host_tools.games.flip.solver.index import Tier
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.solver.store import open_tier
from host_tools.games.flip.tables import loops
from host_tools.games.tiers import masks
from lodeboard.games.grid import Grid

I8 = npt.NDArray[np.int8]
U8 = npt.NDArray[np.uint8]
U64 = npt.NDArray[np.uint64]


class Targets(NamedTuple):
    """One tier, by slot.

    worth    score (see solver.kernel) of the position between flip and placement, for the
             player about to place
    places   placements that keep that value; quick: those with the best score
    asked    1: an undecided position leads there (or is it, where there is no flip to make)
    turn     score of the position before the flip, where flips are legal
    flips, quick_flips, legal: the same of the flips
    verdict  what the rules say of the position before the flip
    """

    worth: I8
    places: U64
    quick: U64
    asked: U8
    turn: I8
    flips: U64
    quick_flips: U64
    legal: U64
    verdict: U8

    def placing(self) -> Any:
        """Where a placement can be wrong: not lost. Includes positions not marked as asked: of
        equal arrangements with separate slots only one may be marked, and the board may reach any
        of them."""
        return self.worth >= 0

    def flipping(self) -> Any:
        """Where a flip can be wrong: undecided, not lost, and there are flips."""
        return (self.verdict == 0) & (self.turn >= 0) & (self.legal != 0)


class Numbering:
    """What the loops need to number the arrangements of a tier, and to make them from numbers."""

    def __init__(self, k: int) -> None:
        tier = Tier(k)
        orbits = masks.orbits()
        self.k = k
        self.slots = tier.slots
        self.side_bits = tier.side_bits
        self.members = orbits.members[k].astype(np.int64)
        self.own_sets = tier.own_sets().astype(np.int64)
        #: What `arrange` takes, and what `number` takes.
        self.made = (self.members, self.own_sets, np.int64(tier.side_bits))
        self.sizes = (np.int64(tier.subsets), np.int64(tier.side_bits))


class Maker:
    """Makes targets from a solution, on all threads."""

    def __init__(self, solution: Solution, pool: ThreadPoolExecutor, threads: int) -> None:
        self._solution = solution
        self._pool = pool
        self._threads = threads
        arrange = machine_code(loops.arrange)
        number = machine_code(loops.number)
        self._place: Any = bound(loops.place_all, arrange, number)
        self._flip: Any = bound(loops.flip_all, arrange, number)
        orbits = masks.orbits()
        self._tables = (
            orbits.transform.astype(np.int64),
            orbits.orbit.astype(np.int64),
            masks.images().astype(np.int64),
            masks.ranks().astype(np.int64),
        )
        self._neighbours = np.frombuffer(Grid(4, 4).neighbours, np.uint8).astype(np.int64)

    def make(self, k: int) -> Targets:
        """The targets of the tier of k tiles, k at most 15."""
        file = open_tier(self._solution.where, self._solution.rules, k + 1)
        try:
            after = file.read(self._pool, lambda _: None)
        finally:
            file.close()
        tier, above = Numbering(k), Numbering(k + 1)
        n = tier.slots
        found = Targets(
            np.zeros(n, np.int8), np.zeros(n, np.uint64), np.zeros(n, np.uint64),
            np.zeros(n, np.uint8), np.zeros(n, np.int8), np.zeros(n, np.uint64),
            np.zeros(n, np.uint64), np.zeros(n, np.uint64), np.zeros(n, np.uint8),
        )  # fmt: skip
        self._spread(n, lambda first, last: self._place(
            first, last, *tier.made, after, *above.sizes, *self._tables,
            found.worth, found.places, found.quick))  # fmt: skip
        self._spread(n, lambda first, last: self._flip(
            first, last, *tier.made, *tier.sizes, *self._tables, self._neighbours,
            index.lines(), self._solution.rules == "magic", found.worth, *found[3:]))  # fmt: skip
        return found

    def _spread(self, count: int, act: Any) -> None:
        ends = [count * part // self._threads for part in range(self._threads + 1)]
        for job in [
            self._pool.submit(act, *ends[part : part + 2]) for part in range(self._threads)
        ]:
            job.result()


def bound(function: Any, *helpers: Any) -> Any:
    """A loop as machine code, with its helpers, also machine code, as its first arguments."""
    import numba  # noqa: PLC0415  (takes most of a second)

    compiled = numba.njit(nogil=True)(function)

    def call(*arguments: Any) -> Any:
        return compiled(*helpers, *arguments)

    return call
