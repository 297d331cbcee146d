"""What comes from a board's serial line: bytes into lines, lines into checked messages.

Anything may come: noise, half lines, two halves run together, another program's words, the
REPL's prompt. A message that is passed on has the form in board/messages.py; what is
neither message nor readable text is dropped.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from host_tools.board.messages import whole
from lodeboard.boards.profile import Profile

LONGEST_LINE = 8192  # bytes; the board's longest is its menu, about a quarter of that
_LONGEST_WORDS = 200  # characters kept of a line that is no message
_PROMPT = b">>> "


class Lines:
    """Cuts bytes into lines. A line too long is dropped whole, however long it gets."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that these bytes complete, without their ends; empty ones left out."""
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
        """Whether the line that has begun is MicroPython's prompt, which waits for people."""
        return bytes(self._rest) == _PROMPT

    def clear(self) -> None:
        """Forget what has begun: the line is another one from now on."""
        self._rest.clear()
        self._too_long = False


@dataclass(frozen=True, slots=True)
class Heard:
    """One line: `message` where it is a message of the board, else words of another kind."""

    text: str
    message: dict[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """The type of the message, "" for other words."""
        return str(self.message.get("t", ""))


def understand(line: bytes, profile: Profile) -> Heard | None:
    """What a line is; None for noise and for messages that are not whole."""
    try:
        text = line.decode("ascii").strip()
    except UnicodeDecodeError:
        return None
    if not text or not text.isprintable():
        return None
    if not text.startswith("{"):
        return Heard(text[:_LONGEST_WORDS])
    try:
        message = json.loads(text, parse_constant=_refuse)
        json.dumps(message, allow_nan=False)  # 1e999 is a number to JSON, and none to a page
    except (ValueError, RecursionError):
        return None
    if not isinstance(message.get("t"), str) or not whole(message, profile):
        return None
    return Heard(text, message)


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no number")
