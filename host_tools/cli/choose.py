"""`lodeboard choose`: the moves that the board's own player makes."""

import argparse
from typing import TYPE_CHECKING, Any

from host_tools.cli.console import OK, UsageError, add_game, answer_positions, open_game
from host_tools.games.engine import make_engine
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import UNDECIDED, VERDICTS, Game, GameError

if TYPE_CHECKING:
    from lodeboard.games.contract import Player

DESCRIPTION = """\
Read positions from standard input, one a line, and write for each, as one JSON object a
line, the move that the board would make there: the firmware's own code, run on this computer.

  position  the position
  move      the move chosen
  from      where it comes from: search, table, book, or chance where nothing was judged
  nodes     positions judged to find it

The same position gets the same move every time. A line that is no possible position, or a
position that is decided, gets {"position": ..., "error": ...}; the run goes on and the exit
status is 1. Blank lines are skipped.
"""
EPILOG = """\
examples:
  lodeboard choose flip --levels
  echo 1_---------------- | lodeboard choose flip
  echo 2_U--------------- | lodeboard choose flip --rules eclipse --level LEVEL
  echo ----------------/5 | lodeboard choose xtic --rules torus --level dont-try
"""

_SLICE = 20_000  # evaluations between two chances to interrupt


def choose(game: Game, player: "Player", level: int) -> dict[str, Any]:
    """The choice of a `player` of the game in the position of `game`, ready for JSON."""
    verdict = game.verdict()
    if verdict != UNDECIDED:
        raise GameError(f"the game is over: {VERDICTS[verdict]} for the player to act")
    player.start(game, level)
    while not player.run(_SLICE):
        pass
    return {
        "position": game.text(),
        "move": game.move_text(list(player.steps)),
        "from": player.source,
        "nodes": player.nodes,
    }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
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
    return answer_positions(game, lambda: choose(game, player, level))
