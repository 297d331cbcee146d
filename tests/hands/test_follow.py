"""A hand that plays on by the lights takes the right tile, whatever the game."""

import random

import pytest
from one_board import PROFILE

from host_tools.board.hands import follow
from host_tools.board.hands.soak import ready
from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from lodeboard.storage.settings import TWO_PLAYERS

POSITION = "1_oo------------xx"


TILES = {"o": (1, True), "x": (0, True)}


def lay(board, cells):
    board.world.arrange([TILES.get(letter) for letter in cells])


@pytest.fixture
def game():
    """Kono of two people, its tiles laid out."""
    board = SimulatedBoard(PROFILE, 11)
    game = ready(board, "kono")
    game.send(c="set", players=TWO_PLAYERS)
    game.send(c="setup", position=POSITION, moves=[])
    lay(board, POSITION[2:])
    game.wait(10_000, ask="lift", position=POSITION, length=0)
    return game


def test_a_lifted_tile_goes_back_on_the_board_and_no_other(game):
    stage = Stage(game.board)
    stage.hand.lift("d4")
    stage.away()
    assert stage.wait_for(lambda: stage.cells_with("may-go") == ["d3"], 5000)
    for _ in follow.step(stage, random.Random(1), stage.settled_lights()):
        stage.look_on()
    assert stage.wait_for(lambda: game.state.moves == ["d4d3"], 5000)


def test_a_misplaced_tile_goes_straight_to_the_cell_that_asks_for_it(game):
    lay(game.board, "-o---o--------xx")
    stage = Stage(game.board)
    assert stage.wait_for(lambda: stage.cells_with("mistake") == ["b2"], 5000)
    assert stage.wait_for(lambda: stage.cells_with("put-u") == ["a1"], 3000), stage.picture()
    assert follow.follow(stage) == 1
    assert game.state.ask == "lift"
