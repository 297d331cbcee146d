"""The duration of a tick on the chip, its allocations, and the delay until a magnet shows."""

import json

import pytest
from one_board import DATA, PROFILE

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.board.emulator.wiring import Wiring
from host_tools.build import firmware

pytestmark = [pytest.mark.chip, pytest.mark.verify]

MIDDLE = 2
CELL = 5
SET_UP = """
import gc, json, time
gc.threshold(32768)
from lodeboard.system.app import App
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.ports.rp2 import Rp2Port
profile = Profile(DATA)
port = Rp2Port(profile)
app = App(port, profile)
gc.collect()

def fill(left):
    # What is free then lies behind all else.
    global held
    held = None
    while gc.mem_free() > left:
        for _ in range(64):
            held = (held,)

def go(ticks):
    gc.collect()
    longest = total = taken = 0
    for _ in range(ticks):
        now = port.clock.now_ms()
        free = gc.mem_free()
        start = time.ticks_us()
        app.tick(now)
        spent = time.ticks_diff(time.ticks_us(), start)
        taken += free - gc.mem_free()
        total += spent
        longest = max(longest, spent)
        port.sleep_until(now + profile.tick_ms)
    print('\\n' + json.dumps([total // ticks, longest, taken]))
"""


class Magnets:
    """Sensors that read zero, but for one cell from some moment on. Noise-free."""

    def __init__(self) -> None:
        self.chip: Chip | None = None
        self.laid_ms = 1e9

    def conversion(
        self, channels: tuple[int, ...], previous: tuple[int, ...], since_select_us: float
    ) -> int:
        assert self.chip is not None
        code = PROFILE.raw_middle
        if channels == (DATA["mux"]["channels"][CELL],) and self.chip.now_ms >= self.laid_ms:
            code += PROFILE.raw(PROFILE.signal_mv(True))
        return code // DATA["adc"]["oversample"]


class Bench:
    """A chip with the App at its prompt; `go` lets it tick."""

    def __init__(self) -> None:
        self.magnets = Magnets()
        self.chip = Chip(find_image(), firmware.modules())
        self.magnets.chip = self.chip
        self.wiring = Wiring(self.chip, DATA, self.magnets)
        self.chip.execute(SET_UP)

    def go(self, ms: int) -> tuple[int, int, int]:
        """Mean and longest tick in microseconds, bytes allocated."""
        said = self.chip.execute(f"go({ms // PROFILE.tick_ms})").strip().splitlines()
        mean, longest, taken = json.loads(said[-1])
        return mean, longest, taken


@pytest.fixture(scope="module")
def bench() -> Bench:
    """A board on which a game is about to begin."""
    bench = Bench()
    bench.go(2400)  # it has no tables, and shows so
    for _ in ("zeros", "no gains"):
        bench.wiring.press(MIDDLE)
        bench.go(100)
        bench.wiring.press(0)
        bench.go(1500)
    return bench


def test_an_idle_tick_is_short_and_allocates_nothing(bench: Bench) -> None:
    mean, longest, taken = bench.go(1000)
    assert mean <= 2600
    assert longest <= 4000
    assert taken == 0


def test_a_magnet_shows_within_50_ms_of_its_debounce(bench: Bench) -> None:
    assert all(any(led) for led in bench.wiring.leds)
    bench.magnets.laid_ms = bench.chip.now_ms + 107
    bench.go(600)
    place = DATA["leds"]["order"][CELL]
    dark_ms = [ms for ms, pixels in bench.wiring.frames if not any(pixels[place])]
    shown = [ms for ms in dark_ms if ms > bench.magnets.laid_ms]
    assert shown
    late_ms = shown[0] - bench.magnets.laid_ms - DATA["sensing"]["debounce_ms"]
    assert 0 < late_ms <= 50


def test_an_idle_tick_is_as_short_where_free_memory_lies_far_back(bench: Bench) -> None:
    bench.chip.execute("fill(16384)")
    mean, longest, taken = bench.go(1000)
    assert mean <= 2600
    assert longest <= 4000
    assert taken == 0
