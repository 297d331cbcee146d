"""The Pico's port on the chip itself: what it reads, sends, keeps, and never waits for."""

import json
from itertools import pairwise

import pytest
from one_board import DATA
from rp2040py.gpio_pin import GPIOPinState

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.board.emulator.wiring import Wiring
from host_tools.board.simulator.frontend import FrontEnd
from host_tools.board.simulator.world import World
from host_tools.build import firmware
from lodeboard.boards.profile import Profile

pytestmark = pytest.mark.chip

SET_UP = """
from array import array
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.ports.rp2 import Rp2Port
profile = Profile(DATA)
port = Rp2Port(profile)
"""


class Levels:
    """An analogue half whose every channel has a voltage of its own. The first conversion
    after a selection still reads the channel before. Remembers how soon after a selection
    each conversion came."""

    def __init__(self) -> None:
        self.waits_us: list[float] = []
        self._channels: tuple[int, ...] = ()

    def conversion(
        self, channels: tuple[int, ...], previous: tuple[int, ...], since_select_us: float
    ) -> int:
        self.waits_us.append(since_select_us)
        first = channels != self._channels
        self._channels = channels
        return 100 + sum(previous if first else channels)


class Bench:
    """A chip with the firmware's modules and the port set up at its prompt."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.levels = Levels()
        self.chip = Chip(find_image(), files)
        self.wiring = Wiring(self.chip, DATA, self.levels)

    def do(self, source: str, typed: bytes = b"") -> str:
        return self.chip.execute(source, typed=typed).strip()


def modules() -> dict[str, bytes]:
    """The firmware without its main.py: nothing starts by itself."""
    return firmware.modules()


@pytest.fixture(scope="module")
def bench() -> Bench:
    bench = Bench(modules())
    bench.do(SET_UP)
    return bench


def test_a_scan_reads_every_cell_through_its_channel(bench: Bench) -> None:
    bench.levels.waits_us.clear()
    readings = bench.do("raw = array('H', [0] * 16)\nport.sensors.read(raw)\nprint(list(raw))")
    expected = [DATA["adc"]["oversample"] * (100 + c) for c in DATA["mux"]["channels"]]
    assert readings == str(expected)


def test_no_conversion_comes_before_the_multiplexer_has_settled(bench: Bench) -> None:
    bench.levels.waits_us.clear()
    bench.do("port.sensors.read(array('H', [0] * 16))")
    assert len(bench.levels.waits_us) == 16 * (DATA["adc"]["oversample"] + 1)
    assert min(bench.levels.waits_us) >= DATA["mux"]["settle_us"]


def test_a_scan_takes_no_more_than_two_milliseconds(bench: Bench) -> None:
    source = "import time\nraw = array('H', bytes(32))\nstart = time.ticks_us()\n"
    source += "port.sensors.read(raw)\nprint(time.ticks_diff(time.ticks_us(), start))"
    assert 16 * (DATA["mux"]["settle_us"] + 17 * 2) < int(bench.do(source)) <= 2000


def test_a_scan_reads_what_the_simulators_scan_reads() -> None:
    """Sixteen conversions at the pins against sixteen at once, tiles lying all over."""
    profile = Profile(DATA)
    world = World(profile, seed=3)
    world.arrange([(cell % 2, cell % 3 == 0) if cell % 5 else None for cell in range(16)])
    frontend = FrontEnd(world, seed=3)
    frontend.noise(0.0)
    chip = Chip(find_image(), modules())
    Wiring(chip, DATA, frontend)
    source = "raw = array('H', bytes(32))\nport.sensors.read(raw)\nprint(list(raw))"
    readings = json.loads(chip.execute(SET_UP + source))
    expected = frontend.scan()
    assert max(expected) - min(expected) > profile.raw(1500)
    # What the multiplexer has not settled by differs by less than one code of the converter.
    assert readings == pytest.approx(expected, abs=DATA["adc"]["oversample"])


def test_a_game_s_array_stays_and_its_bytes_are_in_place(bench: Bench) -> None:
    source = """memory = port.budget.memory
