"""A serial cable that may be pulled out at any time: a port read and written by threads.

The board's thread never waits for it. Events are queued in order; lines to send wait in a short
queue; of the simulated readings only the latest is sent.
"""

import contextlib
import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import Protocol

import serial

from .errors import DeviceError, NoBoardError
from .find import find_again, serial_number
from .received import Lines
from .transport import opening_error

_RETRY_S = 0.5
_READ_S = 0.1
_WRITE_S = 1.0
_LOOK_S = 0.002
_AGAIN_S = 0.05  # between attempts to open a port that is not there yet
_EVENTS_KEPT = 2000
_WAITING = 64
_BAUD = 115_200  # ignored by USB, but not by a real serial line


@dataclass(frozen=True, slots=True)
class Opened:
    """The port is open now."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The port cannot be opened, or failed; `why` says what to do."""

    why: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """MicroPython shows its prompt."""


Event = Opened | Gone | Prompt | bytes  # bytes: one line


class Cable(Protocol):
    """The interface of a cable."""

    def start(self) -> None: ...
    def close(self) -> None: ...
    def take(self) -> list[Event]:
        """The events since the last call, in order."""

    def send(self, line: str) -> bool:
        """Queue a line for sending; False if the queue is full."""

    def send_latest(self, line: str) -> None:
        """Queue a line that the next one replaces if it has not been sent."""


RESTART_S = 120.0  # an emulated board on a busy computer can take this long to start


class SerialCable:
    """The cable on a serial port of this computer. Reconnects after unplugging, also under another
    name if the system reports serial numbers."""

    def __init__(self, port: str) -> None:
        self._port = port
        self._number = serial_number(port)
        self._events: deque[Event] = deque(maxlen=_EVENTS_KEPT)
        self._out: deque[str] = deque()
        self._latest: str | None = None
        self._news = threading.Condition()
        self._ended = threading.Event()
        self._line: serial.Serial | None = None
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Open the port and keep it open. Raises errors.DeviceError."""
        try:
            self._line = self._open(self._port)
        except OSError as error:
            raise opening_error(self._port, error) from error
        self._events.append(Opened())
        self._threads = [
            threading.Thread(target=work, name=f"cable {work.__name__}", daemon=True)
            for work in (self._read, self._write)
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Send queued lines, if that is quick, and close the port."""
        with self._news:
            self._news.wait_for(lambda: not self._out or self._line is None, timeout=_WRITE_S)
        self._ended.set()
        with self._news:
            self._news.notify_all()
        for thread in self._threads:
            thread.join(5.0)
        self._drop(self._line)

    def take(self) -> list[Event]:
        events = []
        with contextlib.suppress(IndexError):
            while True:
                events.append(self._events.popleft())
        return events

    def wait(self, seconds: float) -> None:
        """Return at the next event, or after `seconds`."""
        # By polling: Ctrl-C could arrive while any lock is being acquired.
        end = time.monotonic() + seconds
        while not self._events and time.monotonic() < end:
            time.sleep(_LOOK_S)

    def send(self, line: str) -> bool:
        with self._news:
            if len(self._out) >= _WAITING:
                return False
            self._out.append(line)
            self._news.notify_all()
        return True

    def send_latest(self, line: str) -> None:
        with self._news:
            self._latest = line
            self._news.notify_all()

    @staticmethod
    def _open(port: str) -> serial.Serial:
        return serial.Serial(port, _BAUD, timeout=_READ_S, write_timeout=_WRITE_S, exclusive=True)

    def _drop(self, line: serial.Serial | None) -> None:
        """Close a port and drop what is queued."""
        with self._news:
            if line is self._line:
                self._line = None
            self._out.clear()
            self._latest = None
            self._news.notify_all()
        if line is not None:
            with contextlib.suppress(OSError):
                line.close()

    # Run in threads

    def _read(self) -> None:
        lines = Lines()
        while not self._ended.is_set():
            line = self._line
            if line is None:
                lines.clear()
                self._open_again()
                continue
            try:
                data = line.read(max(1, min(line.in_waiting, 4096)))
            except (OSError, TypeError) as error:  # TypeError: closed by the other thread
                self._lost(line, error)
                continue
            self._events.extend(lines.feed(data))
            if lines.prompt:
                lines.clear()
                self._events.append(Prompt())

    def _open_again(self) -> None:
        port = find_again(self._port, self._number) or self._port
        try:
            line = self._open(port)
        except OSError as error:
            reason = opening_error(port, error)
            why = str(reason)
            if isinstance(reason, NoBoardError):
                why = f"there is no board on {port} now. Plug it in, with a cable that carries data"
            self._events.append(Gone(why))
            self._ended.wait(_RETRY_S)
            return
        self._events.append(Opened())
        with self._news:
            self._line = line

    def _lost(self, line: serial.Serial, error: Exception) -> None:
        if line is self._line:
            self._events.append(Gone(f"the board on {self._port} has gone ({error})"))
        self._drop(line)

    def _write(self) -> None:
        torn = False
        while not self._ended.is_set():
            with self._news:
                self._news.wait_for(lambda: self._ended.is_set() or self._something(), 1.0)
                line, text = self._line, None
                if line is not None and self._out:
                    text = self._out.popleft()
                elif line is not None:
                    text, self._latest = self._latest, None
                self._news.notify_all()
            if line is None or text is None:
                continue
            data = (b"\n" if torn else b"") + text.encode("ascii") + b"\n"
            torn = False
            try:
                line.write(data)
            except serial.SerialTimeoutException:
                torn = True  # the board reads nothing now; half a line may have been sent
            except (OSError, TypeError) as error:
                self._lost(line, error)

    def _something(self) -> bool:
        return self._line is not None and (bool(self._out) or self._latest is not None)


def open_restarted(port: str, number: str | None) -> SerialCable:
    """The cable of a board that restarts, once its port is back. `number`: its serial number, to
    find it under another name. Raises DeviceError after RESTART_S."""
    end = time.monotonic() + RESTART_S
    while True:
        cable = SerialCable(find_again(port, number) or port)
        try:
            cable.start()
            return cable
        except DeviceError:
            if time.monotonic() > end:
                raise
            time.sleep(_AGAIN_S)
