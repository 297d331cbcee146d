"""Runs a declared experiment.

Each batch is a file with its tally in the user's cache, under a key of all sources that the trial
depends on. An interrupted run resumes; a change of the sources restarts it. The exit status is 1
if the experiment has a fault.
"""

import argparse
import inspect
import multiprocessing
import shutil
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from host_tools import ROOT
from host_tools.build import figures
from host_tools.jobs import report
from host_tools.jobs.budgets import thousands
from host_tools.jobs.cache import cache_folder
from host_tools.jobs.command import FAILED, INTERRUPTED, OK, Parser, at_least_one
from host_tools.jobs.files import write_whole
from host_tools.jobs.interrupt import between_steps
from host_tools.jobs.progress import progress_bar
from host_tools.lab import sources
from host_tools.lab.experiment import AnyExperiment, Condition, Tally

PAGES = ROOT / "docs" / "measured"
_BAR = "{desc:28} [{bar:30}] {n_fmt}/{total_fmt} {postfix}, {remaining} left"

Results = dict[Condition, Tally]


def folder(experiment: AnyExperiment) -> Path:
    """The folder of the batches for the current sources."""
    trial = Path(inspect.getfile(experiment.trial))
    return cache_folder() / "lab" / experiment.name / sources.key(trial)


def _path(experiment: AnyExperiment, condition: Condition, number: int) -> Path:
    return folder(experiment) / condition.name / f"{number:05}.json"


def _batches(experiment: AnyExperiment, units: int) -> int:
    return -(-units // experiment.in_batch)


def stored_tally(experiment: AnyExperiment, condition: Condition, number: int) -> Any:
    """The tally of a finished batch; None if it has not run, or its file is damaged."""
    try:
        data = _path(experiment, condition, number).read_bytes()
        return msgspec.json.decode(data, type=experiment.tally)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def keep(experiment: AnyExperiment, condition: Condition, number: int) -> int:
    """Run a batch and store its tally, unless it is stored already; return its number of units."""
    batch = stored_tally(experiment, condition, number)
    if batch is None:
        batch = experiment.trial(condition, number)
        _store(experiment, condition, number, batch)
    return int(batch.units)


def _store(experiment: AnyExperiment, condition: Condition, number: int, batch: Tally) -> None:
    path = _path(experiment, condition, number)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, msgspec.json.encode(batch))


def all_kept(experiment: AnyExperiment, condition: Condition, units: int) -> dict[int, Any]:
    """The tallies of the finished batches, up to this many units, by batch number."""
    found = {}
    for path in sorted((folder(experiment) / condition.name).glob("[0-9]*.json")):
        number = int(path.stem)
        inside = number < _batches(experiment, units)
        batch = stored_tally(experiment, condition, number) if inside else None
        if batch is not None:
            found[number] = batch
    return found


def so_far(experiment: AnyExperiment, condition: Condition, units: int) -> Any:
    """The sum of all of these."""
    return experiment.tally.total(all_kept(experiment, condition, units))


def results_of(experiment: AnyExperiment) -> Results:
    """The results of the plan so far, without conditions that have none."""
    found = {each: so_far(experiment, each, units) for each, units in experiment.plan().items()}
    return {condition: tally for condition, tally in found.items() if tally.units}


def run(
    experiment: AnyExperiment,
    condition: Condition,
    units: int,
    advance: Callable[[int], None],
    workers: int = 1,
) -> None:
    """Run what is missing up to this many units. `advance` is called with the units of each
    batch."""
    there = all_kept(experiment, condition, units)
    for batch in there.values():
        advance(batch.units)
    missing = [each for each in range(_batches(experiment, units)) if each not in there]
    if workers == 1:
        for number in missing:
            advance(keep(experiment, condition, number))
    elif missing:
        _run_in_processes(experiment, condition, missing, advance, workers)


def _run_in_processes(
    experiment: AnyExperiment,
    condition: Condition,
    missing: list[int],
    advance: Callable[[int], None],
    workers: int,
) -> None:
    spawn = multiprocessing.get_context("spawn")
    with (
        ProcessPoolExecutor(workers, spawn, _ignore_interrupts) as pool,
        between_steps(advance) as reported,
    ):
        # A process gets no more of an experiment than its trial: the rest need not be picklable.
        jobs = {pool.submit(experiment.trial, condition, number): number for number in missing}
        for job, number in jobs.items():
            job.add_done_callback(partial(_store_result, experiment, condition, number))
        try:
            for job in as_completed(jobs):
                reported(job.result().units)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _store_result(
    experiment: AnyExperiment, condition: Condition, number: int, job: "Future[Tally]"
) -> None:
    """Store what a process has done, after Ctrl-C too."""
    if not job.cancelled() and not job.exception():
        _store(experiment, condition, number, job.result())


