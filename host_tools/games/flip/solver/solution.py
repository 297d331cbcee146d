"""Reads the solution: outcomes of single positions, and of many at once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from host_tools.games.flip.exact import Outcome
from host_tools.games.flip.scores import SURE, before, outcome
from host_tools.games.flip.solver.index import slots_of
from host_tools.games.flip.solver.store import open_tier, tier_path
from host_tools.games.tiers.masks import CELLS, I64, popcounts
from host_tools.games.tiers.store import I8, Scores, TierFiles
from host_tools.jobs.cache import solution_folder
from lodeboard.games.contract import UNDECIDED, Game
from lodeboard.games.flip.rules import Flip


class Solution:
    """The exact solution of one rule set, open for reading.

    FileNotFoundError where there is none. Tiers are opened when they are asked for: StoreError
    where one is missing or damaged.
    """

    def __init__(self, rules: str, where: Path | None = None) -> None:
        self.rules = rules
        where = where or solution_folder()
        if not any(where.glob(f"flip-{rules}-*")):
            raise FileNotFoundError(f"no solution of {rules} in {where}")
        self.where = where
        self._files = TierFiles(lambda k: open_tier(where, rules, k))

    def complete(self) -> bool:
        """Whether there is a file for every tier."""
        return all(tier_path(self.where, self.rules, k).exists() for k in range(CELLS + 1))

    def close(self) -> None:
        self._files.close()

    def score(self, occupied: int, own: int, side: int) -> int:
        """The score (see `kernel`) of an arrangement for the player to act, who owns `own`."""
        masks = (np.array([mask], np.int64) for mask in (occupied, own, side))
        slot = int(slots_of(*masks)[0])
        return self._files.score(int(popcounts()[occupied]), slot)

    def scores(self, occupied: I64, own: I64, side: I64, pool: ThreadPoolExecutor) -> Scores:
        """Scores of many arrangements of any tiers: each block is read once; all threads are
        used."""
        slots = slots_of(occupied, own, side)
        tiers = popcounts()[occupied].astype(np.int64)
        logs = np.zeros(CELLS + 1, np.int64)
        for k in np.unique(tiers).tolist():
            logs[k] = self._files.tier(k).block_log
        keys = tiers << 32 | slots >> logs[tiers]
        order = np.argsort(keys, kind="stable")
        starts = np.flatnonzero(np.diff(keys[order], prepend=-1))
        found = np.empty(len(slots), I8)

        def look_up(part: I64) -> None:
            k, block = divmod(int(keys[part[0]]), 1 << 32)
            file = self._files.tier(k)
            found[part] = file.block(block)[slots[part] & ((1 << file.block_log) - 1)]

        parts = np.split(order, starts[1:]) if len(order) else []
        for _ in pool.map(look_up, parts, chunksize=16):
            pass
        return found

    # As a solver of `lodeboard analyse`

    def settles(self, game: Game) -> bool:
        return True

    def value(self, game: Game) -> Outcome | None:
        """The outcome for the player to act, also inside a turn; its rest counts as one."""
        if not isinstance(game, Flip) or game.rules != self.rules:
            raise ValueError(f"this solution is of flip tiles, {self.rules}")
        verdict = game.verdict()
        if verdict != UNDECIDED:
            return verdict, 0
        if game.between_moves():
            return outcome(self.score(game.occupied, game.tiles(game.turn), game.side))
        steps = [0] * game.max_steps
        least = SURE
        for step in steps[: game.steps(steps)]:
            game.push(step)
            least = min(least, self.score(game.occupied, game.tiles(game.turn), game.side))
            game.pop()
        return outcome(before(least))

    glimpse = value


def whole_solution(rules: str) -> Solution | None:
    """The solution of a rule set; None if it is not complete."""
    try:
        solution = Solution(rules)
    except FileNotFoundError:
        return None
    return solution if solution.complete() else None
