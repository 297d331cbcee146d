"""Converts raw counts into what lies on each cell.

Each cell has its own state: the code last decided, an anchor that its reading has stayed close to,
and since when. A new code is decided only from a reading that is still for the debounce time,
longer for the weak levels: a strong tile held in the air passes through them, and becomes UNCLEAR
again if it trembles. A reading that keeps moving, or rests between two bands, is UNCLEAR; unclear
is never turned into a guess.
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

    codes: what lies there (games.game codes), one byte per cell. traces: 1 if an empty cell senses
    a tile that lies between cells. raw: the last scan. state: the filter's (layout).
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
        """Discard all codes (after a calibration): the next scans decide them again."""
        state = self.state
        state[layout.FIRST] = 1
        for cell in range(len(self.codes)):
            record = _record(cell)
            self.codes[cell] = state[record + layout.LAST_CLEAR] = UNCLEAR
            self.traces[cell] = 0
            state[record + layout.DRIFT] = 0
            state[record + layout.LOBE] = layout.HELD

    def deviation(self, cell: int) -> int:
        """The last reading as raw counts from the cell's zero, with the gain applied."""
        return self.state[_record(cell) + layout.DEVIATION]

    def update(self, now_ms: int) -> bool:
        """Process the scan in `raw`; True if any code changed."""
        state = self.state
        calibration = self._calibration
        if state[layout.FIRST]:
            self._begin()
        kernel.deviate(state, self.raw, calibration.zero, calibration.gain)
        changed = kernel.classify(state, self.codes, now_ms)
        kernel.track(state, self.codes, self.traces, now_ms)
        return changed != 0

    def _begin(self) -> None:
        """Set the reading of a strong tile for each cell: gains bring it below the nominal
        value."""
        state = self.state
        strong = state[layout.STRONG]
        aim = strong * state[layout.GAIN_AIM] // 100
        for cell in range(len(self.codes)):
            gained = self._calibration.gain[cell] != GAIN_ONE
            state[_record(cell) + layout.NOMINAL] = aim if gained else strong

    def changing(self) -> bool:
        """True while any cell's reading does not fit its code, so that the code may change."""
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
    """The offset of a cell's record in the state."""
    return layout.RECORDS + cell * layout.RECORD
