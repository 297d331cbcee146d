"""`lodeboard solve xtic`: prove what the first position is worth, or check a proof."""

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from host_tools.games.contract import StoreError
from host_tools.games.xtic.solver import facts as store
from host_tools.games.xtic.solver.check import Checker, CheckError, record_path
from host_tools.games.xtic.solver.prove import Prover, Step
from host_tools.jobs.cache import solution_folder
from host_tools.jobs.command import BAD_INPUT, OK, UsageError, at_least_one
from host_tools.jobs.progress import keep, progress_bar

QUESTIONS = ("first giver wins?", "second giver wins?")
_PROVING = "{desc} [{bar:10}]{postfix}"  # all of it fits into 80 columns


class SolveXtic:
    """Proves the value of the first position, or checks such a proof."""

    reports = False
    description = """\
Print the value of the first position of xtic. The proof comes with the program; --restart proves
it again from nothing, in minutes for nodiags and in hours for the others. Results are written to
the user's cache folder every minute; after Ctrl-C the next run continues.

--check verifies the proof with other code: the value must follow from facts about positions with
six pieces, and the board's engine searches N of these facts again. --check 0 searches all, in an
hour or two; after Ctrl-C the next run continues.
"""
    examples = """\
  lodeboard solve xtic --rules nodiags --restart
  lodeboard solve xtic --rules nodiags --check
"""

    def add_arguments(self, group: Any) -> list[argparse.Action]:
        return [
            group.add_argument(
                "--check", metavar="N", nargs="?", const=20, type=int,
                help="verify the proof; search N of its facts again (default: 20; 0: all)",
            ),
            group.add_argument(
                "--restart", action="store_true",
                help="remove what has been proved, or with --check 0 checked; begin with nothing",
            ),
            group.add_argument(
                "--memory", metavar="MB", type=at_least_one, default=1600,
                help="for tables (default: 1600)",
            ),
        ]  # fmt: skip

    def run(self, rule_sets: Sequence[str], arguments: argparse.Namespace) -> int:
        where = arguments.folder or solution_folder()
        threads = arguments.threads or os.cpu_count() or 1
        if arguments.check is not None and arguments.check < 0:
            raise UsageError("--check takes the number of facts to search again, 0 for all")
        try:
            status = OK
            for name in rule_sets:
                with _alone(name, where, "" if arguments.check is None else "-check"):
                    if arguments.check is None:
                        _prove(name, where, threads, arguments.memory, arguments.restart)
                    elif not _check(name, where, threads, arguments.check, arguments.restart):
                        status = BAD_INPUT
            return status
        except StoreError as error:
            raise UsageError(
                f"{error}; --restart begins again without it, or remove the file yourself"
            ) from error


@contextmanager
def _alone(rules: str, where: Path, job: str) -> Iterator[None]:
    """Prevent a second run of the same job, which would overwrite the results of the first."""
    path = where / f".xtic-{rules}{job}.lock"
    try:
        where.mkdir(parents=True, exist_ok=True)
        lock = path.open("w", encoding="ascii")
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from error
    with lock:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415 - not to be had on Windows

            try:
                fcntl.flock(lock.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise UsageError(
                    f"another run is at work on {rules} in {where}: wait for it, end it, or say"
                    " --folder"
                ) from error
        yield


def _prove(rules: str, where: Path, threads: int, megabytes: int, restart: bool) -> None:
    path = store.facts_path(rules, where)
    if restart:
        path.unlink(missing_ok=True)
    shown = Progress(rules)
    try:
        begin = None if restart else store.shipped(rules)
        prover = Prover(rules, where, threads, megabytes * 1_000_000, begin=begin)
        value = prover.run(shown.report)
    finally:
        shown.close()
    facts = prover.facts
    print(
        f"{rules}: {value} for who gives first; {facts.nodes:,} positions searched in"
        f" {facts.seconds:,.0f} s, {len(facts.known):,} facts saved in {path}"
    )


def _check(rules: str, where: Path, threads: int, sample: int, restart: bool) -> bool:
    """Check the proof in the folder, as requested by --check. False if it does not hold."""
    path = store.facts_path(rules, where)
    if not path.exists():
        raise UsageError(f"there is no {path}: lodeboard solve xtic --rules {rules} makes it")
    record = None if sample else record_path(rules, where)
    if record and restart:
        record.unlink(missing_ok=True)
    shown = Progress(rules)
    try:
        checker = Checker(rules, path)
        value, needed = checker.prove(shown.say)
        done = checker.search_again(needed, sample, shown.say, threads, record)
    except CheckError as error:
        shown.close()
        print(f"{rules}: the proof does not hold: {error}")
        return False
    shown.close()
    part = ", which is not all there is to prove," if value == "not-win" else ""
    print(
        f"{rules}: {value} for who gives first{part} follows from {len(needed):,} facts; {done:,}"
        f" of them searched again and found right ({checker.seconds:,.0f} s)"
    )
    return True


class Progress:
    """One progress line that is overwritten on a terminal, otherwise a line a minute."""

    EVERY_S = 60.0

    def __init__(self, rules: str) -> None:
        self._rules = rules
        self._bar = progress_bar(1, "{desc}", stays=False)
        self.close = self._bar.close
        self._last = time.monotonic()

    def report(self, step: Step) -> None:
        text = f"{step.known:,} facts"
        if step.left is not None:
            self._bar.n = step.known / max(1, step.known + step.left)
            text = f"{100 * self._bar.n:.1f}%, {text}, some {step.left:,} left"
        self._show(_PROVING, QUESTIONS[step.question], text)

    def say(self, text: str) -> None:
        self._show("{desc}", text)

    def _show(self, form: str, *texts: str) -> None:
        if not self._bar.disable:
            self._bar.bar_format = form
            self._bar.set_description_str(f"{self._rules}: {texts[0]}", refresh=False)
            self._bar.set_postfix_str(*texts[1:], refresh=False)
            self._bar.update(0)
        elif time.monotonic() - self._last > self.EVERY_S:
            self._last = time.monotonic()
            keep(f"{self._rules}: {' '.join(texts)}")
