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

LINE_BYTES = 8
WAYS = 2
BYTES = 16 * 1024
SETS = BYTES // LINE_BYTES // WAYS
_WORDS = 2  # in a line, each with its own valid bit
_SLOTS = SETS * _WORDS

ADDRESS_CLOCKS = 8
DUMMY_CLOCKS = 4
DATA_CLOCKS = 8
CLOCK_DIVIDER = 2
MISS_CYCLES = (ADDRESS_CLOCKS + DUMMY_CLOCKS + DATA_CLOCKS) * CLOCK_DIVIDER
FLUSH_CYCLES = SETS  # one set after the other; who reads the flash meanwhile waits

_NONE = -1


class XipCache:
    """Which words of the flash are at hand.

    Words are numbered from the flash's beginning, 4 bytes each. `recent` has, by `slot`, the
    word in the line of that set that was used last: whoever finds his word there need not ask.
    """

    def __init__(self) -> None:
        self.recent = [_NONE] * _SLOTS
        self._older = [_NONE] * _SLOTS
        self._recent_line = [_NONE] * SETS
        self._older_line = [_NONE] * SETS

    def flush(self) -> None:
        """Nothing is held any more. The lists stay the same objects."""
        for words in (self.recent, self._older, self._recent_line, self._older_line):
            words[:] = [_NONE] * len(words)

    def read(self, word: int) -> bool:
        """Read this word of the flash; False if the flash had to be asked."""
        if self.recent[slot(word)] == word:
            return True
        line = word // _WORDS
        place = line % SETS
        if self._recent_line[place] != line:
            self._change_over(place)
            if self._recent_line[place] != line:
                self._empty(place, line)
        held = self.recent[slot(word)] == word
        self.recent[slot(word)] = word
        return held

    def _change_over(self, place: int) -> None:
        """The line that was used last becomes the older one, and the other way round."""
        lines, older_lines = self._recent_line, self._older_line
        lines[place], older_lines[place] = older_lines[place], lines[place]
        words = slice(place * _WORDS, place * _WORDS + _WORDS)
        self.recent[words], self._older[words] = self._older[words], self.recent[words]

    def _empty(self, place: int, line: int) -> None:
        """Take the place of the line for another one, of which nothing is held yet."""
        self._recent_line[place] = line
        first = place * _WORDS
        self.recent[first : first + _WORDS] = [_NONE] * _WORDS


def slot(word: int) -> int:
    """Where in `recent` a word can be."""
    return word % _SLOTS
