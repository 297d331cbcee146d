"""What the board says of an interrupted game while it asks whether to continue it."""

import another_game
import pytest
from at_board import LEFT, MIDDLE, power_cycle, say, state
from one_board import PROFILE

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from lodeboard.games.catalogue import VARIANTS
from lodeboard.system.loader import playable

MAGIC, ECLIPSE, OTHER, LAP = (
    playable(PROFILE).index(variant)
    for variant in (
        ("flip", "magic"),
        ("flip", "eclipse"),
        another_game.VARIANT,
        ("lap", ""),
    )
)
BEGUN = {
    MAGIC: ("1_----------------", ["b2U"]),
    OTHER: (another_game.START, another_game.random_moves(*another_game.VARIANT, count=1)),
}


@pytest.fixture
def interrupted():
    """A board that was switched off in a game of the first variant, the second one set."""

    def make(begun, chosen, start="", moves=()):
        board = SimulatedBoard(PROFILE, seed=3)
        stage = Stage(board)
        board.boot()
        stage.wait(1500)
        stage.set_zeros()
        stage.wait(1500)
        if begun != MAGIC:
            say(stage, c="set", variant=begun)
            stage.wait(1500)
        if not start:
            start, moves = BEGUN[begun]
        say(stage, c="setup", position=start, moves=list(moves))
        if chosen != begun:
            say(stage, c="set", variant=chosen)
        board.power_cut()
        board.boot()
        stage.wait(1500)
        assert state(stage)["phase"] == "resume"
        return stage

    return make


def _named(stage):
    found = state(stage)
    return found["game"], found["rules"]


@pytest.mark.parametrize(
    ("begun", "chosen"), [(MAGIC, ECLIPSE), (MAGIC, OTHER), (OTHER, MAGIC), (MAGIC, MAGIC)]
)
def test_the_saved_game_is_named_and_not_the_one_that_is_set(interrupted, begun, chosen):
    stage = interrupted(begun, chosen)
    assert _named(stage) == VARIANTS[begun]
    assert state(stage)["settings"]["variant"] == chosen
    stage.press(MIDDLE)
    stage.wait(500)
    assert state(stage)["phase"] == "match"
    assert _named(stage) == VARIANTS[begun]


@pytest.mark.parametrize(
    ("begun", "chosen"), [(MAGIC, ECLIPSE), (MAGIC, OTHER), (OTHER, MAGIC), (MAGIC, MAGIC)]
)
def test_a_new_game_in_its_place_is_the_one_that_is_set(interrupted, begun, chosen):
    stage = interrupted(begun, chosen)
    stage.press(LEFT)
    stage.wait(2000)
    assert state(stage)["phase"] == "match"
    assert _named(stage) == VARIANTS[chosen]
    assert state(stage)["moves"] == []
    power_cycle(stage)
    assert state(stage)["phase"] == "match"
    assert _named(stage) == VARIANTS[chosen]


@pytest.mark.parametrize("moves", [["r2"], ["r2", "again"]], ids=["rolled", "before the roll"])
def test_a_game_without_a_tile_is_offered_by_light_too(interrupted, moves):
    lap = playable(PROFILE).index(("lap", ""))
    stage = interrupted(lap, lap, "1_----------------3300", moves)
    assert state(stage)["say"].startswith("Middle: continue")
    lights = stage.settled_lights()
    assert lights.count("menu-chosen") == (2 if moves == ["r2"] else 0)
    assert set(lights) <= {"lifted", "menu-chosen"}
    stage.press(MIDDLE)
    assert state(stage)["phase"] == "match"
    assert state(stage)["moves"][: len(moves)] == moves
