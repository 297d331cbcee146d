"""The 7x7 board on the official MicroPython on an emulated RP2040."""

import pytest
from every_cell import PROFILE, calibrated, look

from host_tools.emulator.quick import QuickBoard

pytestmark = [pytest.mark.chip, pytest.mark.timeout(1800)]


@pytest.mark.verify
def test_every_cell_is_seen_and_lit_and_ticks_are_in_time():
    board = QuickBoard(PROFILE, 5, at_once=True)
    stage = calibrated(board)
    scans, begun_ms = board.scans, board.now_ms
    assert look(stage) == {}
    passed_ms = board.now_ms - begun_ms
    assert board.scans - scans >= 0.9 * passed_ms / PROFILE.tick_ms
