"""`lodeboard choose`: the moves that the board's own player makes."""

import argparse

from host_tools.games.analysis.choice import choose
from host_tools.games.engine import make_engine
from host_tools.jobs.command import OK, UsageError
from host_tools.play.cli.console import add_game, answer_positions, examples, open_game
from lodeboard.games.catalogue import LEVELS

DESCRIPTION = """\
Read positions from standard input, one a line, and write for each, as one JSON object a
line, the move that the board would make there: the firmware's own code, run on this computer.

  position  the position
  move      the move chosen
  from      where it comes from: search, table, book, or chance where nothing was evaluated
  nodes     positions evaluated to find it

The same position gets the same move every time. A line that is no possible position, or a
position that is decided, gets {"position": ..., "error": ...}; the run goes on and the exit
status is 1. Blank lines are skipped.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.epilog = "examples:\n" + examples("choose")
    add_game(parser)
    parser.add_argument("--level", metavar="L", help="how well to play; the last by default")
    parser.add_argument(
        "--levels", action="store_true", help="list the levels, weakest first, and do no more"
    )


def run(arguments: argparse.Namespace) -> int:
    game = open_game(arguments)
    levels = LEVELS[arguments.game]
    if arguments.levels:
        print("\n".join(levels))
        return OK
    name = levels[-1] if arguments.level is None else arguments.level
    if name not in levels:
        raise UsageError(f'{game.name} has no level "{name}": choose {", ".join(levels)}')
    player, _ = make_engine(arguments.game)
    level = levels.index(name)
    return answer_positions(game, "choose", lambda: choose(game, player, level))
