"""Positions as people meet them: from games of the lower levels, with turns at random between."""

import random

import numpy as np

from host_tools.games.flip.tables.grading import masks
from host_tools.games.moves import make_move
from host_tools.games.tiers.masks import I64
from host_tools.lab.flip.ladder import level_player
from host_tools.lab.matches import any_move
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.flip.player import LEVELS
from lodeboard.games.flip.rules import Flip

_LEVELS = tuple(LEVELS.index(name) for name in ("novice", "easy", "medium"))
_AT_RANDOM = 0.25  # of the turns


def positions(rules: str, games: int, seed: str) -> tuple[I64, I64, I64]:
    """All different undecided positions of so many games: occupied, the player to act's, down
    sides."""
    source = random.Random(f"{seed} {rules}")
    players = [level_player(level) for level in _LEVELS]
    chance = any_move(source)
    game = Flip(rules)
    found: dict[tuple[int, int, int], None] = {}
    for _ in range(games):
        game.reset()
        sides = [source.choice(players) for _ in range(2)]
        while game.verdict() == UNDECIDED:
            found[masks(game)] = None
            play = chance if source.random() < _AT_RANDOM else sides[game.turn]
            make_move(game, play(game))
    occupied, own, side = np.array(list(found), np.int64).T
    return occupied, own, side
