"""A chip run by the compiled core and one run by rp2040py alone behave identically."""

import pytest
from one_board import DATA, PROFILE

from host_tools.board.emulator import runner
from host_tools.board.emulator import thumb_kernel as thumb
from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.flashwaits import FlashWaits
from host_tools.board.emulator.image import find_image
from host_tools.board.emulator.wiring import Wiring
from host_tools.board.simulator.frontend import FrontEnd
from host_tools.board.simulator.mux import Lines
from host_tools.board.simulator.world import World
from host_tools.build import compiled

pytestmark = pytest.mark.chip

PINS = DATA["pins"]
LINES = Lines(DATA)
MIDDLE = 2
ANSWER_NANOS = 8 * thumb.WRITES_LAG + 1000  # no device's answer to a pin comes sooner
# Everything that a board does with its chip: waits, lights, conversions, tones, divisions, flash.
BUSY = f"""
import time
from machine import ADC, PWM, Pin
from neopixel import NeoPixel

print([(7 * n) // -(n + 1) % 5 for n in range(20)], 355 / 113, 1 << 70)
chain = NeoPixel(Pin({PINS["leds"]}), {PROFILE.cells})
chain.fill((1, 2, 3))
adc = ADC({PINS["adc"]})
select = [Pin(pin, Pin.OUT) for pin in {LINES.select!r}]
beeper = PWM(Pin({PINS["beeper"][0]}))
beeper.freq(440)
beeper.duty_u16(0x8000)
for n in range(8):
    for bit, pin in enumerate(select):
        pin.value(n >> bit & 1)
    chain[n] = (adc.read_u16() & 255, n, time.ticks_us() & 255)
    chain.write()
    time.sleep_ms(5)
beeper.duty_u16(0)
with open("kept.txt", "w") as kept:
    kept.write("good day")
print(time.ticks_us())
"""


class Seen:
    """A chip with a board around it, taken through the same acts, with all results recorded."""

    def __init__(self, fast: bool) -> None:
        self.chip = Chip(find_image(), {})
        self.chip.compiled = fast
        self.wiring = Wiring(self.chip, DATA, FrontEnd(World(PROFILE, 3), 3))
        self.edges: list[tuple[float, int]] = []
        for pin in (PINS["leds"], *LINES.select):
            self.chip.mcu.gpio[pin].add_listener(self._edge)
        self.answers: list[tuple[float, int]] = []
        self._answer = self.chip.clock.create_alarm(lambda: self._note(self.answers))
        self.tones: list[int] = []
        self.wiring.on_tone = self.tones.append

    def _edge(self, _new: object, _old: object) -> None:
        self._note(self.edges)
        self._answer.schedule(ANSWER_NANOS)

    def _note(self, moments: list[tuple[float, int]]) -> None:
        moments.append((self.chip.clock.nanos, self.chip.mcu.core.cycles))

    def state(self) -> tuple[object, ...]:
        mcu = self.chip.mcu
        core = mcu.core
        return (
            bytes(self.chip.output),
            self.wiring.frames,
            self.wiring.conversions,
            self.tones,
            self.edges,
            self.chip.now_ms,
            core.cycles,
            [*core.registers, core.apsr, core.ipsr],
        )

    def memory(self) -> tuple[bytes, bytes]:
        return bytes(self.chip.mcu.sram), bytes(self.chip.mcu.flash)


def test_a_chip_does_the_same_by_either() -> None:
    seen = [Seen(fast) for fast in (True, False)]
    for one in seen:
        one.chip.execute(BUSY)
    fast, slow = seen
    assert fast.state() == slow.state()
    assert fast.memory() == slow.memory()
    assert len(fast.wiring.frames) == 9
    assert fast.wiring.conversions == 8
    assert fast.answers == slow.answers
    assert len(fast.answers) > 8
    assert len(fast.edges) > 8 * 24 * PROFILE.cells
    assert fast.tones[0] == pytest.approx(440, rel=0.01)


@pytest.mark.slow
def test_with_reads_that_wait_it_waits_the_same() -> None:
    seen = [Seen(fast) for fast in (True, False)]
    waits = [FlashWaits(one.chip) for one in seen]
    for one, waiting in zip(seen, waits, strict=True):
        one.chip.run_ms(20)
        waiting.slow_reads(True)
        one.chip.execute(BUSY)
    fast, slow = seen
    assert fast.state() == slow.state()
    assert fast.memory() == slow.memory()
    assert waits[0].waited == waits[1].waited
    assert waits[0].waited.words > 10_000


def test_it_may_change_from_one_to_the_other_at_any_time() -> None:
    straight = Seen(True)
    straight.chip.run_ms(400)
    changing = Seen(True)
    while changing.chip.now_ms < 400:
        changing.chip.compiled = not changing.chip.compiled
        changing.chip.run_ms(25)
    assert straight.state() == changing.state()
    assert straight.memory() == changing.memory()


def test_what_is_due_at_once_comes_after_the_next_instruction() -> None:
    came = []
    for fast in (True, False):
        seen = Seen(fast)
        core, clock = seen.chip.mcu.core, seen.chip.clock
        due = clock.create_alarm(
            lambda core=core, clock=clock: came.append((core.cycles, clock.nanos))
        )
        seen.chip.run_ms(1)
        due.schedule(0)
        seen.chip.run_ms(1)
    assert len(came) == 2
    assert came[0] == came[1]


@pytest.mark.verify
def test_the_compiled_core_rarely_stops() -> None:
    """It is fast only where rp2040py has little to do."""
    board = EmulatedBoard(PROFILE, 1)
    core = board.chip._runner._core
    assert core is not None
    carry_on = core._carry_on
    runs = 0

    def counted() -> bool:
        nonlocal runs
        runs += 1
        return carry_on()

    core._carry_on = counted  # type: ignore[method-assign]
    board.run_ms(1500)
    assert board.chip.mcu.core.cycles > 10_000 * runs


def test_without_numba_rp2040py_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "machine_code", lambda function: None)
    monkeypatch.setattr(runner, "_code", runner._code.__wrapped__)
    chip = Chip(find_image(), {})
    assert chip._runner._core is None
    assert chip.execute("print(6 * 7)") == "42\r\n"


def reach(board: EmulatedBoard, phase: str) -> None:
    def there() -> bool:
        return bool(board.messages()) and board.messages()[-1].get("phase") == phase

    board.run_until(there, 5000, phase)


@pytest.mark.verify
def test_a_board_starts_and_plays_the_same_by_either() -> None:
    """From power-on through the calibration into a game, to the same cycle."""
    ends = []
    for fast in (True, False):
        board = EmulatedBoard(PROFILE, 5)
        board.chip.compiled = fast
        lit = []
        board.frames.subscribe(
            lambda ms, leds, lit=lit, mcu=board.chip.mcu: lit.append((ms, mcu.core.cycles, leds))
        )
        reach(board, "calibrate")
        board.tap(MIDDLE)
        board.run_ms(1200)
        board.tap(MIDDLE)  # without gains
        reach(board, "match")
        board.run_ms(400)
        mcu = board.chip.mcu
        ends.append((lit, board.serial_out, board.tones, mcu.core.cycles, list(mcu.core.registers)))
        ends[-1] += (bytes(mcu.sram), bytes(mcu.flash))
    assert ends[0][:5] == ends[1][:5]
    assert ends[0] == ends[1]
