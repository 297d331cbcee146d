"""Puts a table together: the layout is told in the firmware's book_file, which reads it."""

from binascii import crc32
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from host_tools.games.flip.solver import index
from lodeboard.games import book_file as layout
from lodeboard.games.flip import book

U8 = npt.NDArray[np.uint8]


def assemble(rules: str, sections: Mapping[str, bytes]) -> bytes:
    """The whole file."""
    page = 1 << layout.PAGE_LOG
    bodies = b"".join(sections.values())
    pages = [bodies[at : at + page] for at in range(0, len(bodies), page)]
    long = layout.FIXED + layout.ENTRY * len(sections) + 4 * len(pages) + 4
    head = layout.MAGIC + _word(layout.VERSION, 2) + bytes([layout.PAGE_LOG, len(sections)])
    head += _word(long, 4) + _word(long + len(bodies), 4)
    head += rules.encode().ljust(layout.RULES, b"\0")
    offset = long
    for name, body in sections.items():
        head += name.encode().ljust(layout.NAME, b"\0") + _word(offset, 4) + _word(len(body), 4)
        offset += len(body)
    head += b"".join(_word(crc32(part), 4) for part in pages)
    return head + _word(crc32(head), 4) + bodies


def members() -> bytes:
    """The section "members"."""
    tiers = index.orbits().members[: book.MOST_TILES + 1]
    counts = b"".join(_word(len(tier), 2) for tier in tiers)
    return counts + b"".join(tier.astype("<u2").tobytes() for tier in tiers)


def odds(sets: Sequence[Sequence[int]]) -> bytes:
    """The section "odds": for flips, then for placements, a set for each kind of tier."""
    return b"".join(_word(chance, 2) for each in sets for chance in each)


def blocks(packed: Sequence[bytes]) -> bytes:
    """The section of one look-up."""
    ends = np.cumsum([0, *(len(block) for block in packed)]).tolist()
    return b"".join(_word(end, 3) for end in ends) + b"".join(packed)


def kind(k: int) -> int:
    """Which chances a tier begins with."""
    return max(0, k + book.KINDS - 1 - book.MOST_TILES)


def _word(number: int, count: int) -> bytes:
    return number.to_bytes(count, "little")
