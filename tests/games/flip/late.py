"""Positions for the engine's tests, as games of the firmware and as plain masks."""

import random

from games.flip.positions import arrange

from lodeboard.games.contract import UNDECIDED
from lodeboard.games.flip.rules import Flip


def random_game(source: random.Random, rules: str, tiles: int) -> Flip:
    """An undecided arrangement with this many tiles, reachable or not; sometimes half a turn."""
    game = Flip(rules)
    while True:
        cells = source.sample(range(16), tiles)
        owners = [at < (tiles + 1) // 2 for at in range(tiles)]
        sides = [source.random() < 0.5 for _ in range(tiles)]
        game.load(arrange(cells, owners, sides))
        if game.verdict() == UNDECIDED:
            break
    steps = bytearray(game.max_steps)
    first = source.choice(steps[: game.steps(steps)])
    if first >= 32 and source.random() < 0.25:
        game.push(first)
    return game


def masks(game: Flip) -> tuple[int, int, int, int]:
    """Own up, own down, opponent's up, opponent's down."""
    own = game.tiles(game.turn)
    opp = game.tiles(1 - game.turn)
    return own & ~game.side, own & game.side, opp & ~game.side, opp & game.side


def half(game: Flip) -> bool:
    return not game.between_moves()
