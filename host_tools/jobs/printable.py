"""Text that came from outside, made safe to print."""

import sys
from contextlib import suppress

_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def printable(text: str) -> str:
    """The text with each character that would control a terminal, or that cannot be seen, written
    as its escape: `\\x1b`, `\\u202e`. Only letters, digits, signs and plain blanks stay."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else _escape(letter) for letter in text)


def printable_lines(text: str) -> str:
    """The same of a text of several lines, which stay lines."""
    return "\n".join(map(printable, text.split("\n")))


def _escape(letter: str) -> str:
    code = ord(letter)
    if letter in _NAMED:
        return _NAMED[letter]
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def print_everything() -> None:
    """From now on a character that standard output or standard error cannot encode is written
    as its escape; it ends no command."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        # A pipe put in the place of a file beneath an open stream cannot be asked where it is.
        with suppress(OSError):
            if reconfigure is not None:
                reconfigure(errors="backslashreplace")
