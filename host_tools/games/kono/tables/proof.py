"""Proves the table for perfect play of Four Field Kono.

From the table and the search, as compiled code has it, follows a step in every position. No step
may give the value away, and every won position must be won whatever the other player does: then
what is won cannot go round in circles. Nor may a hundred turns without a capture come in a won
game. The board's own code decides in random positions, and must
choose the same steps.
"""

import random
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from host_tools.games.engine import Memory
from host_tools.games.kono.solver.compute import NAME
from host_tools.games.kono.tables import build, kernel
from host_tools.games.kono.tables.positions import Positions, Say, bases, binomials, representatives
from host_tools.games.kono.tables.strategy import Strategy, Won
from host_tools.games.tiers import masks
from host_tools.games.tiers.masks import MASKS
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.kono.rules import Kono
from lodeboard.games.solved import PERFECT
from lodeboard.system.loader import plugin

_OFTEN = 100


class ProofError(Exception):
    """The table is wrong; the text says where."""


class Proved(NamedTuple):
    """What was compared."""

    tied: int  # positions in which the tie is kept
    won: Won
    errors: int  # entries of the table
    decisions: int  # of the board's own code
    estimates: int  # the most that one of them took


class Numbers:
    """The number of any position."""

    def __init__(self) -> None:
        places = np.zeros(MASKS, np.uint16)
        for each in representatives():
            places[each] = np.arange(len(each))
        self._tables = (masks.images(), masks.popcounts(), bases(), places, binomials())

    def of(self, game: Kono) -> int:
        own, theirs = game.tiles(game.turn), game.tiles(1 - game.turn)
        number: Any = kernel.number  # without types, for Numba
        return int(number(own, own | theirs, *self._tables))


class BoardPlayer:
    """The board's own player at the level perfect, with a table from a file."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        self._player, _ = plugin(NAME).engine(Memory(), lambda _: BytesIO(data))
        self._level = LEVELS[NAME].index(PERFECT)
        self.game = Kono()

    def decide(self) -> int:
        """The step in the position of `game`. Raises ProofError."""
        self._player.start(self.game, self._level)
        while not self._player.run(1):
            pass
        if not self._player.steps:
            raise ProofError(f"no step in {self.game.text()}: {self._player.take_trouble()}")
        return self._player.steps[0]

    @property
    def estimates(self) -> int:
        """How many estimates the last decision took."""
        return self._player.nodes


def prove(path: Path, decisions: int, say: Say) -> Proved:
    """Prove a table. Raises ProofError, BookError, StoreError, SolveError."""
    table = build.read(path)
    positions = Positions(say)
    strategy = Strategy(positions, table.weights, say)
    wrong = strategy.play(table.errors)
    if wrong:
        raise ProofError(f"{wrong:,} entries name a step that does not exist")
    given = strategy.given_away()
    if len(given):
        first = _written(int(positions.own[given[0]]), int(positions.theirs[given[0]]), 0)
        raise ProofError(f"{len(given):,} choices give the value away, the first in {first}")
    say("following all lines of won positions to the end")
    won = strategy.ends()
    if won.unsure:
        raise ProofError(f"{won.unsure:,} won positions are not won against every reply")
    if won.slow:
        raise ProofError(f"{won.slow:,} won positions can end as draws, {won.quiet} turns quiet")
    most = _compare(path, strategy, decisions, say)
    undecided = np.diff(positions.begins) > 0
    tied = int((undecided & (positions.scores == 0)).sum())
    return Proved(tied, won, len(table.errors.numbers), decisions, most)


def _compare(path: Path, strategy: Strategy, decisions: int, say: Say) -> int:
    """Compare the board's own decisions with the strategy, in random images of random undecided
    positions. Returns the most estimates of one."""
    positions, board, numbers = strategy.positions, BoardPlayer(path), Numbers()
    dice = random.Random(decisions)
    undecided = np.flatnonzero(np.diff(positions.begins))
    most = 0
    for done in range(decisions):
        if done % _OFTEN == 0:
            say(f"comparing the board's own decisions: {done:,} of {decisions:,}")
        index = int(undecided[dice.randrange(len(undecided))])
        turn, player = dice.randrange(8), dice.randrange(2)
        own = int(masks.images()[turn, positions.own[index]])
        theirs = int(masks.images()[turn, positions.theirs[index]])
        board.game.load(_written(own, theirs, player))
        board.game.push(board.decide())
        most = max(most, board.estimates)
        wanted = int(positions.after[strategy.chosen[index]])
        found = numbers.of(board.game)
        board.game.pop()
        if found != wanted:
            raise ProofError(f"the board plays another step in {board.game.text()}")
    return most


def _written(own: int, theirs: int, player: int) -> str:
    """A position as text; the player to act has the tiles `own`."""
    first, second = (theirs, own) if player else (own, theirs)
    cells = ("x" if first >> c & 1 else "o" if second >> c & 1 else "-" for c in range(16))
    return f"{player + 1}_" + "".join(cells)
