"""`lodeboard check-game`: whether a game has all that the firmware takes for granted."""

import argparse
from pathlib import Path

from host_tools.build import swap
from host_tools.games.conformance import Subject, check
from host_tools.games.loader import GAMES, OutsideError, outside
from host_tools.jobs.command import FAILED, OK, UsageError
from lodeboard.games.catalogue import LEVELS, rule_sets
from lodeboard.games.contract import BaseGame
from lodeboard.system.loader import plugin

DESCRIPTION = """\
Try a game's rules, texts, lights, sentences, coach and levels on random games, the same ones each
time. Prints a line for each property; the exit status is 1 where one does not hold.
"""
EPILOG = f"""\
examples:
  lodeboard check-game {GAMES[0]}
  lodeboard check-game games/teeko     a game in a folder of your own: its code runs here
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `lodeboard check-game`."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument(
        "game", metavar="NAME|DIR", help=f"one of {', '.join(GAMES)}, or the folder of another game"
    )


def run(arguments: argparse.Namespace) -> int:
    """Check every rule set of the game."""
    name: str = arguments.game
    if name in GAMES:
        swap.install(name)
        made, sets = plugin(name), rule_sets(name)
    else:
        try:
            name, made = outside(Path(name))
        except OutsideError as error:
            raise UsageError(f"no game is called {name}: {error}") from error
        game = made.game("")
        sets = game.rule_sets if isinstance(game, BaseGame) else ("",)
    status = OK
    for rules in sets:
        for result in check(Subject(made, rules, LEVELS[name])):
            line = f"{name} {rules}".rstrip() + f": {result.name}"
            print(f"{line}: {result.trouble}" if result.trouble else f"ok  {line}", flush=True)
            if result.trouble:
                status = FAILED
    return status
