"""From raw counts to what lies on each cell.

Each cell keeps its own state: the code last decided, an anchor its reading has stayed
close to, and since when. A new code is decided only from a reading that lies still for
the debounce time, longer for the weak levels, because a strong tile held in the air
passes through them, and UNCLEAR again if it trembles from then on. What moves for long, or
rests between two bands, is UNCLEAR; unclear is never turned into a guess.
"""

from array import array

from lodeboard.boards.profile import Profile
from lodeboard.games.contract import UNCLEAR
from lodeboard.sensing import kernel, layout
from lodeboard.sensing.calibration import Calibration
from lodeboard.sensing.layout import GAIN_ONE
from lodeboard.unimport import unimport


class Cells:
    """Decided codes for all cells of a board.

    codes: what lies there (games.game codes), one byte a cell. traces: 1 where an empty
    cell feels a tile that lies between cells. raw: the last scan. state: the filter's (layout).
    """

    def __init__(self, profile: Profile, calibration: Calibration):
        cells = profile.cells
        self._calibration = calibration
        self.raw = array("H", [0] * cells)
        self.codes = bytearray(cells)
        self.traces = bytearray(cells)
        with unimport():
            from lodeboard.sensing import limits
        self.state = limits.state(profile)

    def restart(self) -> None:
        """Forget everything decided (after a calibration): the next scans decide again."""
        state = self.state
        state[layout.FIRST] = 1
        for cell in range(len(self.codes)):
            record = _record(cell)
            self.codes[cell] = state[record + layout.UNDER] = UNCLEAR
            self.traces[cell] = 0
            state[record + layout.DRIFT] = 0
            state[record + layout.LOBE] = layout.HELD

    def deviation(self, cell: int) -> int:
        """The last reading as raw counts from the cell's zero, gain applied."""
        return self.state[_record(cell) + layout.DEVIATION]

    def update(self, now_ms: int) -> bool:
        """Take in the scan in `raw`; True when any code changed."""
        state = self.state
        calibration = self._calibration
        if state[layout.FIRST]:
            self._begin()
        kernel.deviate(state, self.raw, calibration.zero, calibration.gain)
        changed = kernel.classify(state, self.codes, now_ms)
        kernel.feel(state, self.codes, self.traces, now_ms)
        return changed != 0

    def _begin(self) -> None:
        """Note what a strong tile reads on each cell: gains bring it to less than the design."""
        state = self.state
        strong = state[layout.STRONG]
        aim = strong * state[layout.GAIN_AIM] // 100
        for cell in range(len(self.codes)):
            gained = self._calibration.gain[cell] != GAIN_ONE
            state[_record(cell) + layout.NOMINAL] = aim if gained else strong

    def astray(self) -> bool:
        """True while the reading of any cell does not fit its code, which is about to change."""
        for cell in range(len(self.codes)):  # noqa: SIM110  (any() would allocate)
            if self.state[_record(cell) + layout.FITS] == 0:
                return True
        return False

    def settling(self) -> bool:
        """True while any cell is unclear, as all are just after a start."""
        for code in self.codes:  # noqa: SIM110  (any() would allocate)
            if code == UNCLEAR:
                return True
        return False


def _record(cell: int) -> int:
    """Where a cell's record begins in the state."""
    return layout.RECORDS + cell * layout.RECORD
