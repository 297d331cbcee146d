"""A player of flip tiles that knows nothing but a list of rules of thumb."""

import random
from collections.abc import Sequence

import numpy as np

from host_tools.games.flip.solver.batch import Batch
from host_tools.games.flip.tables.grading import masks
from host_tools.lab.flip.teaching.mine import Rule, left_by, look
from host_tools.lab.matches import Chooser
from lodeboard.games.contract import Game
from lodeboard.games.flip.rules import Flip


def rules_player(batch: Batch, rules: Sequence[Rule], source: random.Random) -> Chooser:
    """Plays any of the moves that the rules leave, all alike."""

    def choose(game: Game) -> list[int]:
        assert isinstance(game, Flip)
        occupied, own, side = (np.array([mask], np.int64) for mask in masks(game))
        moves = look(batch, occupied, own, side)
        left = np.flatnonzero(left_by(moves, rules)).tolist()
        return list(game.parse_move(batch.written(int(moves.move[source.choice(left)]))))

    return choose
