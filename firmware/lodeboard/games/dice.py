"""Reproducible chance: a small generator seeded by a text."""

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
