"""Two tiles on one cell: when the board detects them, when it cannot, and how it recovers."""

import numpy as np
import pytest
from many import later
from one_board import PROFILE
from sensing.test_in_the_world import _Sensing

from host_tools.board.simulator.board import SimulatedBoard
from lodeboard.games.contract import UNCLEAR

SHIFTED = ((0, 1), (2, 3))  # a strong tile reads the same at the side of its well
KINDS = [(lower, upper) for lower in range(4) for upper in range(4)]
# Each kind as the lower or the upper one; the rest later.
SOON = [kind if sum(kind) % 3 == 1 else later(*kind) for kind in KINDS]
CELL = 5
SETTLED_MS = 2000


class _Table:
    """A board with bare cells, and two tiles: states 0 to 3 are U, D, u and d."""

    def __init__(self, seed, lower, upper):
        self.board = SimulatedBoard(PROFILE, seed=seed, app_factory=_Sensing)
        self.board.boot()
        self.board.run_ms(1000)
        self._dice = np.random.default_rng((seed, lower, upper))
        tiles = self.board.world.tiles
        self.lower = tiles[8 * (lower // 2)], lower % 2 == 0
        self.upper = tiles[8 * (upper // 2) + 1], upper % 2 == 0

    def set(self, which):
        """Set a tile on the cell, not quite in its middle."""
        tile, up = which
        angle, play = self._dice.uniform(0, 6.3), self._dice.uniform(0, 1)
        x, y = self.board.world.plate.centre(CELL)
        self.board.world.lay(tile.id, x + play * np.cos(angle), y + play * np.sin(angle), up)

    def take(self, which):
        self.board.world.lay(which[0].id, *self.board.world.home(which[0]), which[1])

    def code(self):
        """What the board says when all has settled."""
        self.board.run_ms(SETTLED_MS)
        return self.board.app.cells.codes[CELL]


@pytest.mark.parametrize(("lower", "upper"), SOON)
@pytest.mark.parametrize("seed", [0, later(1), later(2)])
def test_a_tile_on_a_known_one_is_seen_and_so_is_that_it_went(seed, lower, upper):
    table = _Table(seed, lower, upper)
    table.set(table.lower)
    assert table.code() == 1 + lower
    table.set(table.upper)
    assert table.code() == (1 + lower if (lower, upper) in SHIFTED else UNCLEAR)
    table.take(table.upper)
    assert table.code() == 1 + lower


@pytest.mark.parametrize(("lower", "upper"), SOON)
@pytest.mark.parametrize("seed", [0, later(1), later(2)])
def test_a_tile_left_of_a_stack_is_known_at_once_or_when_it_was_lifted(seed, lower, upper):
    table = _Table(seed, lower, upper)
    table.set(table.lower)
    table.set(table.upper)
    assert table.code() == 1 + lower  # who never saw one of them alone sees one tile
    table.take(table.upper)
    assert table.code() in (1 + lower, UNCLEAR)
    table.take(table.lower)
    table.board.run_ms(100)  # a quick hand: sooner than a cell is found empty
    table.set(table.lower)
    assert table.code() == 1 + lower


def test_most_tiles_left_of_a_stack_are_known_without_a_hand():
    known = 0
    for lower, upper in KINDS:
        table = _Table(0, lower, upper)
        table.set(table.lower)
        table.set(table.upper)
        table.code()
        table.take(table.upper)
        known += table.code() == 1 + lower
    assert known >= len(KINDS) / 2
