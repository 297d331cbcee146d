"""`lodeboard analyse`: what positions are worth, as JSON Lines."""

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from host_tools.analysis.oracle import mending, open_search, open_solution, remedy
from host_tools.cli.console import (
    BAD_INPUT,
    OK,
    UsageError,
    add_game,
    answer_one,
    answer_positions,
    batches,
    open_game,
)
from host_tools.games.flip.solver.batch import Batch
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.solver.store import StoreError
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, VERDICTS, WIN, Game

DESCRIPTION = """\
Read positions from standard input, one a line, and write one JSON object a line, in the same
order. Everything is said for the player to act.

  position    the position
  verdict     what the rules say of it now: undecided, win, lose or tie
  moves       number of legal moves; 0 when decided
  value       win, lose or tie under perfect play
  remoteness  turns to the end under perfect play: the winner hurries, the loser delays;
              null for a tie
  best        all moves that keep the value; [] when decided
with --moves also
  children    each legal move and the position it leads to; {} when decided
  values      each legal move and what it is worth for the player who makes it

With --brief a line ends with value and remoteness: best is left out, which is much quicker.

value, remoteness, best and the entries of values are null where they are not known exactly.
In flip tiles everything is known where `lodeboard solve flip` has computed the solution. Where
it has not, search knows from eight tiles on (ten where Numba is not installed), and before
that where the end is near. In xtic search knows from seven pieces on (eleven without Numba),
before that where the end is near and what `lodeboard solve xtic` has proved; moves are steps
there, and so are turns.

A line that is no possible position gets {"position": ..., "error": ...}; the run goes on and
the exit status is 1. Blank lines are skipped.
"""
EPILOG = """\
flip tiles are written like this:
  position  1_ or 2_ (the player to act: 1 when the number of tiles is even), then 16 cells
            row by row from a1: U D first player's tile, u d second's (up or down side
            showing), - empty; half a turn done: <position before the flip>;<flip>
  move      a1Eb2U: flip the tile on a1 one step east (N is towards row 1), then place on
            b2, up side showing; b2U: only place

xtic is written like this:
  position  16 cells row by row from a1, each a piece 0 to f or -, then / and the piece in hand,
            - when one must be given (a piece is a sum: 8 brown, 4 vertical, 2 hollow, 1 square)
  move      =5: give piece 5; b3: place the piece in hand

examples:
  echo 1_---------------- | lodeboard analyse flip
  echo '2_U---------------;a1E' | lodeboard analyse flip --moves
  echo 1_UUU-dudUd------- | lodeboard analyse flip --rules eclipse
  lodeboard analyse flip < positions.txt > analysed.jsonl
  lodeboard analyse flip --brief < many.txt      over 50 000 a second, once solved
  echo 31-498c---50---2/6 | lodeboard analyse xtic --rules torus
"""

AT_ONCE = 10_000  # positions; with the moves of each about a hundred times as much to look up
BRIEF_AT_ONCE = 100_000


_OPPOSITE = {WIN: LOSE, LOSE: WIN, TIE: TIE}


class Solver(Protocol):
    """Finds exact outcomes of undecided positions, or None where they are not known."""

    def settles(self, game: Game) -> bool:
        """True where `value` surely knows, of this position and all that follow it."""

    def value(self, game: Game) -> tuple[int, int | None] | None:
        """The outcome, as far as it can be found in reasonable time: WIN, LOSE or TIE for the
        player to act, and the turns to the end (tie: 0), None where they are not known."""

    def glimpse(self, game: Game) -> tuple[int, int | None] | None:
        """The same with little work: there are hundreds of replies to look at."""


class Reply(NamedTuple):
    """A legal move, the position it leads to, and what is known of it for the mover."""

    move: str
    position: str
    value: int | None  # WIN, LOSE or TIE; None where not known
    turns: int | None  # to the end, the move included


def replies(game: Game, solver: Solver) -> Iterator[Reply]:
    """Every legal move of an undecided position."""
    mover = game.turn
    find = solver.value if solver.settles(game) else solver.glimpse
    for move in _moves(game):
        written = game.move_text(move)
        for step in move:
            game.push(step)
        verdict = game.verdict()
        outcome = find(game) if verdict == UNDECIDED else (verdict, 0)
        if outcome is None:
            yield Reply(written, game.text(), None, None)
        else:
            value = outcome[0] if game.turn == mover else _OPPOSITE[outcome[0]]
            turns = None if outcome[1] is None else outcome[1] + 1
            yield Reply(written, game.text(), value, turns)
        for _ in move:
            game.pop()


def _moves(game: Game) -> list[list[int]]:
    """The steps of every legal move, or of what is left of one."""
    found = []
    steps = [0] * game.max_steps
    for step in steps[: game.steps(steps)]:
        game.push(step)
        if game.between_moves():
            found.append([step])
        else:
            found += [[step, *rest] for rest in _moves(game)]
        game.pop()
    return found


