"""Makes text from outside safe to print."""

import sys
from contextlib import suppress

_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def printable(text: str) -> str:
    """The text with control characters and invisible ones replaced by escapes: `\\x1b`, `\\u202e`.
    Only letters, digits, signs and plain blanks stay."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else _escape(letter) for letter in text)


def printable_lines(text: str) -> str:
    """The same for a text of several lines, which stay separate."""
    return "\n".join(map(printable, text.split("\n")))


def _escape(letter: str) -> str:
    code = ord(letter)
    if letter in _NAMED:
        return _NAMED[letter]
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def print_everything() -> None:
    """Write characters that standard output or standard error cannot encode as escapes, so that
    they do not end a command."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        # Fails if the file of an open stream was replaced by a pipe: its position is unknown.
        with suppress(OSError):
            if reconfigure is not None:
                reconfigure(errors="backslashreplace")
