"""What the board says of an interrupted game while it asks whether to continue it."""

import json

import another_game
import pytest
from one_board import PROFILE

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from lodeboard.games.catalogue import VARIANTS
from lodeboard.system.loader import playable

LEFT, MIDDLE = 1, 2
MAGIC, ECLIPSE, OTHER = (
    playable(PROFILE).index(variant)
    for variant in (("flip", "magic"), ("flip", "eclipse"), another_game.VARIANT)
)
BEGUN = {
    MAGIC: ("1_----------------", ["b2U"]),
    OTHER: (another_game.START, another_game.random_moves(*another_game.VARIANT, count=1)),
}


def _state(stage):
    lines = [json.loads(line) for line in stage.board.serial_out]
    return [message for message in lines if message["t"] == "state"][-1]


def _say(stage, command):
    stage.board.send_line(json.dumps(command))
    stage.wait(100)


@pytest.fixture
def interrupted():
    """A board that was switched off in a game of the first variant, the second one set."""

    def make(begun, chosen):
        board = SimulatedBoard(PROFILE, seed=3)
        stage = Stage(board)
        board.boot()
        stage.wait(1500)
        stage.set_zeros()
        stage.wait(1500)
        if begun != MAGIC:
            _say(stage, {"c": "set", "variant": begun})
            stage.wait(1500)
        start, moves = BEGUN[begun]
        _say(stage, {"c": "setup", "position": start, "moves": moves})
        _say(stage, {"c": "set", "variant": chosen})
        board.power_cut()
        board.boot()
        stage.wait(1500)
        assert _state(stage)["phase"] == "resume"
        return stage

    return make


def _named(stage):
    state = _state(stage)
    return state["game"], state["rules"]


@pytest.mark.parametrize(
    ("begun", "chosen"), [(MAGIC, ECLIPSE), (MAGIC, OTHER), (OTHER, MAGIC), (MAGIC, MAGIC)]
)
def test_the_saved_game_is_named_and_not_the_one_that_is_set(interrupted, begun, chosen):
    stage = interrupted(begun, chosen)
    assert _named(stage) == VARIANTS[begun]
    assert _state(stage)["settings"]["variant"] == chosen
    stage.press(MIDDLE)
    stage.wait(500)
    assert _state(stage)["phase"] == "match"
    assert _named(stage) == VARIANTS[begun]


@pytest.mark.parametrize(
    ("begun", "chosen"), [(MAGIC, ECLIPSE), (MAGIC, OTHER), (OTHER, MAGIC), (MAGIC, MAGIC)]
)
def test_a_new_game_in_its_place_is_the_one_that_is_set(interrupted, begun, chosen):
    stage = interrupted(begun, chosen)
    stage.press(LEFT)
    stage.wait(2000)
    assert _state(stage)["phase"] == "match"
    assert _named(stage) == VARIANTS[chosen]
    assert _state(stage)["moves"] == []
    stage.board.power_cut()
    stage.board.boot()
    stage.wait(1500)
    assert _state(stage)["phase"] == "match"
    assert _named(stage) == VARIANTS[chosen]
