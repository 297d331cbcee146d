"""`web://NAME`: a port held by a page, for pyserial and code based on it. While Python waits for
bytes, its worker receives messages of the page."""

import time
from typing import Any

from serial.serialutil import (
    PortNotOpenError,
    SerialBase,
    SerialException,
    SerialTimeoutException,
)

from host_tools.play.site.line import Line

LINES: dict[str, Line] = {}  # by address


class Serial(SerialBase):  # type: ignore[misc]
    """An open line. It has no speed and no signals, as USB has none."""

    def open(self) -> None:
        self._line = line = LINES[self.port]
        if not line.is_open:
            raise SerialException(line.errno, line.why)
        self._opening = line.openings
        self.is_open = True

    def close(self) -> None:
        self.is_open = False

    @property
    def in_waiting(self) -> int:
        self._check()
        return self._line.waiting

    def read(self, size: int = 1) -> bytes:
        self._check()
        end = None if self._timeout is None else time.monotonic() + self._timeout
        data = self._line.take(size)
        while len(data) < size:
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                break
            self._line.wait(left)
            self._check()
            data += self._line.take(size - len(data))
        return data

    def write(self, data: Any) -> int:
        self._check()
        self._line.send(bytes(data))
        end = None if self._write_timeout is None else time.monotonic() + self._write_timeout
        while self._line.unwritten:
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                raise SerialTimeoutException("Write timeout")
            self._line.wait(left)
            self._check()
        return len(data)

    def reset_input_buffer(self) -> None:
        self._check()
        self._line.take(self._line.waiting)

    def _check(self) -> None:
        if not self.is_open:
            raise PortNotOpenError
        if not self._line.is_open or self._line.openings != self._opening:
            raise SerialException(self._line.errno, self._line.why)

    def _reconfigure_port(self) -> None:
        """Do nothing."""

    _update_rts_state = _update_dtr_state = _reconfigure_port
