"""A log of the last few faults, with their tracebacks.

One blob of plain text, replaced whole like every blob. Each entry has a head line

    --- fault 7 x 2: 12.3 s after the start, firmware 0.1.0 1a2b3c4d5e6f ---

(number of the first, how often it came in a row, when it last came) and the traceback. The
oldest entries go when there is no more room.
"""

import io
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Store

NAME = "faults"
LIMIT = 4096  # bytes in all
_ENTRY = 1200  # bytes of one traceback: its end says most
_MARK = b"--- fault "


def describe(error: BaseException) -> str:
    """The traceback as text: MicroPython and CPython each have their own way to print it."""
    out = io.StringIO()
    report = getattr(sys, "print_exception", None)
    if report is not None:
        report(error, out)
    else:
        __import__("traceback").print_exception(error, file=out)
    text: str = out.getvalue()
    return text


class FaultLog:
    """Adds to the log in a store. `version`: what the firmware is called."""

    def __init__(self, store: "Store", version: str):
        self._store = store
        self._version = version

    def add(self, text: str, after_ms: int) -> None:
        """One more fault, so long after the start. OSError where the store fails."""
        body = text.strip().encode()
        body = (body if len(body) <= _ENTRY else b"..." + body[-_ENTRY:]) + b"\n"
        data = self._store.load(NAME) or b""
        if data[: len(_MARK)] != _MARK:
            data = b""  # nothing that this class wrote
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
    """Number and count in the head of an entry; (1, 0) where there is none."""
    words = entry[:60].split()
    try:
        return int(words[2]), int(words[4].rstrip(b":"))
    except (IndexError, ValueError):
        return 1, 0
