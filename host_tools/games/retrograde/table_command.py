"""`lodeboard tables` for games from outside."""

import argparse
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from host_tools.build import outside
from host_tools.games.retrograde import table
from host_tools.games.retrograde.solution import Values, open_values
from host_tools.games.table_files import TABLES, write_table
from host_tools.jobs.command import FAILED, OK, UsageError
from host_tools.jobs.progress import progress_bar
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import Game
from lodeboard.system.loader import make_game

_CHECKING = "{desc} [{bar:24}] {n_fmt} of {total_fmt} positions"


class SolvedTables:
    """Builds and verifies tables from solutions of games from outside."""

    reports = False
    description = """\
A game of --games that `lodeboard solve` has solved: the score of every position, for the level
"perfect" and for the coach. It is stored beside the game's rules, and with every rule set's table
there, the board gets them and offers the level. verify reads the file as the board does, compares
every score with the solution, and has the board's player decide against every reply. It is for
games of tiles with one step a move; other games of --games have no table.
"""
    examples = """\
  lodeboard tables build --game teeko --games DIR
"""

    def __init__(self, name: str) -> None:
        self.name = name

    def add_arguments(self, _: Any) -> list[argparse.Action]:
        return []

    def run(self, rule_sets: Sequence[str], arguments: argparse.Namespace) -> int:
        return max(self._run(rules, arguments) for rules in rule_sets)

    def _run(self, rules: str, arguments: argparse.Namespace) -> int:
        path = outside.table_path(outside.added()[self.name], rules)
        title = f"{self.name} {rules}".rstrip()
        if arguments.folder != TABLES:
            return _leave_out(
                f"--folder: the table of {title} is stored beside its rules", arguments
            )
        game = make_game(self.name, rules)
        try:
            values = open_values(game)
            if values is None:
                first = f"{title} is not solved: `lodeboard solve {game.name}` comes first"
                return _leave_out(first, arguments)
            if arguments.act == "build":
                data = table.build(game, values)
                write_table(path, data)
                print(f"{title}: {path} ({len(data):,} bytes)")
                return OK
            return _verify(path, game, values, title)
        except table.TableError as error:
            raise UsageError(f"{title}: {error}") from error


def _leave_out(why: str, arguments: argparse.Namespace) -> int:
    """Raise UsageError if the game was named; otherwise say why it is left out of all games."""
    if arguments.game is not None:
        raise UsageError(why)
    print(why)
    return OK


def _verify(path: Path, game: Game, values: Values, title: str) -> int:
    if outside.PERFECT not in LEVELS[game.name]:
        raise UsageError(f"{title}: not every rule set has a table of the present rules")
    with closing(progress_bar(len(values.keys), _CHECKING, stays=False)) as bar:
        bar.set_description_str(title, refresh=False)

        def show(done: int, total: int) -> None:
            bar.n, bar.total = done, total
            bar.update(0)

        try:
            scores, decisions = table.prove(path, game.name, game.rules, values, show)
        except table.TableError as error:
            print(f"{title}: THE TABLE IS WRONG: {error}")
            return FAILED
    print(f"{title}: {scores:,} scores and {decisions:,} decisions are right")
    return OK
