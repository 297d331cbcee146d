"""Scores of flip tiles, as the solution keeps them, for the player to act: SURE - r for a win in r
turns, r - SURE for a loss in r, 0 for a tie."""

from lodeboard.games.contract import LOSE, TIE, WIN

SURE = 64


def outcome(score: int) -> tuple[int, int]:
    """A score as WIN, LOSE or TIE, and turns to the end (0 for a tie)."""
    if score == 0:
        return TIE, 0
    return (WIN if score > 0 else LOSE), SURE - abs(score)


def score_of(outcome: tuple[int, int]) -> int:
    """The score of WIN, LOSE or TIE, and turns to the end."""
    value, turns = outcome
    return {WIN: SURE - turns, LOSE: turns - SURE, TIE: 0}[value]


def before(score: int) -> int:
    """The score a turn earlier, for the other player."""
    return -(score - 1) if score > 0 else -(score + 1) if score < 0 else 0
