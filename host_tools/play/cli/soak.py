"""`lodeboard soak`: many games in a row on a simulated board."""

import argparse

from host_tools.board.hands.soak import FIRST, MANY, SoakError, soak
from host_tools.build import profiles
from host_tools.jobs.command import FAILED, UsageError, complain
from lodeboard.games.catalogue import GAMES

EPILOG = f"""\
examples:
  lodeboard soak              {MANY} games: how many per minute, and the memory left in use
  lodeboard soak --count 50
  lodeboard soak --game {GAMES[-1]}
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `lodeboard soak`."""
    parser.epilog = EPILOG
    parser.add_argument("--count", type=int, default=MANY, metavar="N", help="how many games")
    parser.add_argument("--game", choices=GAMES, default=FIRST, help="which game")
    profiles.add_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play; 1 if the board did not respond as expected."""
    if arguments.count < 1:
        raise UsageError(f"--count {arguments.count}: at least one game")
    try:
        figures = soak(arguments.count, arguments.game, arguments.board)
    except SoakError as error:
        complain("soak", error)
        return FAILED
    for what, figure in figures.items():
        print(f"{what:34}{figure:12.0f}")
    return 0
