"""A board on a screen comes with its zeros and gains measured."""

import errno
import json

import pytest
from failing_store import FLUSH, OPEN, READ, RENAME, WRITE, FailingStore
from hands.table import LARGER
from one_board import PROFILE

from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.factory import calibrate
from host_tools.board.simulator.port import SimBlobs
from lodeboard.sensing.calibration import NAME
from lodeboard.sensing.layout import GAIN_ONE


def asks(board, ms=3000):
    """What the board asks for after it was switched on."""
    said = []
    board.lines.subscribe(lambda _ms, line: said.append(json.loads(line)))
    board.boot()
    board.run_ms(ms)
    return {message["ask"] for message in said if message["t"] == "state"}


@pytest.mark.parametrize("profile", [PROFILE, LARGER], ids=["tile4x4", "tile7x7"])
def test_nobody_is_asked_for_zeros_or_gains(profile):
    board = SimulatedBoard(profile, 1)
    poses = [(tile.x_mm, tile.y_mm, tile.up) for tile in board.world.tiles]
    calibrate(board)
    assert [(tile.x_mm, tile.y_mm, tile.up) for tile in board.world.tiles] == poses
    assert not asks(board) & {"calibrate", "accept", "gain"}
    gains = board.app.board.calibration.gain
    assert len(set(gains)) > profile.cells / 2  # those of these sensors


def test_strong_tiles_read_the_same_on_every_cell():
    board = SimulatedBoard(PROFILE, 1)
    calibrate(board)
    board.boot()
    board.run_ms(500)
    tile = board.world.tiles[0]
    readings = []
    for cell in range(PROFILE.cells):
        board.world.lay(tile.id, *board.world.plate.centre(cell), True)
        board.run_ms(100)
        readings.append(board.app.board.cells.deviation(cell))
    assert max(readings) - min(readings) < PROFILE.raw(15)


def test_a_board_keeps_the_calibration_it_has():
    board = SimulatedBoard(PROFILE, 1)
    board.port.store.save(NAME, b"another one")
    calibrate(board)
    assert board.port.store.load(NAME) == b"another one"


@pytest.mark.parametrize("operation", [OPEN, WRITE, FLUSH, RENAME, READ])
def test_a_store_that_fails_leaves_the_board_without(operation):
    board = SimulatedBoard(PROFILE, 1)
    board.port.store.save(NAME, b"another one")
    if operation != READ:
        board.port.store.delete(NAME)
    store = FailingStore.under(board)
    board.port.store = SimBlobs(store)
    store.fails[operation] = errno.EIO
    calibrate(board)
    store.fails.clear()
    board.boot()
    assert store.load(NAME) == (b"another one" if operation == READ else None)


def test_a_cell_without_a_signal_has_no_gain():
    board = SimulatedBoard(PROFILE, 1)
    board.frontend.faults[5] = type("Flat", (), {"apply": lambda *_: 1650.0})()
    calibrate(board)
    board.boot()
    assert board.app.board.calibration.gain[5] == GAIN_ONE
