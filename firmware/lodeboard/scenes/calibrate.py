"""Measuring zeros with the plate empty, and gains with a tile on each cell."""

from micropython import const

from lodeboard.games.contract import EMPTY, UP_0, UP_1
from lodeboard.lights import palette, tunes
from lodeboard.play.scene import DONE, MIDDLE, RIGHT, Board, Scene
from lodeboard.sensing import layout
from lodeboard.sensing.averager import Averager
from lodeboard.sensing.calibration import NAME
from lodeboard.sensing.layout import GAIN_ONE
from lodeboard.ticks import since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

_EMPTY_PLATE = "Take every tile and magnet off the board, then press the middle button."
_MAGNET = (
    "Take away what lies at %s and press the middle button again. If nothing lies there, the sensor"
    " fails."
)
_DOUBT = (
    "Check %s: take away what lies there and press the middle button again. If nothing lies there,"
    " press the board's right button: the sensor reads far from the middle, which does no harm."
)
_HOLD_STILL = "Measuring: hands off."
_GAINS = (
    "Put tiles on the lit cells, up side showing: one after another, or one tile from cell to cell."
    " Left: skip this."
)
_NOT_TAKEN = (
    "Take the tile off %s and put one there again, up side showing: the board did not recognise it."
    " Left: skip this."
)
_SKIPPED = (
    "Gains were not measured at %s, so printed parts must fit better there. To measure later: menu,"
    " set gains."
)
# The usual message, so it must be short: a phone shows it above the board.
_ALL_SKIPPED = "Gains were not measured. To measure later: menu, set gains."

_NOT_TAKEN_MS = const(1500)  # then a misplaced tile is reported

_STRONG = (UP_0, UP_1)  # the codes of tiles with their up side showing

# Findings for a cell, and the light of each
_USUAL = const(0)
_IN_DOUBT = const(1)
_MAGNET_THERE = const(2)
_LIGHTS = (palette.CALIBRATE, palette.CHECK, palette.MISTAKE)


def _keep(board: Board) -> None:
    """Save the calibration, unless its readings were injected by a computer."""
    if not board.injecting:
        board.store.save(NAME, board.calibration.to_blob())


def _set_all(cells: bytearray, value: int) -> None:
    for cell in range(len(cells)):
        cells[cell] = value


def _explained(state: "array[int]", cell: int) -> int:
    """The part of a cell's reading that its own tile does not cause, in raw counts: zero drift and
    the tiles around it."""
    record = layout.RECORDS + cell * layout.RECORD
    return (state[record + layout.DRIFT] >> 4) + state[record + layout.CROSS]


