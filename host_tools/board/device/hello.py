"""Waits for a restarting board and for its firmware's hello."""

import time
from collections.abc import Callable
from typing import Any

import serial

from host_tools.jobs.messages import board_message

from .errors import NoHelloError, NoPermissionError, OtherFirmwareError, PortBusyError
from .find import find_again
from .listen import Listener
from .transport import opening_error

HELLO_S = 45.0
_AGAIN_S = 0.1  # between checks for the port
_ASK_S = 1.0  # between requests: what was sent before the port was open is lost
_LINES_KEPT = 6
_ASK = b'\r\n{"c": "hello"}\r\n'


class _Listener:
    """Collects a board's output up to its hello; `say` gets its text at once, tracebacks with
    source."""

    def __init__(self, say: Callable[[str], None] = lambda _: None) -> None:
        self._listener = Listener(say)
        self.said: list[str] = []
        self._rest = b""

    def take(self, data: bytes) -> dict[str, Any] | None:
        """Add received bytes; returns the hello once it is complete."""
        self._listener.take(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for raw in lines:
            text = raw.decode(errors="replace").rstrip()
            line = text.strip()
            message = board_message(line)
            if message is not None and message.get("t") == "hello":
                return message
            if message is not None and message.get("t") == "notice":
                line = str(message.get("say"))
            elif message is not None or text.startswith((" ", "Traceback")):
                continue
            if line:
                self.said = [*self.said, line][-_LINES_KEPT:]
        return None


def await_hello(
    port: str,
    number: str | None,
    wanted: str,
    within_s: float = HELLO_S,
    say: Callable[[str], None] = lambda _: None,
) -> dict[str, Any]:
    """The hello of the board with this serial `number` that was on `port` before it restarted.
    `say` gets its other output.

    `wanted` is the id of the firmware that has to run. Raises NoHelloError, OtherFirmwareError,
    PortBusyError, NoPermissionError.
    """
    end = time.monotonic() + within_s
    listener = _Listener(say)
    refused: OSError | None = None
    while time.monotonic() < end:
        here = find_again(port, number)
        if here is not None:
            try:
                with serial.serial_for_url(
                    here, timeout=_AGAIN_S, write_timeout=1, exclusive=True
                ) as line:
                    refused = None
                    hello = _listen(line, listener, end)
            except OSError as error:  # not there yet, gone again, or in use by another program
                refused = error
            else:
                if hello is not None:
                    _compare(here, hello, wanted, listener.said)
                    return hello
        time.sleep(_AGAIN_S)
    if refused is not None:
        reason = opening_error(port, refused)
        if isinstance(reason, PortBusyError | NoPermissionError):
            raise reason
    raise NoHelloError(port, within_s, listener.said)


def _listen(line: serial.Serial, listener: _Listener, end: float) -> dict[str, Any] | None:
    asked = 0.0
    while time.monotonic() < end:
        if time.monotonic() - asked > _ASK_S:
            asked = time.monotonic()
            line.write(_ASK)
        hello = listener.take(line.read(max(1, line.in_waiting)))
        if hello is not None:
            return hello
    return None


def _compare(port: str, hello: dict[str, Any], wanted: str, said: list[str]) -> None:
    """Check the id of the firmware in a hello. Raises OtherFirmwareError."""
    runs = hello.get("firmware")
    if isinstance(runs, str) and wanted not in runs:
        raise OtherFirmwareError(port, runs, wanted, said)
