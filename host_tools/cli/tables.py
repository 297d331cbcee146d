"""`lodeboard tables`: makes the board's tables from the solution, and proves them."""

import argparse
import os
import time
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from host_tools.build.compiled import machine_code
from host_tools.cli.console import OK, UsageError
from host_tools.games.flip.solver.index import Tier
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.solver.store import StoreError
from host_tools.games.flip.tables import proof
from host_tools.games.flip.tables.build import TIERS, build, search_path, table_path, weights_path
from host_tools.games.flip.tables.played import POSITIONS, Parts, Sample, lots
from host_tools.games.flip.tables.verify import Proof, Verifier
from host_tools.games.table_files import TABLES
from host_tools.games.xtic.solver.check import CheckError
from host_tools.games.xtic.solver.command import Progress as XticProgress
from host_tools.games.xtic.solver.facts import PROOFS, facts_path
from host_tools.games.xtic.tables import build as xtic_build
from host_tools.games.xtic.tables import proof as xtic_proof
from host_tools.jobs.progress import Line, drawn
from host_tools.jobs.report import write_page
from lodeboard.games.book_file import BookError
from lodeboard.games.flip.book_kernel import flip_order
from lodeboard.games.flip.rules import Flip
from lodeboard.games.xtic.rules import Xtic

FAILED = 1
AGAIN = 20
EVERY = (*Flip.rule_sets, *Xtic.rule_sets)

DESCRIPTION = """\
The board's tables. Of flip tiles: for every position of at most seven tiles, between turns or
between flip and placement, which step keeps its value. Of xtic: an opening book, which answers
whatever the other player does, for the players for whom something is proved.

build   makes those of flip tiles from the solution (lodeboard solve flip) and the learned
        weights that are kept beside the program, the same bit for bit every time
verify  plays every such position from the tables, with the firmware's own code compiled for
        this computer, and asks the solution whether the step keeps the value; then random
        positions of any number of tiles, most of them of eight and more, where the board
        searches; exit status 1 when a move gives value away

Both take some minutes for a rule set of flip tiles on two cores. Ctrl-C loses seconds at most;
the next run goes on from there, as long as it is about the same program, tables and solution.

A book of xtic takes seconds. It is made from facts that were proved (lodeboard solve xtic),
which are kept beside the program, the same bit for bit every time; verify plays it against
everything, with the firmware's own code, down to facts about positions with six pieces. There
is none where nothing is proved of the first position.
"""
EPILOG = """\
examples:
  lodeboard tables build                     all rule sets, into the firmware's folder
  lodeboard tables verify --rules eclipse    one of them
  lodeboard tables build --rules nodiags --proofs ~/.cache/lodeboard/solution
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("act", metavar="ACT", choices=["build", "verify"], help="build or verify")
    parser.add_argument("--rules", metavar="R", help=f"rule set: {', '.join(EVERY)} (default: all)")
    parser.add_argument(
        "--folder", metavar="DIR", type=Path, default=TABLES,
        help="where the tables are (default: with the firmware)",
    )  # fmt: skip
    parser.add_argument(
        "--positions", metavar="N", type=int, default=POSITIONS,
        help=f"random positions of flip tiles, where the board searches (default: {POSITIONS:,})",
    )  # fmt: skip
    parser.add_argument(
        "--write", action="store_true", help=f"also write docs/{proof.PAGE.name} (verify)"
    )
    parser.add_argument("--solution", metavar="DIR", type=Path, help="where the solution is")
    parser.add_argument(
        "--proofs", metavar="DIR", type=Path, default=PROOFS,
        help="where the facts about xtic are (default: with the program)",
    )  # fmt: skip
    parser.add_argument(
        "--again", metavar="N", type=int, default=AGAIN,
        help=f"facts about xtic to search again, half a second each (verify; default: {AGAIN})",
    )  # fmt: skip
    parser.add_argument("--notes", metavar="DIR", type=Path, help="where to note what is done")


def run(arguments: argparse.Namespace) -> int:
    rules = arguments.rules
    if rules is not None and rules not in EVERY:
        raise UsageError(f'there is no rule set "{rules}": choose {", ".join(EVERY)}')
    if arguments.again < 0:
        raise UsageError("--again takes the number of facts to search again")
    status = OK
    if rules is None or rules in Flip.rule_sets:
        status = _run_flip(arguments)
    for name in Xtic.rule_sets if rules is None else (rules,):
        if name in Xtic.rule_sets:
            status = max(status, _run_xtic(name, arguments))
    return status


def _run_flip(arguments: argparse.Namespace) -> int:
    rules = arguments.rules
    if machine_code(flip_order) is None:
        raise UsageError("this needs Numba: make setup-check installs it")
    status = OK
    covered: dict[str, tuple[Sequence[Proof], Parts]] = {}
    for name in Flip.rule_sets if rules is None else (rules,):
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
        except (BookError, StoreError) as error:
            raise UsageError(str(error)) from error
        except BrokenProcessPool as error:
            raise UsageError(
                "a process that played was ended from outside: run it again"
            ) from error
        finally:
            solution.close()
    if arguments.write and covered:
        command = proof.COMMAND
        if rules or arguments.positions != POSITIONS:
            command = f"lodeboard tables verify --positions {arguments.positions} --write"
        write_page(proof.PAGE, proof.TITLE, command, proof.page(covered))
    return status


def _build(rules: str, solution: Solution, folder: Path, kept: Path | None) -> None:
    bar = Progress(f"{rules}: ranking")
    weights, search = weights_path(rules).read_bytes(), search_path(rules).read_bytes()
    data = build(rules, solution, weights, search, bar.tell, kept)
    bar.close()
    folder.mkdir(parents=True, exist_ok=True)
    path = table_path(rules, folder)
    _write(path, data)
    print(f"{rules}: {path} ({len(data):,} bytes; this run {bar.seconds:.0f} s)")


def _write(path: Path, data: bytes) -> None:
    """The file whole or not at all."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _run_xtic(rules: str, arguments: argparse.Namespace) -> int:
    """Build or verify one book of xtic; no error where all rule sets are asked for and this one
    has no facts."""
    path = xtic_build.book_path(rules, arguments.folder)
    bar = XticProgress(rules)
    try:
        facts = xtic_build.read_facts(rules, arguments.proofs)
        if facts is None or not xtic_build.proved(facts):
            found = f"nothing is proved of the first position in {arguments.proofs}"
            if arguments.rules is not None or path.exists():
                raise UsageError(f"{rules}: {found}; lodeboard solve xtic goes on proving")
            print(f"{rules}: {found}: no book")
            return OK
        if arguments.act == "build":
            data = xtic_build.build(facts, bar.say)
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(path, data)
            bar.close()
            print(f"{rules}: {path} ({len(data):,} bytes)")
            return OK
        held = xtic_proof.BookProof(rules, facts_path(rules, arguments.proofs), path)
        proofs, needed = held.run(bar.say)
        again = arguments.again and held.search_again(needed, arguments.again, bar.say)
        bar.close()
        print(*xtic_proof.told(rules, proofs, len(needed), again), sep="\n")
        return OK
    except CheckError as error:
        bar.close()
        print(f"{rules}: THE BOOK IS WRONG: {error}")
        return FAILED
    except (BookError, StoreError) as error:
        raise UsageError(str(error)) from error
    finally:
        bar.close()


