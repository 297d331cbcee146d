"""Whole moves of any game, as the steps that make them up."""

from collections.abc import Sequence

from lodeboard.games.contract import Game


def legal_moves(game: Game) -> list[list[int]]:
    """Return the steps of every legal move, or of the rest of a half-done one. If several step
    sequences make the same move, the first of them."""
    found = _rows(game)
    if len(found) > game.count_moves():
        written: dict[str, list[int]] = {}
        for move in found:
            written.setdefault(game.move_text(move), move)
        found = list(written.values())
    return found


def _rows(game: Game) -> list[list[int]]:
    """Every step sequence that ends the turn."""
    found = []
    steps = [0] * game.max_steps
    for step in steps[: game.steps(steps)]:
        game.push(step)
        found += [[step, *rest] for rest in ([[]] if game.between_moves() else _rows(game))]
        game.pop()
    return found


def make_move(game: Game, move: Sequence[int]) -> None:
    """Push the steps of a move."""
    for step in move:
        game.push(step)


def take_back(game: Game, move: Sequence[int]) -> None:
    """Pop the steps of a move that was made."""
    for _ in move:
        game.pop()
