"""Calibrates a simulated board, so that a player on a screen does not have to.

A real board measures its zeros and gains with the user at its first start.
"""

from host_tools.board.simulator.board import SimulatedBoard
from lodeboard.sensing.calibration import NAME, Calibration
from lodeboard.sensing.layout import GAIN_ONE
from lodeboard.storage.blobs import BlobError

_SCANS = 16  # averaged: leaves less noise than one step of a gain


def calibrate(board: SimulatedBoard) -> None:
    """Give a board the calibration that it would measure itself. It must be switched off, with its
    tiles in their trays. A stored calibration is kept, even one that cannot be read. If the store
    cannot write, the board has none."""
    try:
        if board.port.store.load(NAME) is not None:
            return
    except BlobError:
        return
    profile, world = board.profile, board.world
    calibration = Calibration(profile)
    calibration.zero[:] = calibration.zero.__class__("H", _means(board))
    aim = profile.raw(profile.signal_mv(True)) * profile.sensing["gain_aim_percent"] // 100
    low, high = (percent * GAIN_ONE // 100 for percent in profile.sensing["gain_percent"])
    tile = world.tiles[0]
    for cell in range(profile.cells):
        world.lay(tile.id, *world.plate.centre(cell), True)
        signal = _means(board)[cell] - calibration.zero[cell]
        gain = aim * GAIN_ONE // signal if signal > 0 else 0
        if low <= gain <= high:
            calibration.gain[cell] = gain
    world.lay(tile.id, *world.home(tile), True)
    calibration.valid = True
    board.port.store.save(NAME, calibration.to_blob())


def _means(board: SimulatedBoard) -> list[int]:
    """The mean raw reading of each cell."""
    scans = [board.frontend.scan() for _ in range(_SCANS)]
    return [sum(readings) // _SCANS for readings in zip(*scans, strict=True)]
