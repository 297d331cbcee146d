"""Solves Four Field Kono, counts the solution, and reports it."""

import resource
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np

from host_tools.games.finding import analyse
from host_tools.games.kono.solver.compute import Solver
from host_tools.games.kono.solver.index import TIERS, arrangement, tier_of
from host_tools.games.kono.solver.solution import KonoSolution, open_tier
from host_tools.games.tiers import census
from host_tools.games.tiers.masks import CELLS, I64, orbit_sizes
from host_tools.games.tiers.report import Count, beginning, values_table
from host_tools.games.tiers.report import farthest as farthest_ends
from host_tools.lab.experiment import Experiment, Measured, Part
from lodeboard.games.kono.rules import Kono


class Cost(NamedTuple):
    """What solving took."""

    seconds: float  # processor time
    disk_bytes: int
    memory_bytes: int  # peak memory of the process


def solve(where: Path) -> Cost:
    """Solve into an empty folder, with the machine code already compiled."""
    solver = Solver(where, 1)
    solver.compile()
    begun = time.process_time()
    solver.run(lambda _: None)
    seconds = time.process_time() - begun
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return Cost(seconds, sum(path.stat().st_size for path in where.iterdir()), memory)


def count(where: Path) -> I64:
    """counts[k, score]: positions of k tiles with a score (see `kernel`). Raises StoreError."""
    counts = np.zeros((len(TIERS), 256), np.int64)
    with ThreadPoolExecutor(1) as pool:
        for k in TIERS:
            file = open_tier(where, k)
            try:
                sets = len(tier_of(k).own_sets)
                counts[k] = census.count_bytes(file, sets, orbit_sizes(k), pool, lambda _: None)
            finally:
                file.close()
    return counts


def _letter(own: int, theirs: int) -> str:
    """What is on a cell, from the lowest bits."""
    return "x" if own & 1 else "o" if theirs & 1 else "-"


def first_with(where: Path, k: int, score: int) -> str:
    """The first position of tier k with this score, the first player to act."""
    own, theirs = arrangement(k, census.first_with(open_tier(where, k), score))
    return "1_" + "".join(_letter(own >> cell, theirs >> cell) for cell in range(CELLS))


def farthest(where: Path, counts: I64, parity: int) -> tuple[int, str]:
    """The most turns to a forced end among even (0) or odd (1) scores, and a position that takes
    them."""
    scores = np.flatnonzero(counts.sum(axis=0))
    score = int(scores[scores % 2 == parity].max())
    k = int(np.flatnonzero(counts[:, score])[0])
    return score - 1, first_with(where, k, score)


def body(where: Path, cost: Cost) -> str:
    """The page, under its title."""
    counts = count(where)
    by_tiles = []
    for k in TIERS:
        won, lost = int(counts[k, 2::2].sum()), int(counts[k, 1::2].sum())
        even = np.flatnonzero(counts[k, 2::2])
        longest = 2 * int(even[-1]) + 1 if len(even) else 0
        by_tiles.append(Count(str(k), won, int(counts[k, 0]), lost, longest))
    whole = [sum(column) for column in zip(*(each.values for each in by_tiles), strict=True)]
    total = sum(whole)
    solution, game = KonoSolution(where), Kono()
    start = analyse(game, solution)
    solution.close()
    farthest_won, farthest_lost = farthest(where, counts, 0), farthest(where, counts, 1)
    slots = sum(tier_of(k).slots for k in TIERS)
    return f"""\
{beginning(start)}

Of all {total:,} positions, seen by the player to act and with at most eight tiles a player,
{100 * whole[0] / total:.0f} % are won, {100 * whole[1] / total:.0f} % tied and
{100 * whole[2] / total:.0f} % lost, whether play leads there or not. Tied is where neither player
can force an end. The third occurrence of a position and the hundred turns without a capture, which
end a game as draws, do not count.

{farthest_ends([("win", *farthest_won), ("lose", *farthest_lost)])}

## Positions by value

{values_table("tiles", by_tiles)}

*Longest win*: turns of the forced win that takes longest.

## What it costs

| what | figure |
|---|---|
| solving, one core, compiled before | {cost.seconds:.1f} s of the processor |
| the same a slot | {1e9 * cost.seconds / slots:.0f} ns |
| slots, for all positions | {slots:,}, one for {total / slots:.1f} of them |
| memory of the process, at most | {cost.memory_bytes / 1e6:.0f} MB |
| disk | {cost.disk_bytes / 1e6:.1f} MB |

[Adding a game](../adding-a-game.md#a-solution) describes how it is solved and stored."""


def solve_and_count(_part: Part, _: int) -> Measured:
    """Make a solution; return the page below its title."""
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        return Measured(1, body(where, solve(where)))


WHOLE = Part("solution")
EXPERIMENT = Experiment(
    name="kono-solution",
    unit="solution",
    tally=Measured,
    in_batch=1,
    plan=lambda: {WHOLE: 1},
    trial=solve_and_count,
    title="Four Field Kono, solved",
    body=lambda results: str(results[WHOLE].figures),
)
