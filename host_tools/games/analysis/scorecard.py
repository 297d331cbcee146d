"""How well each side played, by exact values alone.

A move can be graded where the value of the position before it and that of the position after
it are both known under perfect play (in turns to the end too, unless it is a tie). It is then

    best      it keeps the value, and nothing wins sooner or loses later
    good      it keeps the value, but wins later or loses sooner than it could
    blunder   it gives away the value: a win for a tie or a loss, a tie for a loss

Best and good moves together are those that `lodeboard analyse` calls best. Accuracy is a
percentage of the moves that could be graded: a best move counts one, a good one half, a
blunder nothing. It is null where no move could be graded; `unknown` says how many could not.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from host_tools.games.analysis.study import Course

BEST, GOOD, BLUNDER = "best", "good", "blunder"

_RANK = {"lose": 0, "tie": 1, "win": 2}
_OPPOSITE = {"win": "lose", "lose": "win", "tie": "tie"}


def grade(course: Course, studies: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One entry per whole move: `move`, `player` (0 or 1), `was` and `now` (the value before
    and after it, for the player who made it; null where not known) and `grade` (best, good,
    blunder; null where it cannot be graded). `studies` holds what `study.examine` says of
    each position of the course."""
    graded = []
    for number in range(len(course.moves) - course.half):
        move, before, after = course.moves[number], studies[number], studies[number + 1]
        now, turns = after["value"], after["remoteness"]
        if now is None:
            now = before["values"].get(move)  # all moves of a lost position are lost
        elif course.turns[number] != course.turns[number + 1]:
            now = _OPPOSITE[now]
        found = _grade(before["value"], before["remoteness"], now, turns)
        player = course.turns[number]
        graded.append(
            {"move": move, "player": player, "was": before["value"], "now": now, "grade": found}
        )
    return graded


def _grade(was: str | None, remoteness: int | None, now: str | None, turns: int | None) -> Any:
    """Grade a move. `turns` are counted after the move, `remoteness` before it."""
    if was is None or now is None:
        return None
    if _RANK[now] < _RANK[was]:
        return BLUNDER
    if was == "tie":
        return BEST
    if remoteness is None or turns is None:
        return None
    return BEST if turns + 1 == remoteness else GOOD


def score(graded: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The scorecards of both players, from the result of `grade`."""
    cards = []
    for player in (0, 1):
        grades = [entry["grade"] for entry in graded if entry["player"] == player]
        best, good, blunders = (grades.count(grade) for grade in (BEST, GOOD, BLUNDER))
        known = best + good + blunders
        cards.append(
            {
                "moves": len(grades),
                "best": best,
                "good": good,
                "blunders": blunders,
                "unknown": len(grades) - known,
                "accuracy": round(100 * (best + good / 2) / known, 1) if known else None,
            }
        )
    return cards
