"""`lodeboard solve kono`: the value and the remoteness of every position."""

import argparse
import time
from collections.abc import Sequence
from typing import Any

from host_tools.games.contract import StoreError
from host_tools.games.kono.solver.compute import TIERS, SolveError, solve
from host_tools.games.kono.solver.solution import solution_path, write_solution
from host_tools.jobs.command import OK, UsageError
from host_tools.jobs.progress import progress_bar


class SolveKono:
    """Computed whole, in one go."""

    description = """\
Compute the value and the remoteness of every position of Four Field Kono, 39 million of them, by
retrograde analysis. It takes a minute or two on one core, 360 MB of memory, and 23 MB of disk. The
solution is kept in the user's cache folder. Ctrl-C leaves things as they were.
"""
    examples = """\
  lodeboard solve kono
"""

    def add_arguments(self, group: Any) -> list[argparse.Action]:
        return []

    def run(self, rule_sets: Sequence[str], arguments: argparse.Namespace) -> int:
        path = solution_path(arguments.folder)
        begun = time.monotonic()
        try:
            with progress_bar(TIERS) as bar:
                scores = solve(lambda *_: bar.update())
            size = write_solution(path, scores)
        except (SolveError, StoreError) as error:
            raise UsageError(str(error)) from error
        seconds = time.monotonic() - begun
        print(f"kono: solved and kept in {path} ({size / 1e6:.0f} MB; this run {seconds:.0f} s)")
        return OK
