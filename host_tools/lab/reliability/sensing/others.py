"""Simpler ways to decide what is on a cell, for comparison: one reading, nearest level.

Both know the nominal signals of near and far tiles, and always give an answer. `midpoint` has the
same zeros and gains as the firmware; `fixed` has neither, and takes half of the supply as zero. The
limits are the midpoints between the levels.
"""

from lodeboard.boards.profile import Profile
from lodeboard.games.contract import DOWN_0, DOWN_1, EMPTY, UP_0, UP_1
from lodeboard.sensing.calibration import Calibration
from lodeboard.sensing.layout import GAIN_ONE


class Nearest:
    """The limits of a board, in raw counts."""

    def __init__(self, profile: Profile) -> None:
        near, far = (profile.raw(profile.signal_mv(each)) for each in (True, False))
        self._middle = profile.raw_middle
        self._empty = far // 2
        self._far = (near + far) // 2

    def fixed(self, raw: int) -> int:
        """The code of a reading, the same on any board."""
        return self._level(raw - self._middle)

    def midpoint(self, raw: int, calibration: Calibration, cell: int) -> int:
        """The code of a reading, from the cell's zero and gain."""
        return self._level((raw - calibration.zero[cell]) * calibration.gain[cell] // GAIN_ONE)

    def _level(self, deviation: int) -> int:
        size = abs(deviation)
        if size < self._empty:
            return EMPTY
        if size < self._far:
            return DOWN_1 if deviation > 0 else DOWN_0
        return UP_0 if deviation > 0 else UP_1
