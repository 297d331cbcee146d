"""`lodeboard tables`: makes the board's tables from the solution, and proves them."""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from host_tools.compiled import machine_code
from host_tools.console import OK, UsageError
from host_tools.solver.index import Tier
from host_tools.solver.solution import Solution
from host_tools.solver.store import StoreError
from host_tools.tablefiles import TABLES
from host_tools.tables.build import TIERS, build, search_path, table_path, weights_path
from host_tools.tables.verify import Proof, Verifier
from lodeboard.engine.flip_book import BookError
from lodeboard.engine.flip_book_kernel import flip_order
from lodeboard.games.flip import Flip

FAILED = 1

DESCRIPTION = """\
The board's tables of flip tiles: for every position of at most seven tiles, between turns or
between flip and placement, which step keeps its value.

build   makes them from the solution (lodeboard solve flip) and the learned weights that are
        kept beside the program, the same bit for bit every time
verify  plays every such position from the tables, with the firmware's own code compiled for
        this computer, and asks the solution whether the step keeps the value; exit status 1
        when one does not

Both take some minutes for a rule set on two cores. Ctrl-C leaves nothing half done; the next run
goes on from there, as long as it is about the same tables and the same solution.
"""
EPILOG = """\
examples:
  lodeboard tables build                     both rule sets, into the firmware's folder
  lodeboard tables verify --rules eclipse    one of them
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("act", metavar="ACT", choices=["build", "verify"], help="build or verify")
    parser.add_argument(
        "--rules", metavar="R", help=f"rule set: {' or '.join(Flip.rule_sets)} (default: both)"
    )
    parser.add_argument(
        "--folder", metavar="DIR", type=Path, default=TABLES,
        help="where the tables are (default: with the firmware)",
    )  # fmt: skip
    parser.add_argument("--solution", metavar="DIR", type=Path, help="where the solution is")
    parser.add_argument("--notes", metavar="DIR", type=Path, help="where to note what is done")


def run(arguments: argparse.Namespace) -> int:
    rules = arguments.rules
    if rules is not None and rules not in Flip.rule_sets:
        raise UsageError(f'flip has no rule set "{rules}": choose {" or ".join(Flip.rule_sets)}')
    if machine_code(flip_order) is None:
        raise UsageError("this needs Numba: make setup-check installs it")
    status = OK
    for name in Flip.rule_sets if rules is None else (rules,):
        try:
            solution = Solution(name, arguments.solution)
        except FileNotFoundError as error:
            raise UsageError(f"{error}: lodeboard solve flip computes it") from error
        try:
            if arguments.act == "build":
                _build(name, solution, arguments.folder, arguments.notes)
            elif not _verify(name, solution, arguments.folder, arguments.notes):
                status = FAILED
        except (BookError, StoreError) as error:
            raise UsageError(str(error)) from error
        finally:
            solution.close()
    return status


def _build(rules: str, solution: Solution, folder: Path, kept: Path | None) -> None:
    bar = Progress(f"{rules}: ranking")
    weights, search = weights_path(rules).read_bytes(), search_path(rules).read_bytes()
    data = build(rules, solution, weights, search, bar.tell, kept)
    bar.close()
    folder.mkdir(parents=True, exist_ok=True)
    path = table_path(rules, folder)
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    print(f"{rules}: {path} ({len(data):,} bytes; this run {bar.seconds:.0f} s)")


def _verify(rules: str, solution: Solution, folder: Path, notes: Path | None) -> bool:
    bar = Progress(f"{rules}: proving")
    proofs = Verifier(rules, solution, table_path(rules, folder), notes).run(bar.tell)
    bar.close()
    for line in told(rules, proofs):
        print(line)
    # What is not decided by a table, positions of eight and more tiles, is proved elsewhere.
    return not any(proof.misses for proof in proofs)


def told(rules: str, proofs: Sequence[Proof]) -> list[str]:
    """What was covered, a line for each tier and look-up, and a sum."""
    lines = []
    for proof in proofs:
        what = "flips" if proof.flipping else "placements"
        line = (
            f"{rules}: {proof.k} tiles, {what:10} {proof.slots:9,} positions,"
            f" {proof.matter:9,} proved, {proof.lost:8,} lost anyway, {proof.decided:8,}"
            f" not asked, {proof.misses} wrong"
        )
        lines.append(line + (f" (first: slot {proof.wrong[0]})" if proof.wrong else ""))
    matter = sum(proof.matter for proof in proofs)
    misses = sum(proof.misses for proof in proofs)
    verdict = "every step played keeps the value" if not misses else f"{misses:,} STEPS DO NOT"
    lines.append(f"{rules}: {matter:,} decisions from the table: {verdict}")
    return lines


class Progress:
    """How far the slots of all tiers are, as one line that renews itself on a terminal."""

    WIDTH = 24

    def __init__(self, what: str) -> None:
        self._what = what
        self._total = 2 * sum(Tier(k).slots for k in TIERS)
        self._done = 0
        self._begun = time.monotonic()
        self._shown = 0.0
        self._terminal = sys.stderr.isatty()
        self.seconds = 0.0

    def tell(self, k: int, flipping: bool, slots: int) -> None:
        """Take in that so many slots more are done."""
        self._done += slots
        now = time.monotonic()
        self.seconds = now - self._begun
        if not self._terminal or now - self._shown < 0.1:
            return
        self._shown = now
        part = self._done / self._total
        rate = self._done / max(self.seconds, 1e-3)
        full = round(self.WIDTH * part)
        bar = "#" * full + "." * (self.WIDTH - full)
        left = (self._total - self._done) / max(rate, 1e-3)
        print(
            f"\r\033[K{self._what} {k} tiles, {'flips' if flipping else 'placements'} [{bar}]"
            f" {rate:,.0f} positions/s, {left:.0f} s left",
            end="", file=sys.stderr, flush=True,
        )  # fmt: skip

    def close(self) -> None:
        """Leave the terminal with its cursor on a line of its own."""
        self.seconds = time.monotonic() - self._begun
        if self._terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
