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
        self._around = [_around(profile, cell) for cell in range(cells)]
        self.raw = array("H", [0] * cells)
        self.codes = bytearray(cells)
        self.traces = bytearray(cells)
        self._deviation = array("i", [0] * cells)
        self._anchor = array("i", [0] * cells)
        self._since = array("i", [0] * cells)  # the anchor has held since
        self._astray = array("i", [0] * cells)  # the decided code has not fitted since
        self._fits = bytearray(cells)
        self._under = bytearray(cells)  # the last code that was clear
        self._calm_since = array("i", [0] * cells)  # how long it has kept to that
        self._alone = bytearray(cells)  # no fingers on it any more
        self._settled = array("i", [0] * cells)  # reading when that was decided
        self._drift = array("i", [0] * cells)  # zero followed so far, in 1/16 raw
        self._lobe = array("b", [0] * cells)  # sign of what no tile on a cell explains
        self._lobe_since = array("i", [0] * cells)
        self._cross = array("i", [0] * cells)  # what the tiles around should add
        self._drifted_ms = 0
        self._first = True

        raw = profile.raw
        pitch = profile.pitch_mm
        # by 0 diagonal, 1 straight
        self._near_cross = [raw(profile.crosstalk_mv(True, pitch * far)) for far in (1.4142, 1)]
        self._far_cross = [raw(profile.crosstalk_mv(False, pitch * far)) for far in (1.4142, 1)]
        self._empty = raw(limits["empty_mv"])
        self._far_low, self._far_high = (raw(mv) for mv in limits["far_mv"])
        self._near_low, self._near_high = (raw(mv) for mv in limits["near_mv"])
        self._hysteresis = raw(limits["hysteresis_mv"])
        self._still = raw(limits["still_mv"]) // 2
        self._debounce_ms: int = limits["debounce_ms"]
        self._far_debounce_ms: int = limits["far_debounce_ms"]
        self._unclear_ms: int = limits["unclear_ms"]
        self._jump = raw(limits["jump_mv"])
        self._calm = raw(limits["calm_mv"])
        self._settle_ms: int = limits["settle_ms"]
        self._shift = raw(limits["shift_mv"])
        self._trace = raw(limits["trace_mv"])
        self._trace_alone = raw(limits["trace_alone_mv"])
        self._trace_ms: int = limits["trace_ms"]
        self._drift_step_ms: int = limits["drift_ms_per_mv"] // 16
        self._drift_step = raw(1)  # of 1/16 raw: one millivolt in sixteen steps
        self._drift_limit = raw(limits["drift_limit_mv"]) * 16
        self._drift_window = raw(limits["drift_window_mv"])

    def restart(self) -> None:
        """Forget everything decided (after a calibration): the next scans decide anew."""
        self._first = True
        for cell in range(self._cells):
            self.codes[cell] = self._under[cell] = UNCLEAR
            self.traces[cell] = 0
            self._drift[cell] = 0

    def deviation(self, cell: int) -> int:
        """The last reading as raw counts from the cell's zero, gain applied."""
        return self._deviation[cell]

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
                self._fits[cell] = 1
                changed = True
                if code != UNCLEAR and code != self._under[cell]:
                    self._under[cell] = code
                    self._calm_since[cell] = now_ms
                    self._settled[cell] = deviation
                    self._alone[cell] = 0
        self._first = False
        if changed:
            self._expect_crosstalk()
        self._feel_traces(now_ms)
        self._follow_drift(now_ms)
        return changed

    def settling(self) -> bool:
        """True while any cell is unclear, as all are just after a start."""
        # MicroPython cannot look for a number in a bytearray with `in`.
        return any(code == UNCLEAR for code in self.codes)

    def _decide(self, cell: int, deviation: int, now_ms: int) -> int:
        old = self.codes[cell]
        level = self._band(deviation, old)
        if level == self._under[cell] and self._jumped(cell, level, deviation):
            level = UNCLEAR
        if level == old and old != UNCLEAR:
            self._fits[cell] = 1
            self._settle(cell, deviation, now_ms)
            return old
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

    def _settle(self, cell: int, deviation: int, now_ms: int) -> None:
        """Fingers tremble, a tile left alone does not: its reading then is the measure."""
        if self._alone[cell]:
            return
        if abs(deviation - self._settled[cell]) > self._calm:
            self._settled[cell] = deviation
            self._calm_since[cell] = now_ms
        elif since(now_ms, self._calm_since[cell]) >= self._settle_ms:
            self._alone[cell] = 1

    def _jumped(self, cell: int, level: int, deviation: int) -> bool:
        """A tile lay alone, and reads otherwise now: another one is on top. A strong tile that
        is pushed to the side of its well reads less, so that much less is no jump."""
        if not self._alone[cell]:
            return False
        change = abs(deviation) - abs(self._settled[cell])
        if level in (UP_0, UP_1):
            return change > self._jump or change < -self._shift
        return level != EMPTY and abs(change) > self._jump

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

    def _expect_crosstalk(self) -> None:
        """What the decided tiles add to the readings around them."""
        for cell in range(self._cells):
            total = 0
            for other, straight in self._around[cell]:
                code = self.codes[other]
                if code == UP_0:
                    total += self._near_cross[straight]
                elif code == UP_1:
                    total -= self._near_cross[straight]
                elif code == DOWN_1:
                    total += self._far_cross[straight]
                elif code == DOWN_0:
                    total -= self._far_cross[straight]
            self._cross[cell] = total

    def _feel_traces(self, now_ms: int) -> None:
        """A tile between cells leaves a small lobe on two neighbours; one lobe alone counts
        when it is large, for a small one may come from a tile in a hand high above."""
        for cell in range(self._cells):
            self.traces[cell] = 0
            lobe = self._deviation[cell] - self._cross[cell]
            sign = 0
            if self.codes[cell] == EMPTY and not -self._trace <= lobe <= self._trace:
                sign = 1 if lobe > 0 else -1
            if sign != self._lobe[cell]:
                self._lobe[cell] = sign
                self._lobe_since[cell] = now_ms
        for cell in range(self._cells):
            if not self._long_lobe(cell, now_ms):
                continue
            if abs(self._deviation[cell] - self._cross[cell]) > self._trace_alone:
                self.traces[cell] = 1
            for other, straight in self._around[cell]:
                same = straight and self._lobe[other] == self._lobe[cell]
                if same and self._long_lobe(other, now_ms):
                    self.traces[cell] = 1

    def _long_lobe(self, cell: int, now_ms: int) -> bool:
        return self._lobe[cell] != 0 and since(now_ms, self._lobe_since[cell]) >= self._trace_ms

    def _follow_drift(self, now_ms: int) -> None:
        """Let zeros follow slow drift on cells that are empty and nearly at zero."""
        if since(now_ms, self._drifted_ms) < self._drift_step_ms:
            return
        self._drifted_ms = now_ms
        for cell in range(self._cells):
            offset = self._deviation[cell] - self._cross[cell]
            if self.codes[cell] != EMPTY or self.traces[cell] or offset == 0:
                continue
            if abs(offset) > self._drift_window:
                continue
            drift = self._drift[cell] + (self._drift_step if offset > 0 else -self._drift_step)
            if -self._drift_limit <= drift <= self._drift_limit:
                self._drift[cell] = drift


def _around(profile: Profile, cell: int) -> "list[tuple[int, int]]":
    """The up to eight cells around one, each with 1 where it shares a side, 0 at a corner."""
    row, column = divmod(cell, profile.columns)
    out = []
    for other in range(profile.cells):
        rows = abs(other // profile.columns - row)
        columns = abs(other % profile.columns - column)
        if rows < 2 and columns < 2 and other != cell:
            out.append((other, 1 if rows + columns == 1 else 0))
    return out
