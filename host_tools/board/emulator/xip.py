"""The cache between the RP2040 and its flash, and the cost of a miss.

MicroPython's code and constants are read directly from flash ("execute in place", RP2040 data sheet
2.6.3) through 16 KB of cache: two ways of 1024 lines of 8 bytes. A hit costs nothing beyond the
read itself. A miss waits for the flash:

    24 address and 8 mode bits, four at a time    8 clocks of the flash
    dummy clocks                                  4
    32 bits of data, four at a time               8

These are the settings of the SDK's second boot stage for the W25Q flash (boot2_w25q080.S, EBh in
continuous read mode, so that no command is sent). The flash clock is half the processor's
(PICO_FLASH_SPI_CLKDIV of the Pico): 20 clocks are 40 cycles, 320 ns at 125 MHz.

The data sheet leaves two things open. How a line is filled: measurements on chips show one read of
32 bits for each half requested; this is modelled, and is slower if both halves are used (80 cycles
a line; one read of 64 bits would take 56). Which line is replaced: here the least recently used.
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
FLUSH_CYCLES = SETS  # one set after the other; reads of the flash wait


class XipCache:
    """The words of the flash that are cached.

    Words are numbered from the flash's beginning, 4 bytes each. `fields` is shared with the
    compiled core. Its first entries are, for each `slot`, the word in the line that the set used
    last; if that is the word wanted, `read` need not be called.
    """

    def __init__(self) -> None:
        self.fields = array("i", [NONE] * CACHE_FIELDS)

    def flush(self) -> None:
        """Empty the cache. `fields` stays the same object."""
        self.fields[:] = array("i", [NONE] * CACHE_FIELDS)

    def read(self, word: int) -> bool:
        """Read this word of the flash; False if it was not cached."""
        return held(self.fields, word)


def slot(word: int) -> int:
    """The index in `fields` at which this word may be found."""
    return word % CACHE_SLOTS
