"""Everything known of a position: its value, its turns to the end, its moves and their values."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from host_tools.games.contract import Expecting, Solver
from host_tools.games.moves import legal_moves, make_move, take_back
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, VERDICTS, WIN, Game

_OPPOSITE = {WIN: LOSE, LOSE: WIN, TIE: TIE}


class Reply(NamedTuple):
    """A legal move, the position it leads to, and what is known of it for the mover."""

    move: str
    position: str
    value: int | None  # WIN, LOSE or TIE; None where not known
    turns: int | None  # to the end, the move included
    chance: float | None = None  # of winning, where chance acts and it is known


def replies(game: Game, solver: Solver) -> Iterator[Reply]:
    """Every legal move of an undecided position. Between two of them the game is as it was:
    stopping early is fine."""
    mover = game.turn
    find = solver.value if solver.settles(game) else solver.glimpse
    for move in legal_moves(game):
        written = game.move_text(move)
        make_move(game, move)
        verdict = game.verdict()
        outcome = find(game) if verdict == UNDECIDED else (verdict, 0)
        chance = _chance(game, solver)
        if chance is not None and game.turn != mover:
            chance = 1 - chance
        value = turns = None
        if outcome is not None:
            value = outcome[0] if game.turn == mover else _OPPOSITE[outcome[0]]
            turns = None if outcome[1] is None else outcome[1] + 1
        reply = Reply(written, game.text(), value, turns, chance)
        take_back(game, move)
        yield reply


def _chance(game: Game, solver: Solver) -> float | None:
    """The chance of the player to act; None where it is not known or chance does not act."""
    return solver.chance(game) if isinstance(solver, Expecting) else None


def value_of_replies(found: list[Reply]) -> tuple[int | None, int | None]:
    """Value and turns of a position as far as its replies alone determine them."""
    complete = bool(found) and all(reply.value is not None for reply in found)
    for value, choose in ((WIN, min), (TIE, min), (LOSE, max)):
        alike = [reply.turns for reply in found if reply.value == value]
        if alike and (complete or value == WIN):
            turns = [each for each in alike if each is not None]
            if complete and len(turns) == len(alike):
                return value, choose(turns)
            return value, 1 if value == WIN and 1 in turns else None  # nothing wins sooner
    return None, None


def _best_moves(value: int, found: list[Reply]) -> list[str] | None:
    """All moves that keep the value; None if some move's value is unknown."""
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
    chance: float | None = None  # of winning, where chance acts and it is known


def find(game: Game, solver: Solver, with_moves: bool = False, brief: bool = False) -> Finding:
    """Everything known of the position of `game`; `with_moves` looks at each move even where
    the value is not known; `brief` finds the value, and looks at no move for its own sake."""
    verdict = game.verdict()
    if verdict != UNDECIDED:
        return Finding(verdict, verdict, 0, [], [], _chance(game, solver))
    found: list[Reply] = []
    outcome = solver.value(game)
    if (outcome is not None or with_moves) and not brief:
        found = list(replies(game, solver))
    value, turns = outcome or value_of_replies(found)
    if value == LOSE:
        # every move loses, including those not examined closely
        found = [reply._replace(value=LOSE) for reply in found]
    best = None if value is None or brief else _best_moves(value, found)
    return Finding(verdict, value, turns, best, found, _chance(game, solver))


def analyse(
    game: Game, solver: Solver, with_moves: bool = False, brief: bool = False
) -> dict[str, Any]:
    """The answer of `lodeboard analyse` for the position of `game`, ready for JSON."""
    said = answer(game, find(game, solver, with_moves, brief), with_moves)
    if brief:
        del said["best"]
    return said


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
    if finding.chance is not None:
        said["chance"] = round(finding.chance, 4)
        if with_moves:
            said["chances"] = {
                reply.move: reply.chance and round(reply.chance, 4) for reply in finding.replies
            }
    return said


def word(value: int | None) -> str | None:
    """The outcome as text; None if not known."""
    return None if value is None else VERDICTS[value]
