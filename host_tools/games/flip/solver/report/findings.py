"""The contents of the report on one rule set, gathered from its solution."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from host_tools.games.flip.exact import Outcome
from host_tools.games.flip.solver.batch import Batch
from host_tools.games.flip.solver.index import Tier
from host_tools.games.flip.solver.report import census, lines, sample
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.tiers.masks import CELLS
from lodeboard.games.flip.rules import Flip

#: What `gather` reports: slots read in the census; a tier of the sample counts for a share.
SLOTS = sum(Tier(k).slots for k in range(CELLS + 1))
_SAMPLED = SLOTS // 40
WORK = SLOTS + CELLS * _SAMPLED


class Findings(NamedTuple):
    """About one rule set. `keepers`: the first moves that keep the value of the empty board;
    `keeping`: by number of tiles, how often a random move keeps the value."""

    rules: str
    census: census.Census
    empty: Outcome
    keepers: list[str]
    opening: lines.Opening
    answers: list[tuple[str, list[lines.Opening]]]
    keeping: list[float | None]
    longest: lines.Line | None
    disk_bytes: int


def gather(rules: str, where: Path, threads: int, each: Callable[[int], None]) -> Findings:
    """Read a whole solution. `each(n)` is called after every n units of WORK. Raises StoreError."""
    counted = census.count(rules, where, threads or os.cpu_count() or 1, each)
    solution = Solution(rules, where)
    batch = Batch(solution)
    try:
        [said] = batch.answer([Flip(rules).text()], False, False)
        assert said is not None  # it is a position
        opening = lines.first_moves(solution)
        keeping = sample.draw(rules, batch, lambda tiers: each(tiers * _SAMPLED))
        return Findings(
            rules,
            counted,
            solution.value(Flip(rules)) or (0, 0),
            said["best"],
            opening,
            lines.answers(solution),
            keeping,
            lines.longest_win(solution, counted),
            sum(path.stat().st_size for path in where.glob(f"flip-{rules}-*.tier")),
        )
    finally:
        batch.close()
        solution.close()
