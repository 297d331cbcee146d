"""Checks that MicroPython is at the other end of a port before anything else is sent.

The user may name any port by mistake: one without a device, one that echoes, a modem, a measuring
instrument. A board is recognised by its prompt, which appears when its program is stopped.
"""

import json
import time
from collections.abc import Callable
from typing import Protocol

import serial

from .errors import EchoError, MuteError, SilentError, StrangerError

WITHIN_S = 5.0  # time limit for a port without a board
_BUSY_S = 15.0  # time limit if the input so far looks like this firmware or MicroPython
_AGAIN_S = 1.0  # between attempts: input before the board's USB is ready is lost
# Ctrl-C stops a program; Ctrl-B leaves the raw REPL, in which Ctrl-C shows nothing.
CALL = b"\r\x03\x02"
_ECHOES = (b"\x03\x02", b"^C^B")  # terminals show control characters by name
PROMPT = b">>> "
# Searched for as text: the bytes may begin or end in the middle of a line.
_OF_A_BOARD = (b'{"t":', b'"t": ', b"MicroPython", b"Traceback", b"raw REPL")
_KEPT_BYTES = 8192
_SHOWN = 60


class Line(Protocol):
    """An open port; `read` returns soon if nothing comes."""

    @property
    def in_waiting(self) -> int: ...
    def read(self, size: int = 1) -> bytes: ...
    def write(self, data: bytes, /) -> int | None: ...


def probe(line: Line, port: str, clock: Callable[[], float] = time.monotonic) -> None:
    """Return when MicroPython's prompt has appeared.

    Raises MuteError, EchoError, StrangerError, or SilentError for a board whose program
    cannot be stopped.
    """
    began = clock()
    asked = began - _AGAIN_S
    received = b""
    while True:
        now = clock()
        ours = any(word in received for word in _OF_A_BOARD)
        if now - began >= (_BUSY_S if ours else WITHIN_S):
            break
        if now - asked >= _AGAIN_S:
            asked = now
            _call(line)
        received = (received + line.read(max(1, line.in_waiting)))[-_KEPT_BYTES:]
        if any(echo in received for echo in _ECHOES):
            raise EchoError(port)
        if PROMPT in received:
            return
    if ours:
        raise SilentError(port, "its program cannot be stopped")
    if received:
        raise StrangerError(port, _shown(received))
    raise MuteError(port, clock() - began)


def _call(line: Line) -> None:
    try:
        line.write(CALL)
    except serial.SerialTimeoutException:
        pass  # not read by the device; its output decides


def _shown(received: bytes) -> str:
    """The last line of the input as printable text."""
    words = received.decode("latin-1").split("\n")
    last = next((line.strip() for line in reversed(words) if line.strip()), "")
    return json.dumps(last[:_SHOWN])
