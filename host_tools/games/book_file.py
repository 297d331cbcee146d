"""Writes table files; the firmware's book_file defines the format and reads it."""

from binascii import crc32
from collections.abc import Mapping
from typing import TYPE_CHECKING

from lodeboard.games import book_file as layout

if TYPE_CHECKING:
    from lodeboard.games.contract import Tables


def assemble(rules: str, sections: Mapping[str, bytes]) -> bytes:
    """The whole file. Raises ValueError if the header has no room for the name of the rule set."""
    if len(rules.encode()) > layout.RULES:
        raise ValueError(f'"{rules}" is too long: a table has {layout.RULES} bytes for it')
    page = 1 << layout.PAGE_LOG
    bodies = b"".join(sections.values())
    pages = [bodies[first : first + page] for first in range(0, len(bodies), page)]
    long = layout.FIXED + layout.ENTRY * len(sections) + 4 * len(pages) + 4
    head = layout.MAGIC + word(layout.VERSION, 2) + bytes([layout.PAGE_LOG, len(sections)])
    head += word(long, 4) + word(long + len(bodies), 4)
    head += rules.encode().ljust(layout.RULES, b"\0")
    offset = long
    for name, body in sections.items():
        head += name.encode().ljust(layout.NAME, b"\0") + word(offset, 4) + word(len(body), 4)
        offset += len(body)
    head += b"".join(word(crc32(part), 4) for part in pages)
    return head + word(crc32(head), 4) + bodies


def word(number: int, count: int) -> bytes:
    return number.to_bytes(count, "little")


class WholeBook(layout.BookFile):
    """A table whose pages have all been read and checked; a board checks only the pages it needs.
    Raises BookError."""

    def __init__(self, open_table: "Tables", name: str) -> None:
        game, _, rules = name.partition("-")
        super().__init__(open_table, game, rules)
        for section, (_, length) in self._sections.items():
            self.read(section, 0, bytearray(length), 0, length)