class Zeros(Scene):
    """Measure the zeros on an empty plate. Refused if a magnet is found; the message names the
    cells.

    The neighbours of a magnet do not reveal it: it adds 2 mV to them, while their own offsets
    differ by 30 mV. So a cell's offset is compared with those of all cells of this board. Cells
    between the usual range and a magnet are in doubt: people have to check them.
    """

    phase = "calibrate"

    def __init__(self, board: Board):
        super().__init__(board)
        self._averager = Averager(board.profile)
        limits = board.profile.sensing
        raw = board.profile.raw
        self._window = raw(limits["zero_window_mv"])
        self._spreads = limits["zero_spreads"]
        self._least, self._most = [raw(mv) for mv in limits["zero_magnet_mv"]]
        self._found = bytearray(board.profile.cells)
        self._measuring = False
        self._seen_bare = False  # people confirm that the cells in doubt are empty

    def enter(self, now_ms: int) -> None:
        self._measuring = False
        for cell in range(len(self._found)):
            self._found[cell] = _USUAL
        self.change("calibrate", _EMPTY_PLATE)

    def button(self, button: int) -> None:
        if self._measuring:
            return
        self._seen_bare = button == RIGHT and self.ask == "accept"
        if button == MIDDLE or self._seen_bare:
            self._averager.start()
            self._measuring = True
            self.change("calibrate", _HOLD_STILL)
        elif self._board.calibration.valid:
            self.event = DONE  # leave the old zeros as they are

    def tick(self, now_ms: int) -> None:
        if not self._measuring:
            return
        self._averager.add(self._board.cells.raw)
        if self._averager.done:
            self._measuring = False
            self._judge()

    def _judge(self) -> None:
        board = self._board
        magnets, doubts = self._find()
        if magnets or (doubts and not self._seen_bare):
            board.tunes.play(tunes.MISTAKE)
            if magnets:
                self.change("calibrate", _MAGNET % ", ".join(magnets))
            else:
                self.change("accept", _DOUBT % ", ".join(doubts))
            self._changes.report()
            return
        calibration = board.calibration
        for cell in range(board.profile.cells):
            calibration.zero[cell] = self._averager.mean(cell)
        if not calibration.valid:
            _set_all(calibration.missing, 1)
        calibration.valid = True
        _keep(board)
        board.cells.restart()
        board.tunes.play(tunes.ACCEPTED)
        self.event = DONE

    def _find(self) -> "tuple[list[str], list[str]]":
        """Return the cells with a magnet, and those that may have one."""
        averager = self._averager
        middle = self._board.profile.raw_middle
        offsets = [abs(averager.mean(cell) - middle) for cell in range(len(self._found))]
        typical = sorted(offsets)[len(offsets) // 2]
        limit = min(max(self._spreads * typical, self._least), self._most)
        for cell in range(len(offsets)):
            if offsets[cell] > limit or not averager.still(cell):
                self._found[cell] = _MAGNET_THERE
            else:
                self._found[cell] = _IN_DOUBT if offsets[cell] > self._window else _USUAL
        return self._named(_MAGNET_THERE), self._named(_IN_DOUBT)

    def _named(self, found: int) -> "list[str]":
        name = self._board.profile.cell_name
        return [name(cell) for cell in range(len(self._found)) if self._found[cell] == found]

    def paint(self, marks: bytearray) -> None:
        for cell in range(len(marks)):
            marks[cell] = _LIGHTS[self._found[cell]]

    def report(self, message: "dict[str, object]") -> None:
        message["wrong"] = self._named(_MAGNET_THERE)
        message["doubt"] = self._named(_IN_DOUBT)


class Gains(Scene):
    """Measure gains with a tile on each cell, in any order: nominal signal divided by reading. Each
    gain is saved at once, so that a power cut loses none.

    `first`: a new board's first calibration, which asks only for the gains still missing. The
    warning then names the cells that were skipped.
    """

    phase = "calibrate"

    def __init__(self, board: Board, first: bool):
        super().__init__(board)
        self._averager = Averager(board.profile)
        aim = board.profile.signal_mv(True) * board.profile.sensing["gain_aim_percent"] / 100
        self._aim = board.profile.raw(aim)
        self._low, self._high = (
            percent * GAIN_ONE // 100 for percent in board.profile.sensing["gain_percent"]
        )
        self._first = first
        self._wanted = bytearray(board.profile.cells)
        self._bad = bytearray(board.profile.cells)
        self._seen = bytearray(board.profile.cells)  # codes in the last tick
        self._since = 0  # when they last changed

    def enter(self, now_ms: int) -> None:
        self._since = now_ms
        self._averager.start()
        missing = self._board.calibration.missing
        for cell in range(len(missing)):
            self._wanted[cell] = missing[cell] if self._first else 1
            self._bad[cell] = 0
        self._ask()

    def _ask(self) -> None:
        bad = ", ".join(self._named(self._bad))
        self.change("gain", _NOT_TAKEN % bad if bad else _GAINS)
        self._changes.report()

    def _named(self, cells: bytearray) -> "list[str]":
        name = self._board.profile.cell_name
        return [name(cell) for cell in range(len(cells)) if cells[cell]]

    def button(self, button: int) -> None:
        if button != RIGHT:
            self._end()

    def tick(self, now_ms: int) -> None:
        board = self._board
        codes = board.cells.codes
        if self._news():
            self._since = now_ms
            self._averager.start()
            return
        lies = False
        refused = False
        for cell in range(len(codes)):
            if self._wanted[cell] and not self._bad[cell]:
                code = codes[cell]
                if code in _STRONG:
                    lies = True
                elif code != EMPTY and since(now_ms, self._since) > _NOT_TAKEN_MS:
                    self._bad[cell] = 1
                    refused = True
        if refused:
            self._refuse()
        if lies:
            self._averager.add(board.cells.raw)
            if self._averager.done:
                self._measure()

    def _news(self) -> bool:
        """Return whether any code has changed since the last tick. An emptied cell may be tried
        again."""
        codes = self._board.cells.codes
        changed = False
        better = False
        for cell in range(len(codes)):
            if codes[cell] != self._seen[cell]:
                self._seen[cell] = codes[cell]
                changed = True
                if self._bad[cell] and codes[cell] == EMPTY:
                    self._bad[cell] = 0
                    better = True
        if better:
            self._ask()
        return changed

    def _measure(self) -> None:
        board = self._board
        calibration = board.calibration
        found = False
        refused = False
        for cell in range(len(self._wanted)):
            code = board.cells.codes[cell]
            strong = code in _STRONG
            if not strong or not self._wanted[cell] or self._bad[cell]:
                continue
            if not self._averager.still(cell):
                continue
            signal = self._averager.mean(cell) - calibration.zero[cell]
            signal -= _explained(board.cells.state, cell)
            if code == UP_1:
                signal = -signal
            gain = self._aim * GAIN_ONE // signal if signal > 0 else 0
            if self._low <= gain <= self._high:
                calibration.gain[cell] = gain
                calibration.missing[cell] = self._wanted[cell] = 0
                found = True
            else:
                self._bad[cell] = 1
                refused = True
        self._averager.start()
        if refused:
            self._refuse()
        if found:
            board.tunes.play(tunes.ACCEPTED)
            if not any(self._wanted):
                self._end()
                return
            _keep(board)
            self._ask()

    def _refuse(self) -> None:
        self._board.tunes.play(tunes.MISTAKE)
        self._ask()

    def _end(self) -> None:
        board = self._board
        calibration = board.calibration
        if self._first and any(calibration.missing):
            left_out = self._named(calibration.missing)
            every = len(left_out) == len(calibration.missing)
            self.warning = _ALL_SKIPPED if every else _SKIPPED % ", ".join(left_out)
            board.tunes.play(tunes.MISTAKE)
            _set_all(calibration.missing, 0)
        _keep(board)
        board.cells.restart()
        self.event = DONE

    def paint(self, marks: bytearray) -> None:
        for cell in range(len(marks)):
            if self._bad[cell]:
                marks[cell] = palette.MISTAKE
            else:
                marks[cell] = palette.MEASURE if self._wanted[cell] else palette.CALIBRATE

    def report(self, message: "dict[str, object]") -> None:
        message["measure"] = self._named(self._wanted)
        message["wrong"] = self._named(self._bad)
