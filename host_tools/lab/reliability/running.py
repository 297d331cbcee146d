"""Running the batches that are missing, in one process or several."""

import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed

from host_tools.jobs.interrupt import between_steps
from host_tools.lab.reliability import batches
from host_tools.lab.reliability.subject import AnySubject, Condition


def run(
    subject: AnySubject,
    condition: Condition,
    units: int,
    advance: Callable[[int], None],
    workers: int = 1,
) -> None:
    """Run what is missing up to so many. `advance` hears of the units of each batch. What is done
    when it is broken off is kept."""
    there = batches.all_kept(subject, condition, units)
    for batch in there.values():
        advance(batch.units)
    missing = [number for number in range(batches.count(subject, units)) if number not in there]
    if workers == 1:
        for number in missing:
            advance(batches.keep(subject, condition, number))
    elif missing:
        _spread(subject, condition, missing, advance, workers)


def _spread(
    subject: AnySubject,
    condition: Condition,
    missing: list[int],
    advance: Callable[[int], None],
    workers: int,
) -> None:
    spawn = multiprocessing.get_context("spawn")
    with (
        ProcessPoolExecutor(workers, spawn, _begin) as pool,
        between_steps(advance) as reported,
    ):
        jobs = [pool.submit(batches.keep, subject, condition, number) for number in missing]
        try:
            for job in as_completed(jobs):
                reported(job.result())
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """Ctrl-C goes to all processes of a terminal: this one ends its batch."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
