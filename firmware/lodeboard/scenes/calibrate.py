"""Measuring zeros with the plate empty, and gains with a tile on one cell after another."""

from micropython import const

from lodeboard.games.contract import UP_0
from lodeboard.lights import palette, tunes
from lodeboard.play.scene import MIDDLE, RIGHT, Board, Scene
from lodeboard.sensing.averager import Averager
from lodeboard.sensing.calibration import GAIN_ONE, NAME
from lodeboard.ticks import since

_EMPTY_PLATE = "Take every tile and magnet off the board, then press the middle button."
_MAGNET = (
    "Take away what lies at %s and press the middle button again. If nothing lies there, the sensor"
    " fails."
)
_DOUBT = (
    "Look at %s: take away what lies there and press the middle button again. If nothing lies"
    " there, press the board's right button: its sensor reads far from the middle, which does no"
    " harm."
)
_HOLD_STILL = "Measuring: hands off."
_GAIN_TILE = "Put a first player's tile, up side showing, on the lit cell %s. Right: skip it."
_GAIN_WRONG = "Try again: that does not read as a first player's tile, up side showing, on %s."
_GAIN_LIFT = "Take the tile off %s again."

# What was found on a cell, and its light
_USUAL = const(0)
_IN_DOUBT = const(1)
_MAGNET_THERE = const(2)
_LIGHTS = (palette.CALIBRATE, palette.CHECK, palette.MISTAKE)


def _keep(board: Board) -> None:
    """Save the calibration, but not one of sensors that a computer made up."""
    if not board.lent:
        board.store.save(NAME, board.calibration.to_blob())


class Zeros(Scene):
    """The plate must be empty. Refused, with the cells named, where a magnet lies.

    A magnet cannot be found by what the cells around it read: a tile adds 2 mV to its neighbours,
    whose own offsets differ by 30 mV. It is found by its size, compared with the offsets of all
    cells of this board. Between what is usual and what is a magnet, people have to look.
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
        self._seen_bare = False  # people say that nothing lies on the cells in doubt
        self.closed = False

    def enter(self, now_ms: int) -> None:
        self._measuring = self.closed = False
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
            self.closed = True  # leave the old zeros as they are

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
        calibration.valid = True
        _keep(board)
        board.cells.restart()
        board.tunes.play(tunes.ACCEPTED)
        self.closed = True

    def _find(self) -> "tuple[list[str], list[str]]":
        """The cells where a magnet lies, and those where one may lie."""
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
    """One tile on each cell in turn; the reading against the nominal signal is the gain."""

    phase = "calibrate"

    def __init__(self, board: Board):
        super().__init__(board)
        self._averager = Averager(board.profile)
        self._nominal = board.profile.raw(board.profile.signal_mv(True))
        self._low, self._high = (
            percent * GAIN_ONE // 100 for percent in board.profile.sensing["gain_percent"]
        )
        self._new = [GAIN_ONE] * board.profile.cells
        self._cell = 0
        self._lifting = False
        self._bad = False
        self._since = 0
        self.closed = False

    def enter(self, now_ms: int) -> None:
        self.closed = False
        self._start(0, now_ms)

    def _start(self, cell: int, now_ms: int) -> None:
        if cell == self._board.profile.cells:
            self._keep()
            return
        self._cell = cell
        self._lifting = self._bad = False
        self._since = now_ms
        self._averager.start()
        self._new[cell] = self._board.calibration.gain[cell]
        self._ask(_GAIN_TILE)

    def _ask(self, sentence: str) -> None:
        name = self._board.profile.cell_name(self._cell)
        self.change("gain", sentence % name)

    def button(self, button: int) -> None:
        if button == RIGHT:
            self._start(self._cell + 1, self._since)
        else:
            self.closed = True  # nothing measured is kept

    def tick(self, now_ms: int) -> None:
        board = self._board
        code = board.cells.codes[self._cell]
        if self._lifting:
            if code == 0:
                self._start(self._cell + 1, now_ms)
            return
        if code != UP_0:
            self._averager.start()
            if code == 0:
                self._bad = False
                self._since = now_ms
                self._ask(_GAIN_TILE)
            elif not self._bad and since(now_ms, self._since) > 1500:
                self._bad = True
                board.tunes.play(tunes.MISTAKE)
                self._ask(_GAIN_WRONG)
            return
        self._averager.add(board.cells.raw)
        if self._averager.done:
            self._measure()

    def _measure(self) -> None:
        board = self._board
        signal = self._averager.mean(self._cell) - board.calibration.zero[self._cell]
        gain = self._nominal * GAIN_ONE // signal if signal > 0 else 0
        if not self._averager.still(self._cell):
            self._averager.start()
        elif self._low <= gain <= self._high:
            self._new[self._cell] = gain
            self._lifting = True
            board.tunes.play(tunes.ACCEPTED)
            self._ask(_GAIN_LIFT)
        else:
            self._averager.start()
            if not self._bad:
                self._bad = True
                board.tunes.play(tunes.MISTAKE)
                self._ask(_GAIN_WRONG)

    def _keep(self) -> None:
        board = self._board
        for cell in range(board.profile.cells):
            board.calibration.gain[cell] = self._new[cell]
        _keep(board)
        board.cells.restart()
        board.tunes.play(tunes.ACCEPTED)
        self.closed = True

    def paint(self, marks: bytearray) -> None:
        if self._lifting:
            marks[self._cell] = palette.LIFT
        elif self._bad:
            marks[self._cell] = palette.MISTAKE
        else:
            marks[self._cell] = palette.PUT + UP_0 - 1
        for cell in range(self._cell):
            marks[cell] = palette.CALIBRATE
