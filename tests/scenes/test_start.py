"""The faults that the board finds while it starts, and how it shows them."""

import json

import pytest
from at_board import notices
from one_board import PROFILE

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.faults import Stuck
from lodeboard.lights import tunes
from lodeboard.storage.settings import NAME as SETTINGS

MIDDLE = 2


@pytest.fixture
def board():
    return SimulatedBoard(PROFILE, seed=8)


def faulty(board):
    """Which cells are red and nothing else, by name, at any time of the next second."""
    cells = set()
    for _ in range(50):
        board.step()
        for cell, (red, green, blue) in enumerate(board.leds):
            if red and not green and not blue:
                cells.add(PROFILE.cell_name(cell))
    return cells


def test_a_board_that_is_well_starts_in_little_more_than_half_a_second(board):
    board.boot()
    board.run_ms(700)
    assert json.loads(board.serial_out[-1])["phase"] == "calibrate"
    assert not notices(board)
    assert not any(tone[1] == tunes.FAULT[0] for tone in board.tones)


@pytest.mark.parametrize("millivolts", [0.0, 3300.0])
@pytest.mark.parametrize("dead", [["b2"], ["a1", "d4"]])
def test_a_sensor_at_a_rail_is_shown_and_said_and_the_board_goes_on(board, dead, millivolts):
    names = [PROFILE.cell_name(cell) for cell in range(PROFILE.cells)]
    for name in dead:
        board.frontend.faults[names.index(name)] = Stuck(millivolts)
    board.boot()
    board.run_ms(700)
    assert faulty(board) == set(dead)
    assert any(tone[1] == tunes.FAULT[0] for tone in board.tones)
    board.run_ms(700)
    wanted = f"No reading from the sensor at {', '.join(dead)}: tiles there are not seen."
    assert wanted in notices(board)
    assert json.loads(board.serial_out[-1])["phase"] == "calibrate"


def test_no_reading_at_all_points_to_the_multiplexer(board):
    for cell in range(PROFILE.cells):
        board.frontend.faults[cell] = Stuck(0.0)
    board.boot()
    board.run_ms(700)
    assert len(faulty(board)) == PROFILE.cells
    board.run_ms(700)
    assert any("multiplexer" in say for say in notices(board))


def test_damaged_settings_show_at_the_corners(board):
    board.store.save(SETTINGS, b"noise")
    board.boot()
    board.run_ms(700)
    assert faulty(board) == {"a1", "d1", "a4", "d4"}
    assert any("settings cannot be read" in say for say in notices(board))


def test_a_button_ends_the_display(board):
    board.frontend.faults[3] = Stuck(0.0)
    stage = Stage(board)
    board.boot()
    board.run_ms(700)
    stage.press(MIDDLE)
    assert json.loads(board.serial_out[-1])["phase"] == "calibrate"


def test_a_strong_magnet_is_no_dead_sensor(board):
    stage = Stage(board)
    stage.drop_magnet("c3")
    board.run_ms(500)
    board.boot()
    board.run_ms(1000)
    assert not any("No reading" in say for say in notices(board))
