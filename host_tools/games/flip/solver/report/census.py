"""Counts the whole solution: how many arrangements have which score, tier by tier.

Every slot stands for a known number of arrangements, so that counts of slots become exact
counts of arrangements: all masks of its orbit, times two for each player with tiles, who may
turn them all over. Tiers are read block by block; no tier is ever whole in memory.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np

from host_tools.games.contract import StoreError
from host_tools.games.flip.scores import SURE
from host_tools.games.flip.solver.index import Tier
from host_tools.games.flip.solver.store import open_tier
from host_tools.games.tiers import census
from host_tools.games.tiers.masks import CELLS, I64, orbit_sizes
from host_tools.games.tiers.store import TierFile
from host_tools.jobs.interrupt import between_steps
from lodeboard.games.contract import LOSE, TIE, WIN

#: All arrangements of all tiers: sum of C(16, k) C(k, k // 2) 2^k.
ALL = sum(Tier(k).arrangements for k in range(CELLS + 1))
_SCORES = 2 * SURE + 1


class Census(NamedTuple):
    """counts[k, SURE + score]: arrangements of k tiles with a score (see `kernel`)."""

    rules: str
    counts: I64

    def of_value(self, k: int, value: int) -> int:
        """Arrangements of k tiles that are WIN, LOSE or TIE for the player to act."""
        row = self.counts[k]
        part = {WIN: row[SURE + 1 :], TIE: row[SURE : SURE + 1], LOSE: row[:SURE]}[value]
        return int(part.sum())

    def of_turns(self, value: int, turns: int, k: int | None = None) -> int:
        """Arrangements won or lost in this many turns, of one tier or of all."""
        column = SURE + (SURE - turns) * (1 if value == WIN else -1)
        return int((self.counts if k is None else self.counts[k : k + 1])[:, column].sum())

    def longest_win(self, k: int) -> int | None:
        """The most turns that a forced win takes with k tiles; None if there is no win."""
        found = np.flatnonzero(self.counts[k, SURE + 1 :])
        return SURE - 1 - int(found[0]) if len(found) else None

    def total(self) -> int:
        return int(self.counts.sum())


def weights(k: int) -> I64:
    """How many arrangements a slot of each orbit of tier k stands for."""
    tier = Tier(k)
    return orbit_sizes(k) << ((tier.own > 0) + (k - tier.own > 0))


def count(rules: str, where: Path, threads: int, each: Callable[[int], None]) -> Census:
    """Read all tiers. `each(n)` is called after every n slots. Raises StoreError for an unusable
    file, also if its count differs from the closed formula."""
    counts = np.zeros((CELLS + 1, _SCORES), np.int64)
    with between_steps(each) as reported, ThreadPoolExecutor(threads) as pool:
        for k in range(CELLS + 1):
            file = open_tier(where, rules, k)
            try:
                counts[k] = count_tier(file, k, pool, reported)
            finally:
                file.close()
            if counts[k].sum() != Tier(k).arrangements:
                raise StoreError(
                    f"{file.path} holds {counts[k].sum()} arrangements of {Tier(k).arrangements}"
                )
    return Census(rules, counts)


def count_tier(
    file: TierFile, k: int, pool: ThreadPoolExecutor, each: Callable[[int], None]
) -> I64:
    """Arrangements of one tier by SURE + score."""
    tier = Tier(k)
    total = census.count_bytes(file, tier.subsets << tier.side_bits, weights(k), pool, each)
    # Negative scores lie in the upper half of the bytes.
    return np.roll(total, SURE)[:_SCORES]


def first_with(rules: str, where: Path, k: int, score: int) -> int:
    """The first slot of tier k with this score. Raises ValueError if there is none."""
    return census.first_with(open_tier(where, rules, k), score)
