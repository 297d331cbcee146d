"""A firmware that sets the processor's frequency: everything that counts its cycles follows."""

import pytest
from emulator.test_both_cores import BUSY, PINS, PROFILE, Seen

from host_tools.board.emulator.chip import Chip, ChipError
from host_tools.board.emulator.flashwaits import FlashWaits
from host_tools.board.emulator.image import find_image

pytestmark = pytest.mark.chip

FAST = "import machine\nmachine.mem32[0x40064000] = 0xC1\nmachine.freq(200_000_000)\n"
SPIN = """
import time
@micropython.viper
def spin(n: int):
    while n:
        n -= 1
def took(what):
    start = time.ticks_us()
    what()
    print(time.ticks_diff(time.ticks_us(), start), end=" ")
took(lambda: spin(100_000))
took(lambda: time.sleep_us(500))
took(lambda: time.sleep_ms(20))
"""
# What a WS2812B takes for a 0 and for a 1: nanoseconds of light on the line, 150 either way.
ZERO, ONE, APART = 400, 800, 150


def times(chip: Chip, source: str) -> list[int]:
    return [int(word) for word in chip.execute(source).split()]


def test_work_takes_less_time_and_waiting_the_same() -> None:
    chip = Chip(find_image(), {})
    before = times(chip, SPIN)
    cycles = chip.mcu.core.cycles
    after = times(chip, FAST + SPIN)
    assert chip.pll.hertz == 200_000_000
    assert after[0] == pytest.approx(before[0] * 125 / 200, rel=0.002)
    assert chip.mcu.core.cycles > cycles
    for at, least in ((1, 500), (2, 20_000)):
        assert least <= after[at] <= least + 100
    assert times(chip, "machine.freq(125_000_000)\n" + SPIN)[0] == pytest.approx(
        before[0], rel=0.002
    )


@pytest.mark.verify
def test_lights_and_tones_keep_their_times_and_either_core_does_the_same() -> None:
    seen = [Seen(fast) for fast in (True, False)]
    high: list[float] = []
    rose = [0.0]
    pin = seen[0].chip.mcu.gpio[PINS["leds"]]

    def edge(*_levels: object) -> None:
        now = seen[0].chip.clock.nanos
        if pin.output_value:
            rose[0] = now
        elif rose[0]:
            high.append(now - rose[0])

    pin.add_listener(edge)
    for one in seen:
        one.chip.execute(FAST + BUSY)
    fast, slow = seen
    assert fast.state() == slow.state()
    assert fast.memory() == slow.memory()
    assert fast.chip.pll.hertz == 200_000_000
    assert len(fast.wiring.frames) == 9
    assert fast.tones[0] == pytest.approx(440, rel=0.01)
    bits = [min(abs(length - ZERO), abs(length - ONE)) for length in high]
    assert len(bits) >= 8 * 24 * PROFILE.cells
    assert max(bits) <= APART


def test_a_reset_brings_the_first_frequency_back() -> None:
    chip = Chip(find_image(), {})
    times(chip, FAST + "print(1)")
    with pytest.raises(ChipError):
        chip.execute("machine.reset()", 200)
    assert chip.pll.hertz == 125_000_000


def test_the_flash_takes_as_long_as_before() -> None:
    chip = Chip(find_image(), {})
    waits = FlashWaits(chip)
    source = "import time\nstart = time.ticks_us()\nopen('kept', 'w').write('good day')\n"
    source += "print(time.ticks_diff(time.ticks_us(), start))"
    took = []
    for before in ("", FAST):
        written = waits.now()
        took.append(times(chip, before + source)[0] / 1000)
        took[-1] -= waits.now().since(written).writing_ms()
    assert 0 < took[1] < took[0]
