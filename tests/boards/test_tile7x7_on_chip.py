"""The 7x7 board on the official MicroPython on an emulated RP2040."""

import pytest
from at_board import state
from every_cell import LIMIT_MS, MIDDLE, PROFILE, calibrated, look

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.hands.stage import Stage
from host_tools.board.scenario import script
from host_tools.board.scenario.runner import Runner
from lodeboard.sensing.calibration import Calibration

pytestmark = [pytest.mark.chip, pytest.mark.timeout(1800)]

STORED = "data/calibration.blob"
FAULTS = "data/faults.blob"
E6 = next(cell for cell in range(PROFILE.cells) if PROFILE.cell_name(cell) == "e6")


@pytest.mark.slow
def test_the_first_start_comes_to_the_game_without_a_fault():
    """Its game is made after zeros and gains, in a heap that they have left in small pieces."""
    board = EmulatedBoard(PROFILE, 61)
    names = [PROFILE.cell_name(cell) for cell in range(PROFILE.cells)]
    first = script.parse(
        "start\nlay magician\nexpect may-lift somewhere\n", "the first start", names
    )
    Runner(Stage(board)).run(first)
    assert FAULTS not in board.chip.files()


@pytest.mark.verify
def test_every_cell_is_seen_and_lit_and_ticks_are_in_time():
    board = EmulatedBoard(PROFILE, 5)
    stage = calibrated(board)
    scans, begun_ms = board.scans, board.now_ms
    assert look(stage) == {}
    passed_ms = board.now_ms - begun_ms
    assert board.scans - scans >= 0.9 * passed_ms / PROFILE.tick_ms


@pytest.mark.verify
def test_zeros_at_the_first_start_are_of_all_cells_and_refused_where_a_tile_lies():
    board = EmulatedBoard(PROFILE, 5)
    stage = Stage(board)
    board.boot()
    assert board.run_until(lambda: state(board).get("phase") == "calibrate", LIMIT_MS)
    tile = board.world.spare(0)
    home = tile.x_mm, tile.y_mm
    board.world.lay(tile.id, *board.world.plate.centre(E6), up=False)
    stage.press(MIDDLE)
    assert board.run_until(lambda: state(board).get("wrong") == ["e6"], LIMIT_MS)
    assert "Take away what lies at e6 and" in state(board)["say"]
    assert stage.wait_for(lambda: stage.cells_with("mistake") == ["e6"], LIMIT_MS)
    assert STORED not in board.chip.files()

    board.world.lay(tile.id, *home)
    stage.set_zeros()
    assert board.run_until(lambda: state(board).get("phase") == "match", LIMIT_MS)
    stored = Calibration(PROFILE)
    stored.from_blob(board.chip.files()[STORED])
    middle = PROFILE.raw_middle
    assert [PROFILE.millivolts(zero - middle) for zero in stored.zero] == pytest.approx(
        list(board.frontend.sensors.offset_mv), abs=10
    )
