"""A chip that waits for its flash: what it waits for, and how long by its own clock."""

import pytest

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.flashwaits import LONGEST, TYPICAL, FlashWaits, Waited
from host_tools.board.emulator.image import find_image
from host_tools.board.emulator.xip import (
    ADDRESS_CLOCKS,
    CLOCK_DIVIDER,
    DUMMY_CLOCKS,
    MISS_CYCLES,
)

pytestmark = pytest.mark.chip

_TIMED = "import time\n{before}\nt = time.ticks_us()\n{work}\nprint(time.ticks_us() - t)"
WRITE = {
    "before": "import rp2\nflash = rp2.Flash()\nblock = bytearray(4096)",
    "work": "flash.writeblocks(300, block)",
}
COUNT = {"before": "pass", "work": "for i in range(200): str(i)"}


@pytest.fixture(scope="module")
def chip():
    chip = Chip(find_image(), {})
    chip.execute("pass")
    return chip


def micros(chip, piece):
    return int(chip.execute(_TIMED.format(**piece)))


@pytest.fixture(scope="module")
def quick(chip):
    """Microseconds without waits."""
    return {"write": micros(chip, WRITE), "count": micros(chip, COUNT)}


@pytest.fixture(scope="module")
def waits(chip, quick):
    return FlashWaits(chip)


def test_a_block_that_is_written_is_waited_for(chip, quick, waits):
    before = waits.now()
    writes = []
    waits.on_write = writes.append
    took = micros(chip, WRITE)
    assert writes == [Waited(sectors=1), *[Waited(pages=1)] * 16]
    assert waits.waited.since(before) == Waited(words=0, pages=16, sectors=1)
    assert took - quick["write"] == pytest.approx(45_000 + 16 * 400, abs=200)


def test_the_processor_waits_as_long_as_the_clock_goes_on(chip, waits):
    core = chip.mcu.core
    chip.execute("pass")
    nanos, cycles = chip.clock.nanos, core.cycles
    chip.execute(_TIMED.format(**WRITE))
    assert core.cycles - cycles > 50_000 * 125
    assert (chip.clock.nanos - nanos) / 8 >= core.cycles - cycles


def test_reads_wait_only_while_they_should(chip, quick, waits):
    assert micros(chip, COUNT) == pytest.approx(quick["count"], rel=0.02)
    before = waits.now()
    waits.slow_reads(True)
    took = micros(chip, COUNT)
    waits.slow_reads(False)
    words = waits.waited.since(before).words
    assert words > 1000
    waited = took - quick["count"]
    assert 0 < waited <= words * MISS_CYCLES / 125 + 200
    assert micros(chip, COUNT) == pytest.approx(quick["count"], rel=0.02)
    assert waits.waited.since(before).words == words


def past(chip, flushes):
    """What the chip's own counters say of a loop's reads."""
    act = "mem32[0x14000004] = 1" if flushes else "mem32[0x14000020]"
    return int(
        chip.execute(
            f"from machine import mem32\nmem32[0x14000010] = 0\nfor i in range(40): {act}\n"
            "print(mem32[0x14000010] - mem32[0x1400000C])"
        )
    )


def test_the_chip_counts_its_misses_and_flushes_its_cache(chip, waits):
    waits.slow_reads(True)
    held, flushed = past(chip, False), past(chip, True)
    waits.slow_reads(False)
    assert 0 < held < flushed / 5
    assert past(chip, False) == 0


def test_the_official_firmware_reads_its_flash_with_these_settings(chip):
    ssi = chip.mcu.ssi
    assert ssi._baudr == CLOCK_DIVIDER
    assert ssi._spictlr0 >> 2 & 0xF == ADDRESS_CLOCKS
    assert ssi._spictlr0 >> 11 & 0x1F == DUMMY_CLOCKS
    assert ssi._spictlr0 >> 8 & 3 == 0  # no command
    assert ssi._crtlr1 == 0  # one word a read


def test_the_waits_outlast_the_power(chip, waits):
    waits.slow_reads(True)
    chip.power_on()
    before = waits.now()
    chip.run_ms(5)
    waits.slow_reads(False)
    assert waits.waited.since(before).words > 100


def test_what_was_waited_for_can_be_said_at_other_times():
    waited = Waited(words=5, pages=3, sectors=2, blocks=1)
    assert waited.writing_ms(TYPICAL) == pytest.approx(1.2 + 90 + 150)
    assert waited.writing_ms(LONGEST) == pytest.approx(9 + 800 + 2000)
