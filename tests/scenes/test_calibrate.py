"""Zeros and gains: what is measured, what is refused, and what is kept of it."""

import pytest
from at_board import LEFT, MIDDLE, RIGHT, messages, notices, power_cycle, ready, say, state
from one_board import DATA, PROFILE

from host_tools.board.hands.follow import follow
from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.faults import Noisy

GAIN_ONE = 1024
NEAR_MV = PROFILE.signal_mv(True)
AIM_MV = NEAR_MV * DATA["sensing"]["gain_aim_percent"] / 100
FIELD_MT = NEAR_MV / DATA["sensor"]["sensitivity_mv_per_mt"]
SET_ZEROS, SET_GAINS = 3, 4  # presses of the right button at the last item of the menu
TO_THE_LAST_ITEM = 7
STRONGER, WEAKER = 1.15, 0.85


def readings(stage):
    """What the board says of its sensors."""
    before = len(stage.board.serial_out)
    say(stage, c="watch", on=True)
    stage.wait(300)
    say(stage, c="watch", on=False)
    return messages(stage, "cells", before)[-1]


def begin(stage, action):
    stage.press(MIDDLE)
    stage.press(LEFT, TO_THE_LAST_ITEM)
    stage.press(RIGHT, action)
    stage.press(MIDDLE)


def measure(stage, cell):
    """Put a tile on a cell until it is measured, and take it off again."""
    stage.take("U")
    stage.set_down(cell)
    assert stage.wait_for(lambda: cell in stage.cells_with("calibrate"), 4000)
    stage.hand.remove(stage.topmost(cell))


def to_gains(seed=4):
    """A board that is asked to measure gains; its first sensor is too strong, the next too
    weak."""
    stage = ready(seed)
    sensors = stage.board.frontend.sensors
    sensors.mv_per_mt[0] *= STRONGER
    sensors.mv_per_mt[1] *= WEAKER
    begin(stage, SET_GAINS)
    assert state(stage)["ask"] == "gain"
    return stage


def signal_mv(stage, cell):
    """What a tile reads there."""
    stage.take("U")
    stage.set_down(cell)
    stage.wait(800)
    found = readings(stage)["mv"][stage.cells.index(cell)]
    stage.hand.remove(stage.topmost(cell))
    return found


def test_gains_bring_every_sensor_to_the_same_signal():
    stage = to_gains()
    for cell in ("a1", "b1"):
        measure(stage, cell)
    stage.press(LEFT)  # without the others
    assert state(stage)["phase"] == "match"
    gains = readings(stage)["gain"]
    assert gains[0] < GAIN_ONE * AIM_MV / NEAR_MV < gains[1]
    assert gains[2:] == [GAIN_ONE] * (PROFILE.cells - 2)
    power_cycle(stage)
    assert state(stage)["phase"] == "match"
    assert readings(stage)["gain"] == gains
    for cell in ("a1", "b1"):
        assert signal_mv(stage, cell) == pytest.approx(AIM_MV, rel=0.03)


def test_a_cell_that_is_left_out_keeps_the_gain_it_had():
    stage = to_gains()
    measure(stage, "a1")
    stage.press(LEFT)
    before = readings(stage)["gain"]
    assert before[0] != GAIN_ONE
    begin(stage, SET_GAINS)
    stage.press(MIDDLE)
    assert state(stage)["phase"] == "match"
    assert readings(stage)["gain"] == before


def test_a_gain_is_not_measured_while_the_reading_moves():
    """A signal that trembles more than that of a tile at rest, but not enough to be unclear."""
    stage = to_gains()
    stage.board.frontend.faults[0] = Noisy(DATA["sensing"]["still_mv"] / 3)
    stage.take("U")
    stage.set_down("a1")
    stage.wait(4000)
    assert stage.cells_with("calibrate") == []
    stage.board.frontend.faults.clear()
    assert stage.wait_for(lambda: stage.cells_with("calibrate") == ["a1"], 4000)


def test_sixteen_tiles_at_the_first_start_give_all_gains():
    stage = bare()
    sensors = stage.board.frontend.sensors
    for cell in range(PROFILE.cells):
        sensors.mv_per_mt[cell] *= STRONGER if cell % 2 else WEAKER
    stage.press(MIDDLE)
    assert stage.wait_for(lambda: set(stage.lights()) == {"measure"}, 4000)
    assert state(stage)["ask"] == "gain"
    begun_ms = stage.board.now_ms
    follow(stage)
    assert stage.board.now_ms - begun_ms < 180_000  # sixteen tiles there, and away again
    assert state(stage)["phase"] == "match"
    for cell, gain in enumerate(readings(stage)["gain"]):
        expected = AIM_MV / (sensors.mv_per_mt[cell] * FIELD_MT)
        assert gain / GAIN_ONE == pytest.approx(expected, rel=0.06), stage.cells[cell]
    assert notices(stage) == []


def test_gains_that_are_left_out_at_the_first_start_are_warned_of():
    stage = bare()
    stage.press(MIDDLE)
    assert stage.wait_for(lambda: state(stage)["ask"] == "gain", 4000)
    measure(stage, "a1")
    stage.press(MIDDLE)
    assert state(stage)["phase"] == "match"
    assert ["Gains were not measured at b1, c1" in said for said in notices(stage)] == [True]


def bare(seed=4):
    """A board that asks for its zeros."""
    stage = Stage(SimulatedBoard(PROFILE, seed=seed))
    stage.board.boot()
    stage.wait(1000)
    assert state(stage)["phase"] == "calibrate"
    return stage


def test_zeros_are_not_measured_while_a_reading_moves():
    stage = bare()
    stage.board.frontend.faults[6] = Noisy(DATA["sensing"]["still_mv"])
    stage.press(MIDDLE)
    stage.wait(1000)
    assert (state(stage)["phase"], state(stage)["wrong"]) == ("calibrate", [stage.cells[6]])
    assert stage.wait_for(lambda: stage.cells_with("mistake") == [stage.cells[6]], 1500)
    stage.board.frontend.faults.clear()
    stage.press(MIDDLE)
    stage.wait(1000)
    assert state(stage)["ask"] == "gain"
