"""`lodeboard solve kono`: the value and the remoteness of every position."""

import argparse
from collections.abc import Sequence
from typing import Any

from host_tools.games.kono.solver.compute import NAME, Solver
from host_tools.games.tiers.progress import solve_and_show
from host_tools.jobs.cache import solution_folder
from host_tools.jobs.command import OK


class SolveKono:
    """Computes the whole solution in one run."""

    reports = False
    description = """\
Compute the value and the remoteness of every position of Four Field Kono, 38 745 279 of them, by
retrograde analysis, with no tile on the board up to 16. It takes a few seconds of one core, 210 MB
of memory, and 4 MB of disk.

The solution is stored beside that of flip tiles. Then `lodeboard analyse`, `lodeboard review` and
the page's analysis know every position exactly. After Ctrl-C the next run checks what is finished
and continues. A damaged file is reported and computed again.
"""
    examples = """\
  lodeboard solve kono                    Four Field Kono
"""

    def add_arguments(self, group: Any) -> list[argparse.Action]:
        return []

    def run(self, rule_sets: Sequence[str], arguments: argparse.Namespace) -> int:
        where = arguments.folder or solution_folder()
        solve_and_show(Solver(where, arguments.threads), NAME)
        return OK
