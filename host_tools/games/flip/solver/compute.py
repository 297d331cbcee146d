"""Computes the solution of flip tiles tier by tier, from the full board down.

Two tiers are in memory at once: at most 570 MB.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from host_tools.build.compiled import compile_for
from host_tools.games.contract import SolveError
from host_tools.games.flip.solver import index, kernel
from host_tools.games.flip.solver.index import Tier
from host_tools.games.flip.solver.store import tier_path
from host_tools.games.tiers import masks
from host_tools.games.tiers.masks import CELLS
from host_tools.games.tiers.solve import TierSolver, solver_code, spread
from host_tools.games.tiers.store import Scores
from lodeboard.games.flip.rules import Flip
from lodeboard.games.grid import Grid

#: Looks that a worker takes on at once: about a tenth of a second, which is how
#: long Ctrl-C may wait.
PORTION = 100_000_000


class Solver(TierSolver):
    """Solves one rule set into a folder. Raises StoreError and SolveError."""

    order = range(CELLS, -1, -1)

    def __init__(self, rules: str, where: Path, threads: int = 0) -> None:
        if rules not in Flip.rule_sets:
            raise SolveError(f"flip has no rule set {rules!r}: {' or '.join(Flip.rule_sets)}")
        super().__init__(where, threads)
        self.name = self.rules = rules
        self._solve_blocks = solver_code(kernel.solve_blocks)
        self._neighbours = np.frombuffer(Grid(4, 4).neighbours, np.uint8)

    def path(self, tier: int) -> Path:
        return tier_path(self.where, self.rules, tier)

    def slots(self, tier: int) -> int:
        return Tier(tier).slots

    def looks(self, tier: int) -> float:
        """Scores to look at for a slot, about: two for each placement, one for each flip."""
        free = CELLS - tier
        # 48 ordered pairs of neighbouring cells, a tile of theirs on one, none on the other.
        return 2 * free + 48 * (tier - Tier(tier).own) / CELLS * free / (CELLS - 1)

    def work(self, tier: int) -> float:
        return self.slots(tier) * (self.looks(tier) + 4)

    def compile(self) -> None:
        nothing = np.empty(0, np.int8)
        compile_for(self._solve_blocks, self._pass(CELLS, True, nothing, nothing))

    def _pass(self, k: int, placing: bool, reached: Scores, out: Scores) -> tuple[Any, ...]:
        """The kernel's arguments for a pass over no blocks of a tier."""
        orbits = masks.orbits()
        read = Tier(min(k + placing, CELLS))
        return (
            0, 0, k, placing, self.rules == "magic", orbits.members[k], Tier(k).own_sets(),
            self._neighbours, index.lines(), masks.moved(), masks.images(),
            orbits.transform, orbits.orbit, masks.ranks(), masks.squeezed(), masks.popcounts(),
            reached, read.subsets, read.side_bits, out,
        )  # fmt: skip

    def solve(
        self, tier: int, before: Scores | None, pool: ThreadPoolExecutor,
        each: Callable[[float], None],
    ) -> Scores:  # fmt: skip
        placed = np.empty(0, np.int8)
        if before is not None:  # otherwise all cells are occupied and none can be filled
            placed = np.empty(self.slots(tier), np.int8)
            self.run_pass(self._pass(tier, True, before, placed), pool, lambda done: each(done / 2))
            del before
        scores = np.empty(self.slots(tier), np.int8)
        flipping = self._pass(tier, False, placed, scores)
        self.run_pass(flipping, pool, lambda done: each((1 + done) / 2))
        return scores

    def run_pass(
        self, arguments: tuple[Any, ...], pool: ThreadPoolExecutor, each: Callable[[float], None]
    ) -> None:
        """A pass over all blocks of its tier, on all threads."""
        _, _, k, *rest = arguments
        blocks = Tier(k).blocks

        def act(first: int, end: int) -> int:
            self._solve_blocks(first, end, k, *rest)
            return end - first

        portion = max(1, PORTION // max(1, int(self.work(k)) // blocks))
        ended = 0
        starts = iter(range(0, blocks, portion))
        for count in spread(pool, self.threads, act, starts, portion, blocks):
            ended += count
            each(ended / blocks)