def value_of_replies(found: list[Reply]) -> tuple[int | None, int | None]:
    """Value and turns of a position as far as its replies alone tell."""
    complete = bool(found) and all(reply.value is not None for reply in found)
    for value, choose in ((WIN, min), (TIE, min), (LOSE, max)):
        alike = [reply.turns for reply in found if reply.value == value]
        if alike and (complete or value == WIN):
            turns = [each for each in alike if each is not None]
            return value, choose(turns) if complete and len(turns) == len(alike) else None
    return None, None


def _best_moves(value: int, found: list[Reply]) -> list[str] | None:
    """All moves that keep the value, or None if that is not known of every move."""
    if any(reply.value is None for reply in found):
        return None
    return [reply.move for reply in found if reply.value == value]


class Finding(NamedTuple):
    """What is known of a position, for the player to act."""

    verdict: int
    value: int | None  # WIN, LOSE or TIE; None where not known
    turns: int | None  # to the end; None where not known
    best: list[str] | None  # all moves that keep the value; None where not known
    replies: list[Reply]  # every legal move, where they were looked at


def find(game: Game, solver: Solver, with_moves: bool = False, brief: bool = False) -> Finding:
    """Everything known of the position of `game`; `with_moves` looks at each move even where
    the value is not known; `brief` finds the value, and looks at no move for its own sake."""
    verdict = game.verdict()
    if verdict != UNDECIDED:
        return Finding(verdict, verdict, 0, [], [])
    found: list[Reply] = []
    outcome = solver.value(game)
    if (outcome is not None or with_moves) and not brief:
        found = list(replies(game, solver))
    value, turns = outcome or value_of_replies(found)
    if value == LOSE:
        # Whatever is played, it is lost; also what was not looked at closely.
        found = [reply._replace(value=LOSE) for reply in found]
    best = None if value is None or brief else _best_moves(value, found)
    return Finding(verdict, value, turns, best, found)


def analyse(
    game: Game, solver: Solver, with_moves: bool = False, brief: bool = False
) -> dict[str, Any]:
    """What `lodeboard analyse` says of the position of `game`, ready for JSON."""
    said = answer(game, find(game, solver, with_moves, brief), with_moves)
    return _brief(said) if brief else said


def answer(game: Game, finding: Finding, with_moves: bool) -> dict[str, Any]:
    """A finding about the position of `game`, ready for JSON."""
    said: dict[str, Any] = {
        "position": game.text(),
        "verdict": VERDICTS[finding.verdict],
        "moves": game.count_moves(),
        "value": word(finding.value),
        "remoteness": None if finding.value == TIE else finding.turns,
        "best": finding.best,
    }
    if with_moves:
        said["children"] = {reply.move: reply.position for reply in finding.replies}
        said["values"] = {reply.move: word(reply.value) for reply in finding.replies}
    return said


def word(value: int | None) -> str | None:
    """The outcome as it is written; None where not known."""
    return None if value is None else VERDICTS[value]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    add_game(parser)
    extent = parser.add_mutually_exclusive_group()
    extent.add_argument(
        "--moves", action="store_true", help="also write the position and value of each move"
    )
    extent.add_argument("--brief", action="store_true", help="leave out the best moves")


def run(arguments: argparse.Namespace) -> int:
    game = open_game(arguments)
    try:
        solution = open_solution(game.rules)
        if solution is None:
            return _search(game, arguments)
        return _look_up(game, solution, arguments)
    except StoreError as error:
        raise UsageError(f"{error}; {mending(game.rules)}") from error


def _brief(said: dict[str, Any]) -> dict[str, Any]:
    said.pop("best", None)
    return said


def _search(game: Game, arguments: argparse.Namespace) -> int:
    """Answer by search, position by position."""
    solver = open_search(game.rules)
    if solver.trouble is not None:
        raise StoreError(solver.trouble)
    unknown = 0

    def say() -> dict[str, Any]:
        nonlocal unknown
        said = analyse(game, solver, arguments.moves, arguments.brief)
        unknown += said["value"] is None
        return said

    status = answer_positions(game, say)
    if unknown:
        print(
            f"lodeboard analyse: {unknown} not settled by search; {remedy(game.rules)}",
            file=sys.stderr,
        )
    return status


def _look_up(game: Game, solution: Solution, arguments: argparse.Namespace) -> int:
    """Answer from the solution, many positions at once."""
    batch = Batch(solution)
    status = OK
    for texts in batches(BRIEF_AT_ONCE if arguments.brief else AT_ONCE):
        said = batch.answer(texts, arguments.brief, arguments.moves)
        for text, found in zip(texts, said, strict=True):
            # What cannot be taken with the others: half a turn, or no position at all.
            result = found or answer_one(
                game, text, lambda: analyse(game, solution, arguments.moves)
            )
            if arguments.brief:
                _brief(result)
            status = BAD_INPUT if "error" in result else status
            sys.stdout.write(json.dumps(result) + "\n")
        sys.stdout.flush()
    return status
