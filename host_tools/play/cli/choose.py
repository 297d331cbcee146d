"""`lodeboard choose`: the moves that the board's own player makes."""

import argparse

from host_tools.games.analysis.choice import choose
from host_tools.games.engine import make_engine
from host_tools.jobs.command import OK, UsageError
from host_tools.play.cli.console import add_game, answer_positions, examples, open_game
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import Game
from lodeboard.storage import ratings

FAIR = "fair"

DESCRIPTION = """\
Read positions from standard input, one per line, and write for each one JSON object per line with
the move that the board would make. This runs the firmware's own code on this computer.

  position  the position
  move      the move chosen
  from      its source: search, table, book, or chance if nothing was evaluated
  nodes     number of positions evaluated
  level     only for the level "fair": the one that follows from --rating

The same position always gets the same move. For an invalid or decided position the line is
{"position": ..., "error": ...}; the run continues and the exit status is 1. Blank lines are
skipped.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.epilog = "examples:\n" + examples("choose")
    add_game(parser)
    parser.add_argument(
        "--level",
        metavar="L",
        help='playing strength (default: the strongest); "fair" is the level for --rating',
    )
    parser.add_argument(
        "--rating",
        metavar="N",
        type=int,
        help="with \"--level fair\": the player's rating (default: a new player's)",
    )
    parser.add_argument("--levels", action="store_true", help="only list the levels, weakest first")


def level_for(game: Game, rating: int | None) -> int:
    """Return the level of a fair opponent for a player of this rating; None is for a new player."""
    strengths = ratings.strengths_of(game, len(LEVELS[game.name]))
    new = ratings.new_player(strengths)
    return ratings.level_for(strengths, new[0] if rating is None else rating, new[1])


def run(arguments: argparse.Namespace) -> int:
    game = open_game(arguments)
    levels = LEVELS[arguments.game]
    if arguments.levels:
        print("\n".join(levels))
        return OK
    name = levels[-1] if arguments.level is None else arguments.level
    fair = name == FAIR
    if arguments.rating is not None and not fair:
        raise UsageError(f'--rating belongs to "--level {FAIR}"')
    if fair:
        name = levels[level_for(game, arguments.rating)]
    if name not in levels:
        raise UsageError(f'{game.name} has no level "{name}": choose {", ".join(levels)}')
    player, _ = make_engine(arguments.game)
    level = levels.index(name)
    told = {"level": name} if fair else {}
    return answer_positions(game, "choose", lambda: choose(game, player, level) | told)
