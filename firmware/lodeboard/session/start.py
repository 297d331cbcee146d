"""The first half second after power comes on."""

from lodeboard.lights import palette
from lodeboard.session.board import Scene
from lodeboard.ticks import since

_START_MS = 600


class Start(Scene):
    """Every light once, so that a dead one is seen; the first readings settle meanwhile."""

    phase = "start"

    def __init__(self) -> None:
        super().__init__()
        self._from_ms = 0
        self.closed = False

    def enter(self, now_ms: int) -> None:
        self._from_ms = now_ms
        self.change("wait", "Hello: every light should be on.")

    def tick(self, now_ms: int) -> None:
        self.closed = since(now_ms, self._from_ms) >= _START_MS

    def paint(self, marks: bytearray) -> None:
        for cell in range(len(marks)):
            marks[cell] = palette.LOCKED
