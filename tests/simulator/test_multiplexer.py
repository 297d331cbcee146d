import math

import numpy as np
import pytest
from one_board import DATA

from host_tools.board.simulator.mux import SETTLE_TAU_US, Multiplexer

CHANNELS = DATA["mux"]["channels"]


@pytest.fixture
def mux():
    return Multiplexer(CHANNELS)


@pytest.fixture
def outputs():
    return np.array([1000.0 + 100 * cell for cell in range(16)])


def test_settled_wire_shows_the_selected_sensor(mux, outputs):
    assert np.array_equal(mux.wire_mv(outputs, DATA["mux"]["settle_us"]), outputs)


def test_read_too_early_it_still_shows_the_one_before(mux, outputs):
    assert np.allclose(mux.wire_mv(outputs, 0.0), np.roll(outputs, 1))
    half = mux.wire_mv(outputs, SETTLE_TAU_US * math.log(2))
    assert np.allclose(half, (outputs + np.roll(outputs, 1)) / 2)


def test_within_one_count_after_two_and_a_half_microseconds(mux):
    assert 3300 * mux.left_over(2.5) < 0.81


def test_every_channel_carries_the_cell_the_board_data_name(mux):
    assert [mux.cell_on[channel] for channel in CHANNELS] == list(range(16))