def _verify(
    rules: str, solution: Solution, arguments: argparse.Namespace
) -> tuple[Sequence[Proof], Parts]:
    bar = Progress(f"{rules}: proving")
    path = table_path(rules, arguments.folder)
    proofs = Verifier(rules, solution, path, arguments.notes).run(bar.tell)
    bar.close()
    for line in told(rules, proofs):
        print(line, flush=True)
    if not arguments.positions:
        return proofs, {}
    wanted = lots(rules, arguments.positions)
    sample = Sample(rules, solution.where, arguments.folder, wanted, arguments.notes)
    bar = Progress(f"{rules}: playing", sample.total, sample.known)
    parts, wrong = sample.run(bar.tell_tiles)
    bar.close()
    for line in proof.lines(rules, parts, wrong):
        print(line, flush=True)
    return proofs, parts


def told(rules: str, proofs: Sequence[Proof]) -> list[str]:
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
        self._total = total or 2 * sum(Tier(k).slots for k in TIERS)
        self._known = known
        self._done = known
        self._begun = time.monotonic()
        self._line = Line()
        self.seconds = 0.0

    def tell(self, k: int, flipping: bool, slots: int) -> None:
        """Take in that so many slots more are done."""
        self._more(f"{k} tiles, {'flips' if flipping else 'placements'}", slots)

    def tell_tiles(self, tiles: int, positions: int) -> None:
        """Take in that so many positions more are done."""
        self._more(f"{tiles} tiles", positions)

    def _more(self, part: str, count: int) -> None:
        self._done += count
        self.seconds = time.monotonic() - self._begun
        rate = (self._done - self._known) / max(self.seconds, 1e-3)
        left = (self._total - self._done) / max(rate, 1e-3)
        bar = drawn(self._done / self._total)
        self._line.show(f"{self._what} {part} {bar} {rate:,.0f} positions/s, {left:.0f} s left")

    def close(self) -> None:
        """Leave the terminal with its cursor on a line of its own."""
        self.seconds = time.monotonic() - self._begun
        self._line.close()
