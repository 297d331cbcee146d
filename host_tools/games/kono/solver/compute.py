"""Computes the solution of Four Field Kono: the tier of no tiles first, then with more."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from host_tools.build.compiled import compile_for
from host_tools.games.contract import SolveError
from host_tools.games.kono.solver import kernel
from host_tools.games.kono.solver.index import TIERS, tier_of
from host_tools.games.tiers import masks
from host_tools.games.tiers.solve import TierSolver, solver_code
from host_tools.games.tiers.store import I8, Scores, tier_path
from lodeboard.games.grid import Grid

NAME = "kono"


class Solver(TierSolver):
    """Solves into a folder. Raises StoreError and SolveError."""

    name = NAME
    order = TIERS

    def __init__(self, where: Path, threads: int = 0) -> None:
        super().__init__(where, threads)
        self._code = solver_code(kernel.solve_tier)
        self._neighbours = np.frombuffer(Grid(4, 4).neighbours, np.uint8)

    def path(self, tier: int) -> Path:
        return tier_path(self.where, NAME, tier)

    def slots(self, tier: int) -> int:
        return tier_of(tier).slots

    def work(self, tier: int) -> float:
        return tier_of(tier).slots

    def compile(self) -> None:
        compile_for(self._code, self._work(0, np.zeros(1, I8), np.zeros(1, I8)))

    def _work(self, k: int, below: Scores, scores: Scores) -> tuple[Any, ...]:
        orbits, tier, lower = masks.orbits(), tier_of(k), tier_of(max(k - 1, 0))
        return (
            orbits.members[k], tier.own_sets, tier.places, len(lower.own_sets), lower.places,
            self._neighbours, masks.images(), orbits.transform, orbits.orbit, masks.squeezed(),
            masks.popcounts(), below.view(np.uint8), scores.view(np.uint8),
        )  # fmt: skip

    def solve(
        self, tier: int, before: Scores | None, pool: ThreadPoolExecutor,
        each: Callable[[float], None],
    ) -> Scores:  # fmt: skip
        """Solve a tier: less than a second's work on one core."""
        scores = np.zeros(self.slots(tier), I8)
        below = np.zeros(1, I8) if before is None else before
        if self._code(*self._work(tier, below, scores)) < 0:
            raise SolveError("a game lasts too many turns for a score of one byte")
        each(1.0)
        return scores
