"""The first half second after power comes on: the board checks itself."""

from lodeboard.lights import palette, tunes
from lodeboard.play.scene import DONE, SHOWN, Board, Scene
from lodeboard.ticks import since

_START_MS = 600
_SETTLE_MS = 200  # earlier readings do not count
_SHOW_MS = 1500  # how long faults are shown; a button ends it
_RAIL_MV = 100  # a working sensor stays further from either rail


class Start(Scene):
    """Light every LED once, so that a dead one is visible, while the first readings settle. Faults
    found are then shown briefly, and the board goes on as well as it can.

    damaged: some stored data could not be read; shown at the corners.
    """

    phase = "start"

    def __init__(self, board: Board, damaged: bool):
        super().__init__(board)
        self._damaged = damaged
        self._dead = bytearray([1] * board.profile.cells)  # all readings were at a rail
        self._scans = 0
        self._from_ms = 0
        self._judged = False

    def enter(self, now_ms: int) -> None:
        self._from_ms = now_ms
        self.change("wait", "Check that every light is on.")

    def tick(self, now_ms: int) -> None:
        lasted_ms = since(now_ms, self._from_ms)
        if self._judged:
            if lasted_ms >= _START_MS + _SHOW_MS:
                self.event = DONE
            return
        if lasted_ms >= _SETTLE_MS:
            self._look()
        if lasted_ms >= _START_MS:
            self._judge()

    def afterwards(self) -> None:
        self.event = SHOWN

    def button(self, button: int) -> None:
        if self._judged:
            self.event = DONE

    def _look(self) -> None:
        """Mark cells whose reading lies between the rails as working."""
        self._scans += 1
        profile = self._board.profile
        low = profile.raw(_RAIL_MV)
        high = profile.raw_full - low
        raw = self._board.cells.raw
        injecting = self._board.injecting
        for cell in range(len(self._dead)):
            if injecting or low <= raw[cell] <= high:
                self._dead[cell] = 0

    def _judge(self) -> None:
        self._judged = True
        dead = [cell for cell in range(len(self._dead)) if self._dead[cell] and self._scans]
        if len(dead) == len(self._dead):
            self.warning = "Check the multiplexer and its cable: no sensor gives a reading."
        elif dead:
            names = ", ".join([self._board.profile.cell_name(cell) for cell in dead])
            self.warning = f"No reading from the sensor at {names}: tiles there are not seen."
        if self.warning:
            self.change("wait", self.warning)
        elif self._damaged:
            self.change("wait", "Some stored data could not be read.")
        else:
            self.event = DONE
            return
        self._board.tunes.play(tunes.FAULT)

    def paint(self, marks: bytearray) -> None:
        if not self._judged or self.event == DONE:
            for cell in range(len(marks)):
                marks[cell] = palette.LOCKED
            return
        if self._damaged:
            for corner in self._board.profile.corners():
                marks[corner] = palette.FAULT
        if self.warning:
            for cell in range(len(marks)):
                if self._dead[cell]:
                    marks[cell] = palette.FAULT