words = memory.words(4)
whole = bytes(words)
print(len(words) == 4, memory.words(3) is words, memory.as_bytes(words) == whole,
      memory.as_bytes(words, 4) == whole[4:], memory.as_bytes(words, 4, 8) == whole[4:12])"""
    assert bench.do(source) == "True True True True True"


def test_the_regulator_is_told_to_be_quiet(bench: Bench) -> None:
    pin = bench.chip.mcu.gpio[DATA["pins"]["regulator_mode"]]
    assert pin.value == GPIOPinState.HIGH


def test_a_frame_goes_out_unchanged_and_only_once(bench: Bench) -> None:
    before = len(bench.wiring.frames)
    bench.do("port.lights.show(bytearray(range(48)))")
    bench.chip.run_ms(1)
    pixels = bench.wiring.frames[-1][1]
    sent = [value for red, green, blue in pixels for value in (green, red, blue)]
    assert sent == list(range(48))
    assert bench.wiring.leds == [pixels[place] for place in DATA["leds"]["order"]]
    bench.do("port.lights.show(bytearray(range(48)))")
    bench.chip.run_ms(1)
    assert len(bench.wiring.frames) == before + 1


def test_the_beeper_sounds_and_falls_silent(bench: Bench) -> None:
    bench.do("port.sound.tone(880)")
    bench.chip.run_ms(20)
    assert bench.wiring.hertz == pytest.approx(880, rel=0.01)
    bench.do("port.sound.tone(0)")
    bench.chip.run_ms(50)
    assert bench.wiring.hertz == 0


class Piezo:
    """The levels of the piezo's two pins, and each change with its board time in nanoseconds."""

    def __init__(self, bench: Bench) -> None:
        self._chip = bench.chip
        self._pins = [bench.chip.mcu.gpio[pin] for pin in DATA["pins"]["beeper"]]
        self.changes: list[tuple[float, tuple[bool, ...]]] = []
        for pin in self._pins:
            pin.add_listener(lambda _new, _old: self._note())

    @property
    def levels(self) -> tuple[bool, ...]:
        for pin in self._pins:
            assert pin.value in (GPIOPinState.HIGH, GPIOPinState.LOW)
        return tuple(pin.value == GPIOPinState.HIGH for pin in self._pins)

    def _note(self) -> None:
        now = self._chip.clock.nanos
        if self.changes and self.changes[-1][0] == now:
            self.changes.pop()  # both pins change at once, one after the other here
        self.changes.append((now, self.levels))


@pytest.mark.parametrize("hertz", [196, 880, 2637])
def test_the_piezo_s_pins_are_in_antiphase_and_low_in_silence(bench: Bench, hertz: int) -> None:
    piezo = Piezo(bench)
    assert piezo.levels == (False, False)
    bench.do(f"port.sound.tone({hertz})")
    bench.chip.run_ms(10)
    piezo.changes.clear()
    bench.chip.run_ms(30)
    assert {levels for _, levels in piezo.changes} == {(True, False), (False, True)}
    half_nanos = 1e9 / hertz / 2
    times = [nanos for nanos, _ in piezo.changes]
    assert len(times) == pytest.approx(30e6 / half_nanos, abs=2)
    for before, after in pairwise(times):
        assert after - before == pytest.approx(half_nanos, rel=0.01)
    bench.do("port.sound.tone(0)")
    bench.chip.run_ms(20)
    piezo.changes.clear()
    bench.chip.run_ms(50)
    assert (piezo.levels, piezo.changes) == ((False, False), [])


SAME_ON_BOTH = f"""
from machine import PWM, Pin
pins = [PWM(Pin(pin), invert=False) for pin in {DATA["pins"]["beeper"]}]
pins[0].freq(880)
for pin in pins:
    pin.duty_u16(0x8000)
"""


