"""`lodeboard perft`: the number of legal move sequences, the usual test of a rules engine."""

import argparse

from host_tools.build import swap
from host_tools.games.analysis.perft import perft
from host_tools.games.loader import GAMES, host_game
from host_tools.jobs.command import OK, UsageError
from host_tools.play.cli.console import Corrections, add_game, examples, load_position, open_game
from lodeboard.games.contract import GameError

DESCRIPTION = """\
Count the legal move sequences of a given length. A decided position ends its sequences, so
games that end earlier are not counted.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION + "".join(host_game(name).help.move for name in GAMES)
    parser.epilog = "examples:\n" + examples("perft")
    add_game(parser)
    parser.add_argument("depth", metavar="DEPTH", type=int, help="moves in a sequence, 0 or more")
    parser.add_argument(
        "--position", metavar="P", help="count from here instead of the start of the game"
    )


def run(arguments: argparse.Namespace) -> int:
    swap.install(arguments.game)
    game = open_game(arguments)
    if arguments.depth < 0:
        raise UsageError(f"DEPTH is a number of moves, 0 or more, not {arguments.depth}")
    if arguments.position is not None:
        try:
            Corrections("perft").tell(load_position(game, arguments.position))
        except GameError as error:
            raise UsageError(f"--position {arguments.position}: {error}") from error
    # No game is longer, so the answer needs no search.
    print(0 if arguments.depth > game.max_length else perft(game, arguments.depth, {}))
    return OK
