"""A log of the last few faults, with their tracebacks.

One blob of plain text, replaced whole like every blob. Each entry has a head line

    --- fault 7 x 2: 12.3 s after the start, firmware 0.1.0 1a2b3c4d5e6f ---

(number of the first, repetitions in a row, time of the last) and the traceback. The oldest entries
are dropped when the log is full.
"""

import io
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Store

NAME = "faults"
LIMIT = 4096  # bytes in all
_ENTRY = 1200  # bytes of one traceback, from its end
_MARK = b"--- fault "


def describe(error: BaseException) -> str:
    """Return the traceback as text, under MicroPython or CPython."""
    out = io.StringIO()
    report = getattr(sys, "print_exception", None)
    if report is not None:
        report(error, out)
    else:
        __import__("traceback").print_exception(error, file=out)
    text: str = out.getvalue()
    return text


class FaultLog:
    """Adds to the log in a store. `version`: name of the firmware."""

    def __init__(self, store: "Store", version: str):
        self._store = store
        self._version = version

    def add(self, text: str, after_ms: int) -> None:
        """Log a fault. OSError if the store fails."""
        body = text.strip().encode()
        body = (body if len(body) <= _ENTRY else b"..." + body[-_ENTRY:]) + b"\n"
        data = self._store.load(NAME) or b""
        if data[: len(_MARK)] != _MARK:
            data = b""  # not written by this class
        last = data.rfind(b"\n" + _MARK) + 1
        number, times = _counted(data[last:])
        if times and data[data.find(b"\n", last) + 1 :] == body:
            data = data[:last]
        else:
            number += times
            times = 0
        head = "--- fault {} x {}: {:.1f} s after the start, firmware {} ---\n"
        entry = head.format(number, times + 1, after_ms / 1000, self._version).encode() + body
        while data and len(data) + len(entry) > LIMIT:
            data = data[data.find(b"\n" + _MARK) + 1 :] if b"\n" + _MARK in data else b""
        self._store.save(NAME, data + entry)


def _counted(entry: bytes) -> "tuple[int, int]":
    """Return number and count from the head of an entry, (1, 0) without one."""
    words = entry[:60].split()
    try:
        return int(words[2]), int(words[4].rstrip(b":"))
    except (IndexError, ValueError):
        return 1, 0
