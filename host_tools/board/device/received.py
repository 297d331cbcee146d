"""The input from a board's serial line: bytes to lines, lines to checked messages.

Anything may arrive: noise, half lines, two halves joined, another program's output, the REPL's
prompt. A message is passed on only if it has the form in board/messages.py; anything else that is
not readable text is dropped.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from host_tools.board.messages import whole
from lodeboard.boards.profile import Profile

LONGEST_LINE = 8192  # bytes; the board's longest is its menu, about a quarter of that
_LONGEST_WORDS = 200  # length limit for lines that are not messages
_PROMPT = b">>> "


class Lines:
    """Splits bytes into lines. A line that is too long is dropped completely."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> list[bytes]:
        """The lines completed by these bytes, without line ends and empty lines."""
        *whole, rest = data.replace(b"\r", b"\n").split(b"\n")
        lines = []
        for piece in whole:
            self._add(piece)
            if self._rest and not self._too_long:
                lines.append(bytes(self._rest))
            self._rest.clear()
            self._too_long = False
        self._add(rest)
        return lines

    def _add(self, piece: bytes) -> None:
        if len(self._rest) + len(piece) > LONGEST_LINE:
            self._too_long = True
        if self._too_long:
            self._rest.clear()
        else:
            self._rest += piece

    @property
    def prompt(self) -> bool:
        """Whether the current line is MicroPython's prompt."""
        return bytes(self._rest) == _PROMPT

    def clear(self) -> None:
        """Discard the current line."""
        self._rest.clear()
        self._too_long = False


@dataclass(frozen=True, slots=True)
class Received:
    """A line received: a `message` of the board, or other text."""

    text: str
    message: dict[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """The type of the message, "" for other text."""
        return str(self.message.get("t", ""))


def understand(line: bytes, profile: Profile) -> Received | None:
    """Parse a line; None for noise and incomplete messages."""
    try:
        text = line.decode("ascii").strip()
    except UnicodeDecodeError:
        return None
    if not text or not text.isprintable():
        return None
    if not text.startswith("{"):
        return Received(text[:_LONGEST_WORDS])
    try:
        message = json.loads(text, parse_constant=_refuse)
        json.dumps(message, allow_nan=False)  # 1e999 is valid JSON, but not for a page
    except (ValueError, RecursionError):
        return None
    if not isinstance(message.get("t"), str) or not whole(message, profile):
        return None
    return Received(text, message)


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no number")
