"""Adds what the emulated chip leaves out: the time that its flash takes.

Programming a page and erasing take the time given in the flash's data sheet (Winbond W25Q16JV,
9.6). The processor waits, as in the boot ROM, with interrupts pending until the end. Every read of
the flash goes through a model of its cache (`xip`); a miss advances the chip's clock and cycle
counter.

    waits = FlashWaits(chip)     before its first `run_ms` or any time later
    waits.slow_reads(True)       the emulation is slower until this is switched off
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from rp2040py.rp2040 import RP2040

from .chip import NANOS_PER_MS, Chip
from .runner import ReadsWait
from .thumb_kernel import CACHE_SLOTS
from .xip import FLUSH_CYCLES, MISS_CYCLES, XipCache

_FLUSH_REGISTER, _READS_REGISTER = 0x4, 0x10  # offsets in XIP_CTRL
_CACHED = 0x10  # top byte of cached addresses
_FLASH_BYTES = 0xFFFFFF
_READS = ("read_uint8", "read_uint16", "read_uint32")  # methods of the bus
_PROGRAM, _ERASE_SECTOR, _ERASE_BLOCK = 0x02, 0x20, 0xD8


class FlashTimes(NamedTuple):
    """Milliseconds that the flash takes to program 256 bytes and to erase 4 KB or 64 KB."""

    page: float
    sector: float
    block: float


TYPICAL = FlashTimes(0.4, 45, 150)
LONGEST = FlashTimes(3, 400, 2000)


@dataclass
class Waited:
    """Counts of the waits so far."""

    words: int = 0  # read from the flash, not from its cache
    pages: int = 0
    sectors: int = 0
    blocks: int = 0

    def since(self, before: "Waited") -> "Waited":
        """The counts since `before`."""
        return Waited(
            self.words - before.words,
            self.pages - before.pages,
            self.sectors - before.sectors,
            self.blocks - before.blocks,
        )

    def writing_ms(self, times: FlashTimes = TYPICAL) -> float:
        """The time for which the flash was busy writing in ms, given these times."""
        return self.pages * times.page + self.sectors * times.sector + self.blocks * times.block


class FlashWaits:
    """Makes a chip wait for its flash. `waited` has the counts; `on_write` is called with each page
    programmed or erase as it begins."""

    def __init__(self, chip: Chip, times: FlashTimes = TYPICAL) -> None:
        self._chip = chip
        self._times = times
        self._reads = False
        self._cache = XipCache()
        self.waited = Waited()
        self.on_write: Callable[[Waited], None] = lambda _: None
        chip.wire(self._attach)

    def now(self) -> Waited:
        """A copy of the current counts."""
        return self.waited.since(Waited())

    def slow_reads(self, on: bool) -> None:
        """Switch waiting for reads on or off. The cache starts empty."""
        self._cache.flush()
        mcu: Any = self._chip.mcu
        if on:
            for name in _READS:
                setattr(mcu, name, self._slowed(mcu, getattr(RP2040, name)))
        elif self._reads:
            for name in _READS:
                delattr(mcu, name)
        self._reads = on
        self._chip.reads = ReadsWait(self._cache.fields, MISS_CYCLES, self._missed) if on else None

    def _missed(self, words: int) -> None:
        self.waited.words += words

    def _attach(self, mcu: RP2040) -> None:
        """Called at power-on, or at once if the chip has power."""
        if self._reads:
            self.slow_reads(True)
        self._slow_down_writes(mcu)
        registers: Any = mcu.xip_ctrl
        write = registers.write_uint32

        def on_register(offset: int, value: int) -> None:
            write(offset, value)
            if offset == _FLUSH_REGISTER:
                self._cache.flush()
                self._pass_cycles(FLUSH_CYCLES)

        registers.write_uint32 = on_register
        self._count_in(registers)

    def _count_in(self, registers: Any) -> None:
        """Let the chip read the number of misses as the number of accesses, with 0 hits: the
        difference between the two counters is as on a real chip."""
        read = registers.read_uint32
        write = registers.write_uint32
        cleared = self.now()

        def on_read(offset: int) -> int:
            if offset == _READS_REGISTER:
                return self.waited.since(cleared).words
            value: int = read(offset)
            return value

        def on_write(offset: int, value: int) -> None:
            nonlocal cleared
            if offset == _READS_REGISTER:
                cleared = self.now()
            write(offset, value)

        registers.read_uint32 = on_read
        registers.write_uint32 = on_write

    def _slowed(self, mcu: RP2040, read: Any) -> Callable[[int], int]:
        """A read of the bus through the cache of the flash.

        Called at least once per instruction, so for a word of the line used last it calls nothing
        else.
        """
        recent = self._cache.fields
        last_slot = CACHE_SLOTS - 1  # a bit mask: the number of slots is a power of two
        waited = self.waited

        def ask(word: int) -> None:
            if not self._cache.read(word):
                waited.words += 1
                self._pass_cycles(MISS_CYCLES)

        def slow_read(address: int) -> int:
            if address >> 24 == _CACHED:
                word = (address & _FLASH_BYTES) >> 2
                if recent[word & last_slot] != word:
                    ask(word)
            value: int = read(mcu, address)
            return value

        return slow_read

    def _slow_down_writes(self, mcu: RP2040) -> None:
        ssi: Any = mcu.ssi
        apply = ssi._apply_command
        waited = self.waited

        def command_ends() -> None:
            command = ssi._tx_buffer[0] if len(ssi._tx_buffer) >= 4 else None
            before = self.now()
            apply()
            if command == _PROGRAM:
                waited.pages += 1
            elif command == _ERASE_SECTOR:
                waited.sectors += 1
            elif command == _ERASE_BLOCK:
                waited.blocks += 1
            write = self.waited.since(before)
            busy_ms = write.writing_ms(self._times)
            if busy_ms:
                self.on_write(write)
                self._pass_cycles(round(busy_ms * NANOS_PER_MS / self._chip.pll.nanos_per_cycle))

        ssi._apply_command = command_ends

    def _pass_cycles(self, cycles: int) -> None:
        """Stop the processor for this many cycles while everything else runs."""
        mcu = self._chip.mcu
        mcu.core.cycles += cycles
        mcu.clock.tick(cycles * self._chip.pll.nanos_per_cycle)
