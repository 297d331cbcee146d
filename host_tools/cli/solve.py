"""`lodeboard solve`: the exact value of every position of flip tiles, of the first of xtic."""

import argparse
import math
import time
from collections.abc import Sequence
from pathlib import Path

from host_tools.cli.console import OK, UsageError
from host_tools.games.flip.solver import compute
from host_tools.games.flip.solver.index import CELLS, Tier
from host_tools.games.flip.solver.report import findings, markdown, page
from host_tools.games.flip.solver.report.census import CensusError
from host_tools.games.flip.solver.solution import folder
from host_tools.games.flip.solver.store import StoreError
from host_tools.games.xtic.solver import command
from host_tools.jobs.progress import Bar, Line, drawn
from host_tools.jobs.report import write_page, write_whole
from lodeboard.games.flip.rules import Flip
from lodeboard.games.xtic.rules import Xtic

REPORT = Path("flip-solution.html")

DESCRIPTION = """\
flip: Compute the value and the remoteness of every arrangement of flip tiles, 32 956 254 945 of
them, with 16 tiles on the board down to none. It takes a minute or two for a rule set on two
cores, 900 MB of memory, and 115 MB of disk.

The solution is kept in the user's cache folder. From then on `lodeboard analyse`, `lodeboard
review` and the page's analysis know every position exactly. Ctrl-C at any moment leaves what
is finished; the next run checks it and goes on from there. A damaged file is named and made
anew.

With --report a page is written: how many arrangements are won, tied and lost, how soon,
what each first move and its answers are worth, how often a random move keeps the value, the
longest forced wins. It is one HTML file that needs nothing else; a FILE that ends in .md becomes
a shorter Markdown page, with its pictures in the folder "pictures" beside it.

xtic: Prove what the first position is worth. It takes hours for a rule set; what has been proved
is written to the user's cache folder every minute, Ctrl-C at any moment leaves it there, and the
next run goes on. `lodeboard analyse` knows it from then on.

With --check such a proof is checked by other means than it was found with: that the value follows
from facts about positions with six pieces, and N of these facts searched again by the engine of
the board (0: all of them, which takes longer than finding them did).
"""
EPILOG = """\
examples:
  lodeboard solve flip                    both rule sets
  lodeboard solve flip --rules eclipse    one of them
  lodeboard solve flip --report           writes flip-solution.html
  lodeboard solve xtic --rules nodiags    goes on with the proof
  lodeboard solve xtic --rules nodiags --check
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("game", metavar="GAME", choices=["flip", "xtic"], help="flip or xtic")
    sets = "; ".join(f"{game.name}: {', '.join(game.rule_sets)}" for game in (Flip, Xtic))
    parser.add_argument("--rules", metavar="R", help=f"rule set (default: all; {sets})")
    parser.add_argument(
        "--report", metavar="FILE", nargs="?", const=REPORT, type=Path,
        help=f"flip: write the report there (default: {REPORT})",
    )  # fmt: skip
    parser.add_argument(
        "--check", metavar="N", nargs="?", const=20, type=int,
        help="xtic: check the proof, N of its facts by searching again (default: 20)",
    )  # fmt: skip
    parser.add_argument("--anew", action="store_true", help="xtic: forget what has been proved")
    parser.add_argument(
        "--memory", metavar="MB", type=int, default=1600, help="xtic: for tables (default: 1600)"
    )
    parser.add_argument("--folder", metavar="DIR", type=Path, help="keep the solution there")
    parser.add_argument("--threads", metavar="N", type=int, default=0, help="default: all cores")


def run(arguments: argparse.Namespace) -> int:
    if arguments.game == "xtic":
        if arguments.report:
            raise UsageError("--report is for flip")
        return command.run(arguments)
    if arguments.check is not None or arguments.anew:
        raise UsageError("--check and --anew are for xtic")
    rules = arguments.rules
    if rules is not None and rules not in Flip.rule_sets:
        raise UsageError(f'flip has no rule set "{rules}": choose {" or ".join(Flip.rule_sets)}')
    where = arguments.folder or folder()
    names = Flip.rule_sets if rules is None else (rules,)
    try:
        for name in names:
            _solve(name, where, arguments.threads)
        if arguments.report:
            _report(arguments.report, names, where, arguments.threads)
    except (compute.SolveError, CensusError, StoreError) as error:
        raise UsageError(str(error)) from error
    return OK


def _solve(rules: str, where: Path, threads: int) -> None:
    begun = time.monotonic()
    shown = Progress(rules)
    troubles = compute.Solver(rules, where, threads).run(shown.tell)
    shown.close()
    for trouble in troubles:
        print(f"{rules}: {trouble}; made anew")
    size = sum(path.stat().st_size for path in where.glob(f"flip-{rules}-*.tier"))
    seconds = time.monotonic() - begun
    print(f"{rules}: solved and kept in {where} ({size / 1e6:.0f} MB; this run {seconds:.0f} s)")


def _report(target: Path, names: Sequence[str], where: Path, threads: int) -> None:
    """Write the report on whole solutions."""
    bar = Bar(1000 * len(names))
    told = done = 0

    def each(work: int) -> None:
        nonlocal told, done
        done += work
        while told < 1000 * done // findings.WORK:
            told += 1
            bar.advance()

    found = [findings.gather(name, where, threads, each) for name in names]
    bar.close()
    command = "lodeboard solve flip --report"
    if target.suffix == ".md":
        folder = target.parent / "pictures"
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in markdown.pictures(found).items():
            write_whole(folder / name, text)
        write_page(target, markdown.TITLE, f"{command} {target}", markdown.make_markdown(found))
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, page.make_page(found, command))
    print(target)


class Progress:
    """What is being done, as one line that renews itself on a terminal, and a line a tier."""

    def __init__(self, rules: str) -> None:
        self._rules = rules
        self._clock = compute.Clock()
        self._slots = [Tier(k).slots for k in range(CELLS + 1)]
        self._line = Line()
        self.close = self._line.close
        self._tier = (-1, "")
        self._begun = time.monotonic()

    def tell(self, step: compute.Step) -> None:
        """Take in how far the work is."""
        now = time.monotonic()
        if self._tier != (step.k, step.act):
            self._tier = (step.k, step.act)
            self._begun = now
        slots = self._slots[step.k]
        if step.file_bytes:
            size = f"{step.file_bytes / 1e6:.1f} MB"
            line = f"{self._rules}: {step.k:2} tiles: {slots:11,} positions, {size}"
            self._line.keep(line + (" (was there)" if step.act == "checking" else ""))
            return
        rate = slots * step.done / max(now - self._begun, 1e-3) / 1e6
        left = self._clock.left_s(step)
        rest = "" if math.isnan(left) else f", {left:.0f} s left"
        self._line.show(
            f"{self._rules}: {step.k:2} tiles {step.act:8} {drawn(step.done)} {rate:5.0f}"
            f" M positions/s{rest}"
        )
