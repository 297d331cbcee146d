"""`lodeboard tables` of flip tiles: made from the solution, and proved against it."""

import argparse
import time
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path
from typing import Any

from host_tools import CHECKOUT
from host_tools.build.compiled import machine_code
from host_tools.games.flip.solver.index import Tier
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.tables import proof
from host_tools.games.flip.tables.build import TIERS, build, search_path, table_path, weights_path
from host_tools.games.flip.tables.played import Parts, Sample
from host_tools.games.flip.tables.portions import POSITIONS, portions
from host_tools.games.flip.tables.verify import Proof, Verifier
from host_tools.games.table_files import write_table
from host_tools.jobs.command import FAILED, OK, UsageError
from host_tools.jobs.progress import BAR, progress_bar
from host_tools.jobs.report import write_page
from host_tools.setup.extras import no_numba
from lodeboard.games.flip.book_kernel import flip_order

_LINE = f"{{desc}} {BAR} {{rate_fmt}}, {{remaining}} left"


class FlipTables:
    """Ranks of the steps of every position of at most seven tiles."""

    reports = False
    description = """\
The tables have a step that keeps the value of every position with at most seven tiles, between
turns or between flip and placement.

build   makes the tables from the solution (lodeboard solve flip) and the program's learned
        weights; the result is the same bit for bit every time
verify  plays every such position with the firmware's own code, compiled for this computer, and
        compares each step with the solution; then random positions, most of them with eight or
        more tiles, where the board searches; the exit status is 1 if a move gives value away

Both take some minutes for a rule set on two cores. After Ctrl-C the next run continues, if
program, tables and solution have not changed.
"""
    examples = """\
  lodeboard tables build                     all rule sets, into the firmware's folder
  lodeboard tables verify --rules eclipse    one of them
"""

    def add_arguments(self, group: Any) -> list[argparse.Action]:
        return [
            group.add_argument(
                "--positions", metavar="N", type=int, default=POSITIONS,
                help=f"random positions, where the board searches (default: {POSITIONS:,})",
            ),
            group.add_argument(
                "--write", action="store_true", help="also write the page of the proof (verify)"
            ),
            group.add_argument(
                "--solution", metavar="DIR", type=Path, help="where the solution is"
            ),
            group.add_argument(
                "--notes", metavar="DIR", type=Path, help="where to note what is done"
            ),
        ]  # fmt: skip

    def run(self, rule_sets: Sequence[str], arguments: argparse.Namespace) -> int:
        if machine_code(flip_order) is None:
            raise UsageError(no_numba("this"))
        if arguments.write and not CHECKOUT:
            raise UsageError("--write keeps a page of the documentation: it needs a checkout")
        status = OK
        covered: dict[str, tuple[Sequence[Proof], Parts]] = {}
        for name in rule_sets:
            try:
                solution = Solution(name, arguments.solution)
            except FileNotFoundError as error:
                raise UsageError(f"{error}: lodeboard solve flip computes it") from error
            try:
                if arguments.act == "build":
                    _build(name, solution, arguments.folder, arguments.notes)
                else:
                    covered[name] = _verify(name, solution, arguments)
                    proofs, parts = covered[name]
                    if any(each.misses for each in proofs) or proof.whole(parts).misses:
                        status = FAILED
            except BrokenProcessPool as error:
                raise UsageError(
                    "a process that played was ended from outside: run it again"
                ) from error
            finally:
                solution.close()
        if arguments.write and covered:
            command = proof.COMMAND
            if arguments.rules or arguments.positions != POSITIONS:
                command = f"lodeboard tables verify --positions {arguments.positions} --write"
            write_page(proof.PAGE, proof.TITLE, command, proof.page(covered))
        return status


def _build(rules: str, solution: Solution, folder: Path, ranks_folder: Path | None) -> None:
    begun = time.monotonic()
    weights, search = weights_path(rules).read_bytes(), search_path(rules).read_bytes()
    with closing(Progress(f"{rules}: ranking")) as bar:
        data = build(rules, solution, weights, search, bar.report, ranks_folder)
    path = table_path(rules, folder)
    write_table(path, data)
    print(f"{rules}: {path} ({len(data):,} bytes; this run {time.monotonic() - begun:.0f} s)")


def _verify(
    rules: str, solution: Solution, arguments: argparse.Namespace
) -> tuple[Sequence[Proof], Parts]:
    path = table_path(rules, arguments.folder)
    with closing(Progress(f"{rules}: proving")) as bar:
        proofs = Verifier(rules, solution, path, arguments.notes).run(bar.report)
    for line in report_lines(rules, proofs):
        print(line, flush=True)
    if not arguments.positions:
        return proofs, {}
    wanted = portions(rules, arguments.positions)
    sample = Sample(rules, solution.where, arguments.folder, wanted, arguments.notes)
    with closing(Progress(f"{rules}: playing", sample.total, sample.known)) as bar:
        parts, wrong = sample.run(bar.tell_tiles)
    for line in proof.lines(rules, parts, wrong):
        print(line, flush=True)
    return proofs, parts


def report_lines(rules: str, proofs: Sequence[Proof]) -> list[str]:
    """What was covered, a line for each tier and look-up, and a sum."""
    lines = []
    for each in proofs:
        what = "flips" if each.flipping else "placements"
        line = (
            f"{rules}: {each.k} tiles, {what:10} {each.slots:9,} positions,"
            f" {each.matter:9,} proved, {each.lost:8,} lost anyway, {each.decided:8,}"
            f" not asked, {each.misses} wrong"
        )
        lines.append(line + (f" (first: slot {each.wrong[0]})" if each.wrong else ""))
    matter = sum(each.matter for each in proofs)
    misses = sum(each.misses for each in proofs)
    verdict = "every step played keeps the value" if not misses else f"{misses:,} STEPS DO NOT"
    lines.append(f"{rules}: {matter:,} decisions from the table: {verdict}")
    return lines


class Progress:
    """How far a run is, as one line that renews itself on a terminal. `total`: positions (by
    default the slots of all tables, of both steps), of which so many were `known` before."""

    def __init__(self, what: str, total: int = 0, known: int = 0) -> None:
        self._what = what
        total = total or 2 * sum(Tier(k).slots for k in TIERS)
        self._bar = progress_bar(total, _LINE, stays=False, initial=known, unit=" positions")
        self.close = self._bar.close

    def report(self, k: int, flipping: bool, slots: int) -> None:
        """Take in that so many slots more are done."""
        self._more(f"{k} tiles, {'flips' if flipping else 'placements'}", slots)

    def tell_tiles(self, tiles: int, positions: int) -> None:
        """Take in that so many positions more are done."""
        self._more(f"{tiles} tiles", positions)

    def _more(self, part: str, count: int) -> None:
        self._bar.set_description_str(f"{self._what} {part}", refresh=False)
        self._bar.update(count)