def _ignore_interrupts() -> None:
    """Ctrl-C reaches all processes of a terminal: a worker finishes its batch."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def lines(experiment: AnyExperiment, results: Results) -> list[str]:
    """The progress and result of each condition of the plan."""
    found = []
    for condition, units in experiment.plan().items():
        tally = results.get(condition, experiment.tally())
        found.append(
            f"{condition.name:26} {thousands(tally.units):>9} of {thousands(units):>9}"
            f" {', '.join(filter(None, (experiment.unit, experiment.said(condition, tally))))}"
        )
        found += [f"    wrong: {fault}" for fault in experiment.faults(condition, tally)]
    return found


def write(experiment: AnyExperiment, results: Results, command: str) -> None:
    """Write the page, its pictures, and the figures that other pages state."""
    page = PAGES / f"{experiment.name}.md"
    pictures = experiment.pictures(results)
    report.write_page(page, experiment.title, command, experiment.body(results), pictures)
    figures.keep(experiment.stated(results), command)
    experiment.also(results)


def _complete(experiment: AnyExperiment, results: Results) -> bool:
    """Whether the whole plan has been run."""
    plan = experiment.plan()
    return all(
        condition in results and results[condition].units >= units
        for condition, units in plan.items()
    )


def _part(experiment: AnyExperiment, only: str) -> AnyExperiment:
    """The same experiment, with only the conditions whose name contains this."""
    chosen = {each: units for each, units in experiment.plan().items() if only in each.name}
    return replace(experiment, plan=lambda: chosen)


def _chosen(experiment: AnyExperiment, question: str, words: list[str]) -> argparse.Namespace:
    text = f"{question} An interrupted run continues."
    parser = Parser(prog=f"lodeboard lab {experiment.name}", description=text)
    parser.add_argument("--status", action="store_true", help="print the progress; run nothing")
    page = f"docs/measured/{experiment.name}.md"
    parser.add_argument("--write", action="store_true", help=f"also write {page}")
    parser.add_argument(
        "--most",
        type=at_least_one,
        metavar="N",
        help=f"at most N {experiment.unit} under each condition",
    )
    parser.add_argument(
        "--workers", type=at_least_one, default=1, metavar="N", help="number of processes"
    )
    parser.add_argument("--only", metavar="WORD", help="only conditions with this in their name")
    parser.add_argument("--fresh", action="store_true", help="discard earlier results")
    chosen = parser.parse_args(words)
    if chosen.only and not _part(experiment, chosen.only).plan():
        parser.error(f"--only {chosen.only}: no condition has this in its name")
    if chosen.only and chosen.write:
        parser.error("--write takes the whole plan, not --only a part")
    return chosen


def main(experiment: AnyExperiment, question: str, words: list[str]) -> int:
    """Run an experiment from its command line; return the exit status."""
    chosen = _chosen(experiment, question, words)
    part = _part(experiment, chosen.only) if chosen.only else experiment
    if chosen.fresh:
        shutil.rmtree(folder(part), ignore_errors=True)
    interrupted = False
    try:
        for condition, units in [] if chosen.status else part.plan().items():
            wanted = units if chosen.most is None else min(units, chosen.most)
            with progress_bar(wanted, _BAR, desc=condition.name, postfix=part.unit) as bar:
                run(part, condition, wanted, bar.update, chosen.workers)
    except KeyboardInterrupt:
        interrupted = True
    results = results_of(part)
    print("\n".join(lines(part, results)))
    if interrupted:
        print("Interrupted; the same command continues from here.", file=sys.stderr)
        return INTERRUPTED
    whole = _complete(part, results) and not chosen.only
    if whole and not chosen.status:
        print(f"\n{part.body(results)}")
    missed = part.missed(results) if whole else ()
    print("".join(f"missed: {each}\n" for each in missed), end="", file=sys.stderr)
    if chosen.write and results:
        write(part, results, f"lodeboard lab {experiment.name} --write")
    failed = missed or any(part.faults(*each) for each in results.items())
    return FAILED if failed else OK
