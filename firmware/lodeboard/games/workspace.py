"""The memory that the large arrays of whichever game's player lie in. A port makes it once: later
there may be no piece so large."""

from micropython import const

WORDS = const(9202)  # of 32 bits: what flip tiles takes
