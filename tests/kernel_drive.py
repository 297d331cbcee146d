"""Runs the kernels of the filter and the lights with random inputs and returns checksums.

The same text runs on CPython and on the chip: imported here, typed there. So it uses only what both
have, and numbers below 2**30.
"""

from array import array
from binascii import crc32

from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.lights.frame import BRIGHTNESS_STEPS, Frame
from lodeboard.lights.palette import MEANINGS
from lodeboard.sensing.calibration import Calibration
from lodeboard.sensing.cells import Cells

WRAP = 0x3FFFFFFF


class Dice:
    """A small Lehmer generator, with the same results everywhere."""

    def __init__(self, seed):
        self._state = seed % 65520 + 1
        for _ in range(10):
            self.roll(2)

    def roll(self, sides):
        self._state = self._state * 17364 % 65521
        return (self._state >> 2) % sides


def drive_cells(seed, ticks, extreme=False):
    """Let tiles come and go, tremble and drift. (checksum of all decisions and stored values,
    changes of code, traces)"""
    dice = Dice(seed)
    profile = Profile(DATA)
    calibration = Calibration(profile)
    cells = Cells(profile, calibration)
    count = profile.cells
    centre = array("i", [0] * count)
    steps = (0, profile.raw(930), -profile.raw(930), profile.raw(320), -profile.raw(320), 0)
    for cell in range(count):
        calibration.zero[cell] = dice.roll(65536) if extreme else 30000 + dice.roll(5000)
        calibration.gain[cell] = dice.roll(65536) if extreme else (1024, 900, 1200)[dice.roll(3)]
    now = WRAP - 3000  # the clock wraps during the run
    checksum = changes = traces = 0
    for tick in range(ticks):
        now = (now + (20, 20, 20, 700)[dice.roll(4)]) & WRAP
        if dice.roll(4) == 0:
            cell = dice.roll(count)
            centre[cell] = steps[dice.roll(6)] + dice.roll(300) - 150
            if dice.roll(3) == 0:  # the lobes of a tile between two cells
                centre[cell] = centre[cell ^ 1] = profile.raw(11)
        for cell in range(count):
            reading = calibration.zero[cell] + centre[cell] + dice.roll(60)
            cells.raw[cell] = dice.roll(65536) if extreme else min(max(reading, 0), 65520)
        if tick == ticks // 2:
            cells.restart()
        changes += cells.update(now)
        traces += sum(cells.traces)
        for part in (cells.codes, cells.traces, cells.state):
            checksum = crc32(part, checksum)
    return checksum, changes, traces


def drive_frame(seed, frames):
    """Show random meanings at random times. (checksum of the bytes, frames that differed)"""
    dice = Dice(seed)
    profile = Profile(DATA)
    frame = Frame(profile)
    checksum = changes = 0
    for _ in range(frames):
        if dice.roll(4) == 0:
            frame.fill(dice.roll(MEANINGS))
        for _ in range(dice.roll(8)):
            frame.marks[dice.roll(profile.cells)] = dice.roll(MEANINGS)
        frame.brightness = BRIGHTNESS_STEPS[dice.roll(4)]
        now = (dice.roll(1 << 14) << 16) + dice.roll(1 << 14)
        changes += frame.render(now)
        changes += frame.render(now)  # nothing new
        checksum = crc32(frame.bytes, checksum)
    return checksum, changes
