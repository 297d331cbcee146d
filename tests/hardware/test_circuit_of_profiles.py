"""Boards that have a profile: their circuits have the multiplexers that the profile states."""

import pytest

from hardware.circuit.sizes import needs_regulator, resized
from hardware.released import BOARDS
from host_tools.build import profiles

pytestmark = pytest.mark.hardware


@pytest.mark.parametrize("name", [data["name"] for data in BOARDS])
def test_the_board_of_a_profiles_size_is_that_of_the_profile(name):
    board = profiles.profile(name)
    assert resized(board.rows, board.columns) is board.data
    count = len(board.data["pins"]["mux_enable"])
    assert needs_regulator(board.data) == (count > 1)
