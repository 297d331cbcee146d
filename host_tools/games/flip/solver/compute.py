"""Computes the solution tier by tier, from the full board down, and keeps it on disk.

A tier is written whole before the next is begun, so that after a run ends, for whatever reason,
the next one continues it. Two tiers are in memory at once: at most 570 MB.
"""

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from host_tools.build.compiled import compile_for, machine_code
from host_tools.games.contract import StoreError
from host_tools.games.flip.solver import index, kernel
from host_tools.games.flip.solver.index import CELLS, Tier
from host_tools.games.flip.solver.store import Scores, TierFile, tier_path, write_tier
from host_tools.jobs.interrupt import at_once, between_steps
from lodeboard.games.flip.rules import Flip
from lodeboard.games.grid import Grid

#: Looks at replies that a worker takes on at once: about a tenth of a second, which is how
#: long Ctrl-C may wait.
PORTION = 100_000_000


class SolveError(Exception):
    """The solution cannot be computed here; the text says why and what to do."""


class Step(NamedTuple):
    """How far the work is: tier at hand, what is being done to it, its part done (0..1)."""

    k: int
    act: str  # "solving", "writing" or "checking"
    done: float
    file_bytes: int  # of the tier, once written; else 0


Report = Callable[[Step], None]


def work(k: int) -> int:
    """Replies to look at in tier k, about: what its time is proportional to."""
    tier = Tier(k)
    free = CELLS - k
    # 48 ordered pairs of neighbouring cells, a tile of theirs on one, none on the other.
    flips = 48 * (k - tier.own) / CELLS * free / (CELLS - 1)
    return int(tier.slots * (2 * free * max(flips, 1) + 4))


class Solver:
    """Solves one rule set into a folder. Raises StoreError and SolveError."""

    def __init__(self, rules: str, where: Path, threads: int = 0) -> None:
        if rules not in Flip.rule_sets:
            raise SolveError(f"flip has no rule set {rules!r}: {' or '.join(Flip.rule_sets)}")
        self.rules = rules
        self.where = where
        self._threads = threads or os.cpu_count() or 1
        code = machine_code(kernel.solve_blocks)
        if code is None:
            raise SolveError("solving needs Numba: make setup-check installs it")
        self._solve_blocks = code
        self._neighbours = np.frombuffer(Grid(4, 4).neighbours, np.uint8)

    def run(self, report: Report, lowest: int = 0) -> list[str]:
        """Do what is left to do, down to the tier of `lowest` tiles; says which files were
        found unusable and made again."""
        self.where.mkdir(parents=True, exist_ok=True)
        troubles = []
        # In threads, it would be compiled while Ctrl-C has to wait for the end of a step.
        with at_once():
            compile_for(self._solve_blocks, self._work(CELLS, None, np.empty(0, np.int8)))
        with between_steps(report) as reported, _workers(self._threads) as pool:
            scores: Scores | None = None  # of the tier above the one at hand
            for k in range(CELLS, lowest - 1, -1):
                path = tier_path(self.where, self.rules, k)
                if path.exists():
                    try:
                        scores = self._read(path, k, pool, reported)
                        continue
                    except StoreError as error:
                        troubles.append(str(error))
                scores = self._solve(k, scores, pool, reported)
                tier = Tier(k)
                done = [0]

                def packed(slots: int, done: list[int] = done, tier: Tier = tier) -> None:
                    done[0] += slots
                    reported(Step(tier.k, "writing", min(1.0, done[0] / tier.slots), 0))

                size = write_tier(path, self.rules, k, scores, pool, packed)
                reported(Step(k, "writing", 1.0, size))
        return troubles

    def _read(self, path: Path, k: int, pool: ThreadPoolExecutor, report: Report) -> Scores:
        file = TierFile(path, self.rules, k)
        done = [0]

        def each(slots: int) -> None:
            done[0] += slots
            report(Step(k, "checking", min(1.0, done[0] / file.slots), 0))

        try:
            scores = file.read(pool, each)
        finally:
            file.close()
        report(Step(k, "checking", 1.0, path.stat().st_size))
        return scores

    def _work(self, k: int, above: Scores | None, out: Scores) -> tuple[Any, ...]:
        """What the kernel takes for no blocks of a tier."""
        orbits = index.orbits()
        upper = Tier(min(k + 1, CELLS))
        following = np.zeros(1, np.int8) if above is None else above
        return (
            0, 0, k, self.rules == "magic", orbits.members[k], Tier(k).own_sets(),
            self._neighbours, index.lines(), index.moved(), index.images(),
            orbits.transform, orbits.orbit, index.ranks(), following, upper.subsets,
            upper.side_bits, out,
        )  # fmt: skip

    def _solve(
        self, k: int, above: Scores | None, pool: ThreadPoolExecutor, report: Report
    ) -> Scores:
        tier = Tier(k)
        out = np.empty(tier.slots, np.int8)
        _, _, *rest = self._work(k, above, out)

        def solve(first: int, last: int) -> int:
            self._solve_blocks(first, last, *rest)
            return last - first

        portion = max(1, PORTION // max(1, work(k) // tier.blocks))
        starts = iter(range(0, tier.blocks, portion))
        ended = 0
        for count in _spread(pool, self._threads, solve, starts, portion, tier.blocks):
            ended += count
            report(Step(k, "solving", ended / tier.blocks, 0))
        return out


def _spread(
    pool: ThreadPoolExecutor,
    threads: int,
    act: Callable[[int, int], int],
    starts: Iterator[int],
    portion: int,
    total: int,
) -> Iterator[int]:
    """Hand out portions as workers come free, so that an interruption finds few on the way."""
    running: set[Any] = set()
    try:
        while True:
            for start in starts:
                running.add(pool.submit(act, start, min(start + portion, total)))
                if len(running) >= 2 * threads:
                    break
            if not running:
                return
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            for job in ended:
                yield job.result()
    finally:
        for job in running:
            job.cancel()


@contextmanager
def _workers(threads: int) -> Iterator[ThreadPoolExecutor]:
    """A pool that is given up at once when the work in it is broken off."""
    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


class Clock:
    """Rate and time left, from the work done so far in this run."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._total = sum(work(k) for k in range(CELLS + 1))
        self._skipped = 0.0

    def left_s(self, step: Step) -> float:
        """Seconds to go, by the speed of what was solved in this run."""
        below = sum(work(k) for k in range(step.k))
        part = {"solving": step.done, "writing": 1.0, "checking": 1.0}[step.act]
        to_go = below + work(step.k) * (1 - part)
        if step.act == "checking":
            self._skipped = self._total - to_go
        done = self._total - to_go - self._skipped
        elapsed = time.monotonic() - self._start
        return elapsed * to_go / done if done > 0 else float("nan")
