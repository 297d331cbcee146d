"""The sections of a table of flip tiles, as the firmware's book reads them."""

from collections.abc import Sequence

import numpy as np

from host_tools.games.book_file import word
from host_tools.games.tiers import masks
from lodeboard.games.flip import book


def members() -> bytes:
    """The section "members"."""
    tiers = masks.orbits().members[: book.MOST_TILES + 1]
    counts = b"".join(word(len(tier), 2) for tier in tiers)
    return counts + b"".join(tier.astype("<u2").tobytes() for tier in tiers)


def odds(sets: Sequence[Sequence[int]]) -> bytes:
    """The section "odds": for flips, then for placements, a set for each kind of tier."""
    return b"".join(word(chance, 2) for each in sets for chance in each)


def blocks(packed: Sequence[bytes]) -> bytes:
    """The section of one look-up."""
    ends = np.cumsum([0, *(len(block) for block in packed)]).tolist()
    return b"".join(word(end, 3) for end in ends) + b"".join(packed)


def kind(k: int) -> int:
    """Which chances a tier begins with."""
    return max(0, k + book.KINDS - 1 - book.MOST_TILES)
