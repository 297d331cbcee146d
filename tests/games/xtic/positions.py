"""Positions of xtic for the tests, each from a seed."""

import random

from lodeboard.games.xtic.rules import Xtic

DIGITS = "0123456789abcdef"


def loaded(text: str, rules: str = "normal") -> Xtic:
    """A game in this position."""
    game = Xtic(rules)
    game.load(text)
    return game


def arrange(source: random.Random, placed: int, held: bool) -> str:
    """So many different pieces anywhere, and perhaps one in hand; lines may be complete."""
    pieces = source.sample(DIGITS, placed + held)
    cells = ["-"] * 16
    for cell, piece in zip(source.sample(range(16), placed), pieces, strict=False):
        cells[cell] = piece
    return "".join(cells) + "/" + (pieces[placed] if held else "-")


def undecided(source: random.Random, rules: str, placed: int, held: bool) -> str:
    """Like `arrange`, but no line is complete and the board is not full."""
    game = Xtic(rules)
    while True:
        # Piece by piece, each on a cell that ends nothing: late positions would be rare.
        game.reset()
        while game.occupied.bit_count() < placed:
            game.push(16 + source.choice([p for p in range(16) if not game.used >> p & 1]))
            safe = [c for c in range(16) if not (game.occupied | game.danger(game.hand)) >> c & 1]
            if not safe:
                break
            game.push(source.choice(safe))
        else:
            if held:
                game.push(16 + source.choice([p for p in range(16) if not game.used >> p & 1]))
            return game.text()


def random_line_of_play(source: random.Random, rules: str) -> list[str]:
    """The positions of a game of random moves, the first and the last included."""
    game = Xtic(rules)
    steps = bytearray(game.max_steps)
    texts = [game.text()]
    while count := game.steps(steps):
        game.push(source.choice(steps[:count]))
        texts.append(game.text())
    return texts
