"""A serial line whose port a page holds open: received bytes, bytes not yet written, and its
state."""

import errno
from collections.abc import Callable

from host_tools.board.device.cable import Event, Gone, Opened, Prompt
from host_tools.board.device.received import Lines

BUSY = "busy"  # the page cannot open the port because another program has it open
_MOST_UNWRITTEN = 4096  # bytes; a board that is this far behind gets no more lines
_LONGEST_WAIT_S = 1.0  # if the caller sets no limit


class Line:
    """`send(data)` makes the page write bytes. `wait(seconds)` returns at the next message of the
    page, or after that time. The page reports through `opened`, `lost`, `fed` and `written`."""

    def __init__(self, send: Callable[[bytes], None], wait: Callable[[float], object]) -> None:
        self._send = send
        self._wait = wait
        self._incoming = bytearray()
        self.is_open = False
        self.openings = 0  # how often it was opened
        self.unwritten = 0  # bytes sent to the page but not yet written to the port
        self.errno = errno.ENODEV
        self.why = "not open yet"

    # Reports of the page

    def opened(self) -> None:
        """The port is open."""
        self._incoming.clear()
        self.unwritten = 0
        self.openings += 1
        self.is_open = True

    def lost(self, kind: str, why: str) -> None:
        """The port is gone or cannot be opened: `kind` and text of the error."""
        self.is_open = False
        self.errno = errno.EBUSY if kind == BUSY else errno.ENODEV
        self.why = why

    def fed(self, data: bytes) -> None:
        """Bytes were received."""
        self._incoming += data

    def written(self, count: int) -> None:
        """This many bytes were written to the port."""
        self.unwritten = max(0, self.unwritten - count)

    # Used by the worker

    @property
    def waiting(self) -> int:
        """Number of received bytes not yet taken."""
        return len(self._incoming)

    def take(self, most: int) -> bytes:
        """The next received bytes, at most `most`."""
        data = bytes(self._incoming[:most])
        del self._incoming[:most]
        return data

    def send(self, data: bytes) -> None:
        self.unwritten += len(data)
        self._send(data)

    def wait(self, seconds: float | None) -> None:
        self._wait(_LONGEST_WAIT_S if seconds is None else seconds)


class LineCable:
    """The cable of a board on such a line."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._lines = Lines()
        self._opening = 0  # of the line, when it was last seen open
        self._why = ""

    def start(self) -> None:
        """Do nothing: the page opens the port."""

    def close(self) -> None:
        """Do nothing: the page closes it."""

    def again(self) -> None:
        """Greet the board again after other communication with it."""
        self._opening = 0

    def take(self) -> list[Event]:
        line, events = self._line, list[Event]()
        if line.is_open and line.openings != self._opening:
            self._opening, self._why = line.openings, ""
            self._lines.clear()
            events.append(Opened())
        elif not line.is_open and line.why != self._why:
            self._opening, self._why = 0, line.why
            events.append(Gone(line.why))
        events += self._lines.feed(line.take(line.waiting))
        if self._lines.prompt:
            self._lines.clear()
            events.append(Prompt())
        return events

    def send(self, line: str) -> bool:
        if self._line.unwritten > _MOST_UNWRITTEN:
            return False
        if self._line.is_open:
            self._line.send(line.encode("ascii") + b"\n")
        return True

    def send_latest(self, line: str) -> None:
        self.send(line)
