"""The cache between the RP2040 and its flash, and what a read past it costs.

Code and constants of MicroPython lie in flash and are read where they lie ("execute in place",
RP2040 data sheet 2.6.3). Between them and the bus there are 16 KB of cache: two ways of 1024
lines of 8 bytes. A hit costs nothing beyond the read itself. A miss waits until the flash has
sent what is missing:

    24 address and 8 mode bits, four at a time    8 clocks of the flash
    dummy clocks                                  4
    32 bits of data, four at a time               8

These are the settings of the SDK's second boot stage for the W25Q flash (boot2_w25q080.S, EBh in
continuous read, so that no command is sent). The flash's clock is the processor's through 2
(PICO_FLASH_SPI_CLKDIV of the Pico): 20 clocks are 40 cycles, 320 ns at 125 MHz.

Two things the data sheet leaves open. A line is filled by halves: people who measured it on
chips found one read of 32 bits for each half that is asked for. That is the slower of the two
readings where both halves are used (80 cycles a line; one read of 64 bits would take 56). And
which of the two lines gives way is not said: here the one not used for longer.
"""

from array import array

from .thumb_kernel import CACHE_FIELDS, CACHE_SETS, CACHE_SLOTS, NONE, held

LINE_BYTES = 8
WAYS = 2
SETS = CACHE_SETS
BYTES = SETS * LINE_BYTES * WAYS

ADDRESS_CLOCKS = 8
DUMMY_CLOCKS = 4
DATA_CLOCKS = 8
CLOCK_DIVIDER = 2
MISS_CYCLES = (ADDRESS_CLOCKS + DUMMY_CLOCKS + DATA_CLOCKS) * CLOCK_DIVIDER
FLUSH_CYCLES = SETS  # one set after the other; who reads the flash meanwhile waits


class XipCache:
    """Which words of the flash are at hand.

    Words are numbered from the flash's beginning, 4 bytes each. `fields` is shared with the
    compiled core; its first ones have, by `slot`, the word in the line of that set that was used
    last: whoever finds his word there need not ask.
    """

    def __init__(self) -> None:
        self.fields = array("i", [NONE] * CACHE_FIELDS)

    def flush(self) -> None:
        """Nothing is held any more. `fields` stays the same object."""
        self.fields[:] = array("i", [NONE] * CACHE_FIELDS)

    def read(self, word: int) -> bool:
        """Read this word of the flash; False if the flash had to be asked."""
        return held(self.fields, word)


def slot(word: int) -> int:
    """Where in the first of `fields` a word can be."""
    return word % CACHE_SLOTS
