"""A single cell on a bench: its scenarios and what it tells, in the simulator and on the chip."""

from pathlib import Path

import pytest
from at_board import state

from host_tools.board.hands.stage import Stage
from host_tools.board.scenario import script
from host_tools.board.scenario.runner import Runner
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.build import profiles

PROFILE = profiles.profile(Path(__file__).parent.name)
CELLS = [PROFILE.cell_name(cell) for cell in range(PROFILE.cells)]
FILES = sorted(Path(__file__).parent.glob("*.txt"))


def on_chip(profile, seed):
    from host_tools.board.emulator.board import EmulatedBoard  # noqa: PLC0415 - needs the image

    return EmulatedBoard(profile, seed)


CHIP = pytest.param(
    on_chip, marks=[pytest.mark.verify, pytest.mark.chip, pytest.mark.timeout(1800)], id="chip"
)


@pytest.mark.parametrize("make", [SimulatedBoard, CHIP])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path, make):
    one = script.load(path, CELLS)
    Runner(Stage(make(PROFILE, one.seed))).run(one)


def press_middle(board):
    board.press(2)
    board.run_ms(100)
    board.release(2)


@pytest.fixture
def idle():
    """A cell with its zero set; what else a new board asks for is left out."""
    board = SimulatedBoard(PROFILE, 4)
    board.boot()
    for _ in range(3):
        board.run_ms(1500)
        press_middle(board)
        if board.run_until(lambda: state(board)["phase"] == "idle", 4000):
            return board
    raise AssertionError(state(board))


@pytest.mark.parametrize(("owner", "letter"), [(0, "U"), (1, "u")])
def test_it_tells_which_tile_lies_there_and_lights_up(idle, owner, letter):
    dark = sum(map(sum, idle.leds))
    idle.world.arrange([(owner, True)])
    assert idle.run_until(lambda: state(idle).get("tiles") == letter, 4000)
    assert sum(map(sum, idle.leds)) > dark


def test_its_menu_is_to_set_the_zero(idle):
    idle.run_ms(1500)  # board time: the lights of what came before are out
    press_middle(idle)
    assert idle.run_until(lambda: state(idle)["phase"] == "calibrate", 3000)
