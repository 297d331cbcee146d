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


class Cells:
    """Decided codes for all cells of a board.

    codes: what lies there (games.game codes), one byte a cell. traces: 1 where an empty
    cell feels a tile that lies between cells. raw: the last scan.
    """

    def __init__(self, profile: Profile, calibration: Calibration):
        cells = profile.cells
        self._calibration = calibration
        self.raw = array("H", [0] * cells)
        self.codes = bytearray(cells)
        self.traces = bytearray(cells)
        self._state = _state(profile)

    def restart(self) -> None:
        """Forget everything decided (after a calibration): the next scans decide again."""
        state = self._state
        state[layout.FIRST] = 1
        for cell in range(len(self.codes)):
            record = _record(cell)
            self.codes[cell] = state[record + layout.UNDER] = UNCLEAR
            self.traces[cell] = 0
            state[record + layout.DRIFT] = 0

    def deviation(self, cell: int) -> int:
        """The last reading as raw counts from the cell's zero, gain applied."""
        return self._state[_record(cell) + layout.DEVIATION]

    def update(self, now_ms: int) -> bool:
        """Take in the scan in `raw`; True when any code changed."""
        state = self._state
        calibration = self._calibration
        kernel.deviate(state, self.raw, calibration.zero, calibration.gain)
        changed = kernel.classify(state, self.codes, now_ms)
        kernel.feel(state, self.codes, self.traces, now_ms)
        return changed != 0

    def astray(self) -> bool:
        """True while the reading of any cell does not fit its code, which is about to change."""
        for cell in range(len(self.codes)):  # noqa: SIM110  (any() would allocate)
            if self._state[_record(cell) + layout.FITS] == 0:
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


def _state(profile: Profile) -> "array[int]":
    """The filter's state before the first scan, with the profile's limits in raw counts."""
    state = array("i", [0] * _record(profile.cells))
    limits = profile.sensing
    raw = profile.raw
    state[layout.CELLS] = profile.cells
    state[layout.FIRST] = 1
    state[layout.EMPTY_LIMIT] = raw(limits["empty_mv"])
    state[layout.FAR_LOW], state[layout.FAR_HIGH] = [raw(mv) for mv in limits["far_mv"]]
    state[layout.NEAR_LOW], state[layout.NEAR_HIGH] = [raw(mv) for mv in limits["near_mv"]]
    state[layout.HYSTERESIS] = raw(limits["hysteresis_mv"])
    state[layout.STILL] = raw(limits["still_mv"]) // 2
    state[layout.DEBOUNCE_MS] = limits["debounce_ms"]
    state[layout.FAR_DEBOUNCE_MS] = limits["far_debounce_ms"]
    state[layout.UNCLEAR_MS] = limits["unclear_ms"]
    state[layout.JUMP] = raw(limits["jump_mv"])
    state[layout.CALM] = raw(limits["calm_mv"])
    state[layout.SETTLE_MS] = limits["settle_ms"]
    state[layout.SHIFT] = raw(limits["shift_mv"])
    state[layout.TRACE] = raw(limits["trace_mv"])
    state[layout.TRACE_ALONE] = raw(limits["trace_alone_mv"])
    state[layout.TRACE_MS] = limits["trace_ms"]
    state[layout.DRIFT_STEP_MS] = limits["drift_ms_per_mv"] // 16
    state[layout.DRIFT_STEP] = raw(1)  # of 1/16 raw: one millivolt in sixteen steps
    state[layout.DRIFT_LIMIT] = raw(limits["drift_limit_mv"]) * 16
    state[layout.DRIFT_WINDOW] = raw(limits["drift_window_mv"])
    pitch = profile.pitch_mm
    state[layout.NEAR_STRAIGHT] = raw(profile.crosstalk_mv(True, pitch))
    state[layout.NEAR_DIAGONAL] = raw(profile.crosstalk_mv(True, pitch * 1.4142))
    state[layout.FAR_STRAIGHT] = raw(profile.crosstalk_mv(False, pitch))
    state[layout.FAR_DIAGONAL] = raw(profile.crosstalk_mv(False, pitch * 1.4142))
    for cell in range(profile.cells):
        row, column = divmod(cell, profile.columns)
        at = _record(cell) + layout.AROUND
        for down, right in _AROUND:
            inside = 0 <= row + down < profile.rows and 0 <= column + right < profile.columns
            state[at] = cell + down * profile.columns + right if inside else -1
            at += 1
    return state


# Rows down and columns right of a cell: those at its sides, then those at its corners.
_AROUND = ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, -1), (-1, 1), (1, 1), (1, -1))
