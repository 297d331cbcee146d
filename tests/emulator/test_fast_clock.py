"""The firmware at the higher of the Pico's clocks: the voltage before it, and everything that has
to keep its times."""

from itertools import pairwise
from typing import Any

import pytest
from emulator.test_pll import APART, ONE, ZERO
from emulator.test_rp2_port import SET_UP, Bench, modules
from one_board import DATA, PROFILE

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.chip import Chip

pytestmark = pytest.mark.chip

USUAL, FAST = 125_000_000, 200_000_000
VREG = 0x40064  # in `peripherals`
VOLTAGE = 0x000000F1  # VSEL: 0xB is 1.10 V, 0xC is 1.15 V; and whether the regulator is on
SCAN = """
import time
raw = array("H", bytes(32))
start = time.ticks_us()
port.sensors.read(raw)
print(time.ticks_diff(time.ticks_us(), start))
"""


class Changes:
    """The chip's changes of its voltage and its frequency, in order, with their board times."""

    def __init__(self, chip: Chip) -> None:
        self.all: list[tuple[str, int, float]] = []
        volts: Any = chip.mcu.peripherals[VREG]
        write, run_at = volts.write_uint32, chip.pll._run_at

        def on_write(offset: int, value: int) -> None:
            write(offset, value)
            if offset == 0:
                self.all.append(("volts", value & VOLTAGE, chip.now_ms))

        def on_hertz(hertz: int) -> None:
            if hertz != chip.pll.hertz:
                self.all.append(("hertz", hertz, chip.now_ms))
            run_at(hertz)

        volts.write_uint32 = on_write
        chip.pll._run_at = on_hertz  # type: ignore[method-assign]

    def take(self) -> list[tuple[str, int]]:
        """What has changed since the last time, but for what the PLL runs at on its way."""
        found = [(what, value) for what, value, _ in self.all]
        self.all.clear()
        return [one for one, after in pairwise([*found, ("", 0)]) if one[0] != after[0]]


@pytest.fixture(scope="module")
def bench() -> Bench:
    """A port at the higher clock."""
    bench = Bench(modules())
    bench.do(SET_UP + "port.set_fast(True)")
    assert bench.chip.pll.hertz == FAST
    return bench


def test_the_voltage_is_up_and_settled_before_the_clock_is_and_falls_after_it(bench: Bench) -> None:
    bench.do("port.set_fast(False)")
    changes = Changes(bench.chip)
    bench.do("port.set_fast(False)")
    assert changes.take() == []  # it is at that clock
    bench.do("port.set_fast(True)")
    (_, _, settling), (_, _, settled) = changes.all[:2]
    assert settled - settling >= 1
    assert changes.take() == [("volts", 0xC1), ("hertz", FAST)]
    bench.do("port.set_fast(True)")
    assert changes.take() == []
    bench.do("port.set_fast(False)")
    assert changes.take() == [("hertz", USUAL), ("volts", 0xB1)]
    bench.do("port.set_fast(True)")


def test_a_tick_has_more_thinking_in_it_as_the_clock_is_higher(bench: Bench) -> None:
    usual, fast = (
        int(bench.do(f"port.set_fast({on})\nprint(port.budget.think_evals)"))
        for on in (False, True)
    )
    assert fast / usual == pytest.approx(FAST / USUAL, rel=0.001)


def test_a_scan_waits_as_long_for_every_cell(bench: Bench) -> None:
    bench.levels.waits_us.clear()
    took = int(bench.do(SCAN))
    assert len(bench.levels.waits_us) == 16 * (DATA["adc"]["oversample"] + 1)
    assert min(bench.levels.waits_us) >= DATA["mux"]["settle_us"]
    assert 16 * (DATA["mux"]["settle_us"] + 17 * 2) < took <= 2000


def test_the_lights_bits_are_as_long(bench: Bench) -> None:
    chip = bench.chip
    pin = chip.mcu.gpio[DATA["pins"]["leds"]]
    high: list[float] = []
    rose = [0.0]

    def edge(*_levels: object) -> None:
        if pin.output_value:
            rose[0] = chip.clock.nanos
        elif rose[0]:
            high.append(chip.clock.nanos - rose[0])

    pin.add_listener(edge)
    bench.do("port.lights.show(bytearray(range(48)))")
    chip.run_ms(1)
    assert len(high) == 8 * 3 * PROFILE.cells
    assert max(min(abs(length - ZERO), abs(length - ONE)) for length in high) <= APART
    pixels = bench.wiring.frames[-1][1]
    assert [value for r, g, b in pixels for value in (g, r, b)] == list(range(48))


@pytest.mark.parametrize("hertz", [196, 2637])
def test_tones_have_their_pitch_and_none_lasts_through_a_change(bench: Bench, hertz: int) -> None:
    bench.do(f"port.sound.tone({hertz})")
    bench.chip.run_ms(30)
    assert bench.wiring.hertz == pytest.approx(hertz, rel=0.01)
    for on in (False, True):
        bench.do(f"port.sound.tone({hertz})\nport.set_fast({on})")
        bench.chip.run_ms(50)
        assert bench.wiring.hertz == 0


@pytest.mark.slow
def test_a_board_starts_fast_and_follows_its_setting_at_once_and_at_every_start() -> None:
    board = EmulatedBoard(PROFILE, 3)
    chip = board.chip

    def said(**wanted: object) -> bool:
        states = [message for message in board.messages() if message["t"] == "state"]
        return bool(states) and all(states[-1]["settings"][k] == v for k, v in wanted.items())

    changes = Changes(chip)
    board.run_until(lambda: said(fast=1), 8000, "state")
    assert changes.take() == [("volts", 0xC1), ("hertz", FAST)]
    board.send_line('{"c": "set", "fast": 0}')
    board.run_until(lambda: said(fast=0), 2000, "setting")
    assert changes.take() == [("hertz", USUAL), ("volts", 0xB1)]
    board.boot()
    changes = Changes(chip)
    told = len(board.messages())
    board.run_until(lambda: len(board.messages()) > told + 1, 8000, "state")
    assert said(fast=0)
    assert changes.take() == []
    board.send_line('{"c": "set", "fast": 1}')
    board.run_until(lambda: said(fast=1), 2000, "setting")
    assert chip.pll.hertz == FAST
