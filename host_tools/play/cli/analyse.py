"""`lodeboard analyse`: exact values of positions, as JSON Lines."""

import argparse
import json
import sys
from typing import Any

from host_tools.games.contract import HostGame, Solution, StoreError
from host_tools.games.finding import analyse
from host_tools.games.loader import GAMES, host_game
from host_tools.jobs.command import BAD_INPUT, OK, UsageError
from host_tools.play.cli.console import (
    Corrections,
    add_game,
    answer_one,
    answer_positions,
    batches,
    examples,
    open_game,
)
from lodeboard.games.contract import Game

DESCRIPTION = """\
Read positions from standard input, one per line, and write one JSON object per line, in the same
order. Results are from the view of the player to move.

  position    the position
  verdict     the result by the rules: undecided, win, lose or tie
  moves       number of legal moves; 0 when decided
  value       win, lose or tie under perfect play
  remoteness  turns to the end under perfect play: the winner hurries, the loser delays;
              null for a tie
  best        all moves that keep the value; [] when decided
with --moves also
  children    each legal move and the position it leads to; {} when decided
  values      each legal move and its value for the player who makes it

In a game in which chance acts, once it is solved, also
  chance      of winning with best play on both sides, 0 to 1, a draw counted as half;
              within 0.0001
with --moves also
  chances     each legal move and the chance of the player who makes it

With --brief a line ends with value and remoteness; without best it is much faster.

value, remoteness, best and the entries of values are null if they are not known exactly.
{known}

For an invalid position the line is {"position": ..., "error": ...}; the run continues and the
exit status is 1. Blank lines are skipped. A link to the page is read as the position that it shows.
Other pasted text around a position is ignored, with a note on standard error.
"""
EPILOG = """\
{notation}
examples:
{examples}"""

AT_ONCE = 10_000  # positions per batch; each needs about a hundred look-ups with its moves
BRIEF_AT_ONCE = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    texts = [host_game(name).help for name in GAMES]
    known = "".join(text.known for text in texts)
    parser.description = DESCRIPTION.replace("{known}", known.rstrip())
    notation = "\n".join(text.notation for text in texts)
    parser.epilog = EPILOG.format(notation=notation, examples=examples("analyse"))
    add_game(parser)
    extent = parser.add_mutually_exclusive_group()
    extent.add_argument(
        "--moves", action="store_true", help="also write the position and value of each move"
    )
    extent.add_argument("--brief", action="store_true", help="leave out the best moves")


def run(arguments: argparse.Namespace) -> int:
    game, host = open_game(arguments), host_game(arguments.game)
    try:
        solution = host.open_solution(game.rules)
        if solution is None:
            return _search(game, host, arguments)
        return _look_up(game, host, solution, arguments)
    except StoreError as error:
        raise UsageError(f"{error}; {host.how_to_repair(game.rules)}") from error


def _search(game: Game, host: HostGame, arguments: argparse.Namespace) -> int:
    """Answer by search, one position at a time."""
    solver = host.open_search(game.rules)
    if solver.trouble is not None:
        raise StoreError(solver.trouble)
    unknown = 0

    def say() -> dict[str, Any]:
        nonlocal unknown
        said = analyse(game, solver, arguments.moves, arguments.brief)
        unknown += said["value"] is None
        return said

    status = answer_positions(game, "analyse", say)
    if unknown:
        print(
            f"lodeboard analyse: {unknown} not settled by search; {host.how_to_know(game.rules)}",
            file=sys.stderr,
        )
    return status


def _look_up(game: Game, host: HostGame, solution: Solution, arguments: argparse.Namespace) -> int:
    """Answer from the solution, in batches if the game supports them."""

    def say() -> dict[str, Any]:
        return analyse(game, solution, arguments.moves, arguments.brief)

    batch = host.batch(solution)
    if batch is None:
        return answer_positions(game, "analyse", say)
    status = OK
    corrections = Corrections("analyse")
    for texts in batches(BRIEF_AT_ONCE if arguments.brief else AT_ONCE):
        said = batch.answer(texts, arguments.brief, arguments.moves)
        for text, found in zip(texts, said, strict=True):
            # Not possible in a batch: half a turn, a link, or no position at all.
            result = found or answer_one(game, text, corrections, say)
            if arguments.brief:
                result.pop("best", None)
            status = BAD_INPUT if "error" in result else status
            sys.stdout.write(json.dumps(result) + "\n")
        sys.stdout.flush()
    return status
