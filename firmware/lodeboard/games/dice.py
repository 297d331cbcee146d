"""Reproducible chance: a small generator seeded by a text; and what chance one has to notice
something far away."""

from micropython import const

_MASK = const(0x3FFFFFFF)  # 30 bits: the same on CPython and MicroPython


class Dice:
    """A linear congruential generator modulo 2**30 (multiplier 69069), seeded by the FNV-1a
    hash of a text folded to the same 30 bits."""

    def __init__(self) -> None:
        self._word = 0

    def seed(self, text: str) -> None:
        word = 0x11C9DC5
        for letter in text:
            word = ((word ^ ord(letter)) * 16777619) & _MASK
        self._word = word

    def roll(self, sides: int) -> int:
        """A number 0..sides-1; `sides` up to 1000."""
        self._word = (self._word * 69069 + 1) & _MASK
        # The low bits of such a generator have short periods.
        return (self._word >> 12) % sides


def chance_at(distance: int, sight: int) -> int:
    """Return with what chance, in percent, something this many cells away is noticed."""
    chance = 100
    for _ in range(1, distance):
        chance = chance * sight // 100
    return chance


def distance_of(cell: int, other: int, columns: int) -> int:
    """Return how many steps a king needs from a cell to another."""
    rows = abs(cell // columns - other // columns)
    return max(rows, abs(cell % columns - other % columns))