def test_a_piezo_with_the_same_on_both_pins_is_not_heard(bench: Bench) -> None:
    bench.do(SAME_ON_BOTH)
    bench.chip.run_ms(50)
    assert bench.wiring.hertz == 0
    bench.do("port = Rp2Port(profile)\nport.sound.tone(880)")
    bench.chip.run_ms(50)
    assert bench.wiring.hertz == pytest.approx(880, rel=0.01)
    bench.do("port.sound.tone(0)")
    bench.chip.run_ms(50)


@pytest.mark.parametrize("held", [0, 1, 2, 4, 5])
def test_buttons_are_told_apart(bench: Bench, held: int) -> None:
    bench.wiring.press(held)
    assert bench.do("print(port.buttons.read())") == str(held)
    bench.wiring.press(0)


READ_ALL = """
import time
lines = []
start = time.ticks_ms()
while time.ticks_diff(time.ticks_ms(), start) < 500:
    line = port.serial.read_line()
    if line is not None:
        lines.append(line)
print(lines)
"""


def test_lines_come_in_whole_and_odd_ones_not_at_all(bench: Bench) -> None:
    typed = b"one\r\n" + b"\n" + b"\xff\xfe noise\n" + b"x" * 4097 + b"\ntwo\nhalf a"
    assert bench.do(READ_ALL, typed=typed) == "['one', 'two']"
    assert bench.do(READ_ALL, typed=b" line\n") == "['half a line']"


@pytest.mark.verify
def test_a_flood_is_taken_in_portions(bench: Bench) -> None:
    source = (
        "import time\ntime.sleep_ms(20)\nstart = time.ticks_us()\nline = port.serial.read_line()\n"
    )
    source += "print(line, time.ticks_diff(time.ticks_us(), start) < 12_000)"
    assert bench.do(source, typed=b"x" * 400) == "None True"
    # What is left of it, and of the line: dropped whole.
    assert bench.do(READ_ALL, typed=b"y" * 4000 + b"\nnext\n") == "['next']"


@pytest.mark.verify
def test_a_long_line_takes_memory_only_while_it_comes_in(bench: Bench) -> None:
    source = "import gc\ngc.collect()\nbefore = gc.mem_free()\n" + READ_ALL
    source = source.replace("print(lines)", "print([len(line) for line in lines], lines[0][-3:])")
    source += "del line, lines\ngc.collect()\nprint(before - gc.mem_free() < 500)"
    typed = b"x" * 4090 + b"123456\n" + b"y" * 512 + b"\n"
    assert bench.do(source, typed=typed).split("\r\n") == ["[4096, 512] 456", "True"]


def test_reading_a_line_does_not_wait_for_one(bench: Bench) -> None:
    source = "import time\nstart = time.ticks_us()\nline = port.serial.read_line()\n"
    source += "print(line, time.ticks_diff(time.ticks_us(), start) < 1000)"
    assert bench.do(source) == "None True"


def test_a_line_goes_out_as_one(bench: Bench) -> None:
    assert bench.do("port.serial.write_line('{\"t\": 1}')") == '{"t": 1}'


SLOW_READER = """
import time
import lodeboard.ports.rp2 as module
sent = []
def slow(line):
    sent.append(line)
    time.sleep_ms(150)
module.print = slow
serial = module.Rp2Serial()
for wait_ms in (0, 1, 4000, 2000):
    time.sleep_ms(wait_ms)
    serial.write_line(wait_ms)
del module.print
print(sent)
"""


def test_nothing_is_sent_for_five_seconds_where_nobody_reads(bench: Bench) -> None:
    """Otherwise each line would hold the board up."""
    assert bench.do(SLOW_READER) == "[0, 2000]"


def test_sleeping_ends_when_it_is_due(bench: Bench) -> None:
    source = "start = port.clock.now_ms()\nport.sleep_until(start + 30)\n"
    source += "port.sleep_until(start)\nprint(port.clock.now_ms() - start)"
    assert 30 <= int(bench.do(source)) <= 31


def test_a_saved_blob_outlives_the_power(bench: Bench) -> None:
    bench.do("port.store.save('note', b'kept')")
    later = Bench(bench.chip.files())
    source = "print(port.store.load('note'), port.store.load('other'))"
    assert later.do(SET_UP + source) == "b'kept' None"
