"""Computes a solution tier by tier and stores it on disk.

A tier is written completely before the next one begins, so that after an interruption the next run
continues.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from host_tools.build.compiled import machine_code
from host_tools.games.contract import SolveError, StoreError
from host_tools.games.tiers.store import Scores, TierFile, write_tier
from host_tools.jobs.interrupt import at_once, between_steps
from host_tools.setup.extras import no_numba


class Step(NamedTuple):
    """The progress of the work: current tier, current action, part done (0..1)."""

    tier: int
    act: str  # "solving", "writing" or "checking"
    done: float
    file_bytes: int  # of the tier once written, otherwise 0


Report = Callable[[Step], None]


def solver_code(function: Any) -> Any:
    """Return a solver's kernel as machine code. Raises SolveError if it is not available."""
    code = machine_code(function)
    if code is None:
        raise SolveError(no_numba("solving"))
    return code


class TierSolver:
    """Solves into a folder; each tier from the one before it in `order`. A game fills in the
    rest. Raises StoreError and SolveError.

    name: in the files' headers. threads: 0 for one a core.
    """

    name = ""
    order: Sequence[int] = ()

    def __init__(self, where: Path, threads: int = 0) -> None:
        self.where = where
        self.threads = threads or os.cpu_count() or 1

    # defined by each game

    def path(self, tier: int) -> Path:
        """The file of a tier."""
        raise NotImplementedError

    def slots(self, tier: int) -> int:
        """How many scores a tier has."""
        raise NotImplementedError

    def work(self, tier: int) -> float:
        """What the time of solving a tier is proportional to."""
        raise NotImplementedError

    def compile(self) -> None:
        """Compile all machine code that `solve` runs."""
        raise NotImplementedError

    def solve(
        self, tier: int, before: Scores | None, pool: ThreadPoolExecutor,
        each: Callable[[float], None],
    ) -> Scores:  # fmt: skip
        """A tier's scores. before: those of the tier solved before it; None at the first. It may
        be changed. `each(done)` hears now and then which part of the tier is done."""
        raise NotImplementedError

    # shared by all games

    def open(self, tier: int) -> TierFile:
        """Open the file of a tier for reading. Raises StoreError."""
        return TierFile(self.path(tier), self.name, tier, self.slots(tier))

    def run(self, report: Report, last: int | None = None) -> list[str]:
        """Solve the missing tiers, up to the tier `last` (None: all). Returns which files were
        unusable and made again."""
        self.where.mkdir(parents=True, exist_ok=True)
        troubles = []
        # in a thread, compiling would delay Ctrl-C until the step ends
        with at_once():
            self.compile()
        with between_steps(report) as reported, _workers(self.threads) as pool:
            scores: Scores | None = None  # of the tier before the one at hand
            for tier in self.order:
                path = self.path(tier)
                found = None
                if path.exists():
                    try:
                        found = self._read(tier, pool, reported)
                    except StoreError as error:
                        troubles.append(str(error))
                if found is None:
                    # drop the previous scores as soon as they are used
                    before, scores = [scores], None
                    found = self._solve(tier, before, pool, reported)
                    self.write(tier, found, pool, reported)
                scores = found
                if tier == last:
                    break
        return troubles

    def _read(self, tier: int, pool: ThreadPoolExecutor, report: Report) -> Scores:
        file = self.open(tier)
        each = _counter(tier, "checking", file.slots, report)
        try:
            scores = file.read(pool, each)
        finally:
            file.close()
        report(Step(tier, "checking", 1.0, file.path.stat().st_size))
        return scores

    def _solve(
        self, tier: int, before: list[Scores | None], pool: ThreadPoolExecutor, report: Report
    ) -> Scores:
        return self.solve(
            tier, before.pop(), pool, lambda done: report(Step(tier, "solving", done, 0))
        )

    def write(self, tier: int, scores: Scores, pool: ThreadPoolExecutor, report: Report) -> None:
        """Write the file of a tier. Raises StoreError."""
        each = _counter(tier, "writing", len(scores), report)
        size = write_tier(self.path(tier), self.name, tier, scores, pool, each)
        report(Step(tier, "writing", 1.0, size))


def _counter(tier: int, act: str, total: int, report: Report) -> Callable[[int], None]:
    """A counter of slots that reports the part of the tier done."""
    done = 0

    def each(slots: int) -> None:
        nonlocal done
        done += slots
        report(Step(tier, act, min(1.0, done / total), 0))

    return each


def spread(
    pool: ThreadPoolExecutor,
    threads: int,
    act: Callable[[int, int], int],
    starts: Iterator[int],
    portion: int,
    total: int,
) -> Iterator[int]:
    """Hand out portions as workers become free, so that few are in progress on an interruption.
    Yields the results of `act(first, end)` as they arrive."""
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
    """A pool that is abandoned at once when its work is interrupted."""
    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)
