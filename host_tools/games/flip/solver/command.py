"""`lodeboard solve flip`: the exact value of every position."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from host_tools.games.flip.solver import compute
from host_tools.games.flip.solver.report import findings, markdown
from host_tools.games.tiers.progress import solve_and_show
from host_tools.jobs.cache import solution_folder
from host_tools.jobs.command import OK
from host_tools.jobs.files import write_whole
from host_tools.jobs.progress import progress_bar
from host_tools.jobs.report import write_page

REPORT = "flip-solution.md"
_PERCENT = "[{bar:40}] {percentage:.1f} %"


class SolveFlip:
    """Computes the solution and writes a report on it."""

    reports = True
    description = """\
Compute the value and the remoteness of every arrangement of flip tiles, 32 956 254 945 of them,
from 16 tiles on the board down to none. A rule set takes about 15 seconds on two cores. It needs
900 MB of memory and 115 MB of disk.

The solution is stored in the user's cache folder. Then `lodeboard analyse`, `lodeboard review` and
the page's analysis know every position exactly. After Ctrl-C the next run checks what is finished
and continues. A damaged file is reported and computed again.

--report writes a Markdown page (default: flip-solution.md), with pictures in the folder "pictures"
beside it: how many arrangements are won, tied and lost, the value of each first move and of the
answers to one, how often a random move keeps the value, the longest forced win.
"""
    examples = """\
  lodeboard solve flip                    both rule sets
  lodeboard solve flip --rules eclipse    one of them
  lodeboard solve flip --report           writes flip-solution.md
"""

    def add_arguments(self, group: Any) -> list[argparse.Action]:
        return []

    def run(self, rule_sets: Sequence[str], arguments: argparse.Namespace) -> int:
        where = arguments.folder or solution_folder()
        for name in rule_sets:
            solve_and_show(compute.Solver(name, where, arguments.threads), name)
        if arguments.report is not None:
            _report(Path(arguments.report or REPORT), rule_sets, where, arguments.threads)
        return OK


def _report(target: Path, names: Sequence[str], where: Path, threads: int) -> None:
    """Write the report on whole solutions."""
    with progress_bar(findings.WORK * len(names), _PERCENT) as bar:
        found = [findings.gather(name, where, threads, bar.update) for name in names]
    folder = target.parent / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in markdown.pictures(found).items():
        write_whole(folder / name, text)
    command = f"lodeboard solve flip --report {target}"
    write_page(target, markdown.TITLE, command, markdown.make_markdown(found))
    print(target)
