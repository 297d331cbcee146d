"""`lodeboard solve` for a game without a solver of its own."""

import argparse
import os
import shutil
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from host_tools.games.contract import StoreError
from host_tools.games.retrograde import chances, solution, values
from host_tools.games.retrograde.explore import MOST, Explorer
from host_tools.games.retrograde.report import report
from host_tools.jobs.cache import solution_folder
from host_tools.jobs.command import OK, at_least_one
from host_tools.jobs.files import alone, write_whole
from host_tools.jobs.interrupt import between_steps
from host_tools.jobs.progress import progress_bar
from lodeboard.system.loader import make_game

_EXPLORING = "{desc} [{bar:24}] {n_fmt} examined of {total_fmt} found, {rate_fmt}"
_Solve = Callable[[Path, Callable[[int, float], None]], values.Scores]
_VALUING = "{desc} [{bar:24}] {percentage:.0f} % known{postfix}"


class SolveAny:
    """Explores a game by its rules alone, then finds all values backward from the ends."""

    reports = True
    description = f"""\
Other games, also those of --games: find every position that play from the beginning can lead to,
by the game's rules alone, and compute value and remoteness of each. This works for games of up to
about {MOST:,} positions. It is plain Python on one core and handles a few thousand positions per
second. A game estimated to be larger, from random games, is refused.

The moves before a position do not count: an end by repetition or by the length of the game is
left out. Where chance acts, the chance of winning takes the place of value and remoteness. The
solution is saved in the user's cache folder. Ctrl-C at any moment leaves what is finished; the next
run goes on from there. A solution of other rules is not used.
"""
    examples = """\
  lodeboard solve teeko --games DIR            a game from outside the project
  lodeboard solve teeko --games DIR --report   how many positions are won, and how soon
"""

    def __init__(self, name: str) -> None:
        self.name = name

    def add_arguments(self, group: Any) -> list[argparse.Action]:
        return [
            group.add_argument(
                "--most", metavar="N", type=at_least_one, default=MOST,
                help=f"refuse a game of more positions (default: {MOST:,})",
            )
        ]  # fmt: skip

    def run(self, rule_sets: Sequence[str], arguments: argparse.Namespace) -> int:
        where = arguments.folder or solution_folder()
        processes = arguments.threads or max(1, (os.cpu_count() or 1) - 1)
        pages: list[str] = []
        for rules in rule_sets:
            found = solve(where, self.name, rules, processes, arguments.most)
            pages.append(report(found, make_game(self.name, rules)))
        if arguments.report is not None:
            text = "\n\n".join(pages) + "\n"
            if arguments.report:
                write_whole(Path(arguments.report), text)
                print(arguments.report)
            else:
                print(text, end="")
        return OK


def solve(where: Path, name: str, rules: str, processes: int, most: int = MOST) -> solution.Values:
    """The solution of a rule set, computed if it is not there. Says so on standard output. Raises
    SolveError and StoreError."""
    game = make_game(name, rules)
    title = f"{name} {rules}".rstrip()
    path = solution.path_of(where, name, rules)
    folder = path.with_suffix(".work")
    with alone(where / f".{path.name}.lock"):
        try:
            known = solution.open_values(game, where)
        except StoreError as error:
            print(f"{title}: {error}; made again")
            known = None
        if known is None:
            explorer = _explore(Explorer(folder, name, rules, processes, most), title)
            rolls = game.match == "rolling"
            scores = _value(folder, title, chances.solve if rolls else values.solve)
            farthest = {} if rolls else _farthest(folder, scores)
            keys, numbers = explorer.sorted()
            solution.write(path, game, keys, scores[numbers], farthest)
            shutil.rmtree(folder)
            known = solution.read(path, game)
    print(f"{title}: {len(known.keys):,} positions solved and saved in {path}")
    return known


def _explore(explorer: Explorer, title: str) -> Explorer:
    more = {"unit": " positions", "unit_scale": True, "initial": explorer.examined}
    with closing(progress_bar(explorer.found or 1, _EXPLORING, stays=False, **more)) as bar:
        bar.set_description_str(title, refresh=False)

        def show(examined: int, found: int) -> None:
            bar.total, bar.n = found, examined
            bar.update(0)

        with between_steps(show) as shown:
            explorer.run(shown)
    return explorer


def _value(folder: Path, title: str, find: _Solve) -> values.Scores:
    with closing(progress_bar(100, _VALUING, stays=False)) as bar:
        bar.set_description_str(title, refresh=False)

        def show(turns: int, part: float) -> None:
            bar.set_postfix_str(f"{turns} turns", refresh=False)
            bar.n = 100 * part
            bar.update(0)

        with between_steps(show) as shown:
            return find(folder, shown)


def _farthest(folder: Path, scores: values.Scores) -> dict[str, str]:
    """A position of the longest win, and of the longest loss, by the verdict's word."""
    undecided = values.undecided(folder)
    found: dict[int, str] = {}
    for word, odd in (("win", 1), ("lose", 0)):
        there = scores[undecided]
        mine = np.where((there > 0) & (there % 2 == odd), there, 0)
        if mine.any():
            found[int(mine.argmax())] = word
    with (folder / "texts").open(encoding="utf-8") as lines:
        return {
            found[number]: line.rstrip("\n") for number, line in enumerate(lines) if number in found
        }
