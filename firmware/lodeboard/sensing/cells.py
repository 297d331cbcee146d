"""From raw counts to what lies on each cell.

Each cell keeps its own state: the code last decided, an anchor its reading has stayed
close to, and since when. A new code is decided only from a reading that lies still for
the debounce time, longer for the weak levels, because a strong tile held in the air
passes through them. What moves for long, or rests between two bands, is UNCLEAR; unclear
is never turned into a guess.
"""

from array import array

from lodeboard.boards.profile import Profile
from lodeboard.games.game import DOWN_0, DOWN_1, EMPTY, UNCLEAR, UP_0, UP_1
from lodeboard.sensing.calibration import GAIN_ONE, Calibration
from lodeboard.ticks import since


class Cells:
    """Decided codes for all cells of a board.

    codes: what lies there (games.game codes), one byte a cell. traces: 1 where an empty
    cell feels a tile that lies between cells. raw: the last scan.
    """

    def __init__(self, profile: Profile, calibration: Calibration):
        cells = profile.cells
        limits = profile.sensing
        self._calibration = calibration
        self._cells = cells
        self._neighbours = [profile.neighbours(cell) for cell in range(cells)]
        self.raw = array("H", [0] * cells)
        self.codes = bytearray(cells)
        self.traces = bytearray(cells)
        self._deviation = array("i", [0] * cells)
        self._anchor = array("i", [0] * cells)
        self._since = array("i", [0] * cells)  # the anchor has held since
        self._astray = array("i", [0] * cells)  # the decided code has not fitted since
        self._fits = bytearray(cells)
        self._settled = array("i", [0] * cells)  # reading when the code was decided
        self._drift = array("i", [0] * cells)  # zero followed so far, in 1/16 raw
        self._traced = array("i", [0] * cells)
        self._drifted_ms = 0
        self._first = True

        raw = profile.raw
        self._empty = raw(limits["empty_mv"])
        self._far_low, self._far_high = (raw(mv) for mv in limits["far_mv"])
        self._near_low, self._near_high = (raw(mv) for mv in limits["near_mv"])
        self._hysteresis = raw(limits["hysteresis_mv"])
        self._still = raw(limits["still_mv"]) // 2
        self._debounce_ms: int = limits["debounce_ms"]
        self._far_debounce_ms: int = limits["far_debounce_ms"]
        self._unclear_ms: int = limits["unclear_ms"]
        self._jump = raw(limits["jump_mv"])
        self._trace = raw(limits["trace_mv"])
        self._trace_ms: int = limits["trace_ms"]
        self._drift_step_ms: int = limits["drift_ms_per_mv"] // 16
        self._drift_step = raw(1)  # of 1/16 raw: one millivolt in sixteen steps
        self._drift_limit = raw(limits["drift_limit_mv"]) * 16
        self._drift_window = raw(limits["drift_window_mv"])

    def restart(self) -> None:
        """Forget everything decided (after a calibration): the next scans decide anew."""
        self._first = True
        for cell in range(self._cells):
            self.codes[cell] = UNCLEAR
            self.traces[cell] = 0
            self._drift[cell] = 0

    def deviation(self, cell: int) -> int:
        """The last reading as raw counts from the cell's zero, gain applied."""
        return self._deviation[cell]

    def rebase(self) -> None:
        """Take the readings of empty cells as they are now for traces: called when the
        tiles lie as they should, so that only later changes count."""
        for cell in range(self._cells):
            self._traced[cell] = self._anchor[cell]
            if self.codes[cell] == EMPTY:
                self._settled[cell] = self._anchor[cell]

    def update(self, now_ms: int) -> bool:
        """Take in the scan in `raw`; True when any code changed."""
        changed = False
        calibration = self._calibration
        for cell in range(self._cells):
            deviation = self.raw[cell] - calibration.zero[cell] - (self._drift[cell] >> 4)
            gain = calibration.gain[cell]
            if gain != GAIN_ONE:
                deviation = deviation * gain >> 10
            self._deviation[cell] = deviation
            if self._first or abs(deviation - self._anchor[cell]) > self._still:
                self._anchor[cell] = deviation
                self._since[cell] = now_ms
            if self._first:
                self.codes[cell] = UNCLEAR
                self._fits[cell] = 0
                self._astray[cell] = now_ms
            code = self._decide(cell, deviation, now_ms)
            if code != self.codes[cell]:
                self.codes[cell] = code
                self._settled[cell] = deviation
                self._traced[cell] = deviation
                self._fits[cell] = 1
                changed = True
        self._first = False
        self._feel_traces(now_ms)
        self._follow_drift(now_ms)
        return changed

    def settling(self) -> bool:
        """True while any cell has no decided code since the start."""
        return UNCLEAR in self.codes

    def _decide(self, cell: int, deviation: int, now_ms: int) -> int:
        old = self.codes[cell]
        level = self._band(deviation, old)
        if level == old and old != UNCLEAR:
            jumped = abs(deviation - self._settled[cell]) > self._jump
            if not jumped:
                self._fits[cell] = 1
                return old
            level = UNCLEAR
        if self._fits[cell]:
            self._fits[cell] = 0
            self._astray[cell] = now_ms
        rest_ms = since(now_ms, self._since[cell])
        needed = self._far_debounce_ms if level in (DOWN_0, DOWN_1) else self._debounce_ms
        if level != UNCLEAR and rest_ms >= needed:
            return level
        if old != UNCLEAR and since(now_ms, self._astray[cell]) >= self._unclear_ms:
            return UNCLEAR
        return old

    def _band(self, deviation: int, old: int) -> int:
        """The level a reading belongs to; bands are wider for the code already decided."""
        size = abs(deviation)
        slack = self._hysteresis
        if size < self._empty + (slack if old == EMPTY else 0):
            return EMPTY
        far, near = (DOWN_1, UP_0) if deviation > 0 else (DOWN_0, UP_1)
        more = slack if old == far else 0
        if self._far_low - more < size < self._far_high + more:
            return far
        more = slack if old == near else 0
        if self._near_low - more < size < self._near_high + more:
            return near
        return UNCLEAR

    def _feel_traces(self, now_ms: int) -> None:
        """A tile between cells leaves a small lobe on two neighbours: both, or it is noise."""
        for cell in range(self._cells):
            self.traces[cell] = 0
        for cell in range(self._cells):
            sign = self._trace_sign(cell, now_ms)
            if sign == 0:
                continue
            for other in self._neighbours[cell]:
                if other > cell and self._trace_sign(other, now_ms) == sign:
                    self.traces[cell] = self.traces[other] = 1

    def _trace_sign(self, cell: int, now_ms: int) -> int:
        if self.codes[cell] != EMPTY:
            return 0
        lobe = self._anchor[cell] - self._traced[cell]
        if -self._trace <= lobe <= self._trace:
            return 0
        if since(now_ms, self._since[cell]) < self._trace_ms:
            return 0
        return 1 if lobe > 0 else -1

    def _follow_drift(self, now_ms: int) -> None:
        """Let zeros follow slow drift on cells that are empty and nearly at zero."""
        if since(now_ms, self._drifted_ms) < self._drift_step_ms:
            return
        self._drifted_ms = now_ms
        for cell in range(self._cells):
            deviation = self._deviation[cell]
            if self.codes[cell] != EMPTY or self.traces[cell] or deviation == 0:
                continue
            if abs(deviation) > self._drift_window:
                continue
            drift = self._drift[cell] + (self._drift_step if deviation > 0 else -self._drift_step)
            if -self._drift_limit <= drift <= self._drift_limit:
                self._drift[cell] = drift
