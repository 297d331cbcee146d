"""A board on the emulated chip, watched from outside.

The firmware is unchanged: the first conversion of each scan marks a tick, the cycles in which the
processor did not sleep count as work, and output is read from the serial line. Only `boot.py` is
added: it waits for a level on an unused pin, then reports the memory that is free after a
collection and the number of interned names. Until then it costs only its own few hundred bytes.
"""

import json
import os
import re
from statistics import median
from typing import Any, NamedTuple

from rp2040py.gpio_pin import GPIOPinState

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.flashwaits import FlashWaits, Waited
from host_tools.board.emulator.image import find_image
from host_tools.board.emulator.wiring import SAMPLE_NANOS
from host_tools.build import firmware, profiles
from host_tools.build.layout import DATA as DATA_FOLDER
from lodeboard.boards.profile import Profile
from lodeboard.boards.rp2040 import FAST_MHZ
from lodeboard.boards.this import DATA
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.settings import NAME, Settings

SEED = 1
# The firmware's default clock; with CHIP_MHZ=125 in the environment, its clock without fast
# thinking. All measurements count cycles of this clock.
MHZ = int(os.environ.get("CHIP_MHZ", FAST_MHZ))
NANOS_PER_CYCLE = 1000 / MHZ
CYCLES_PER_MS = 1000 * MHZ
MIDDLE, LEFT, RIGHT = 2, 1, 4
MARK_PIN = 22  # unconnected pin
_NEW_SCAN_NANOS = 2_000_000  # conversions farther apart belong to two scans
_BOOT = f"""\
import gc
import micropython
from machine import Pin

def _say_free(_):
    gc.collect()
    micropython.mem_info()
    micropython.qstr_info()
    print("free", gc.mem_free())

Pin({MARK_PIN}, Pin.IN, Pin.PULL_DOWN).irq(_say_free, Pin.IRQ_RISING)
"""

ANSWER = re.compile(
    rb"stack: [^\r]*\r\nGC: [^\r]*\r\n[^\r]* max free sz: (\d+)\r\n"
    rb"qstr pool: [^\r]* n_qstr=(\d+),[^\r]*\r\nfree (\d+)\r\n"
)
_BLOCK = 16  # bytes, in which MicroPython counts pieces


def milliseconds(cycles: float) -> float:
    return cycles / CYCLES_PER_MS


def clock_files(board: str) -> dict[str, bytes]:
    """Files to put on this board's flash so that its firmware runs at `MHZ`."""
    if MHZ == FAST_MHZ:
        return {}
    store = MemoryStore()
    settings = Settings()
    settings.fast = 0
    settings.save(store, board)
    return {f"{DATA_FOLDER}/{NAME}.blob": store.load(NAME) or b""}


class Tick(NamedTuple):
    """Start of a tick: clock cycles since power-on, and cycles worked."""

    clock: int
    worked: int


class Probe:
    """A board from power-on. `files`: contents of its flash; the firmware by default. `profile`:
    the board's profile, if not the default."""

    def __init__(
        self, files: dict[str, bytes] | None = None, profile: Profile | None = None
    ) -> None:
        profile = profile or Profile(DATA)
        held = dict(firmware.board_files(board=profile.name) if files is None else files)
        held["boot.py"] = _BOOT.encode()
        held |= clock_files(profile.name)
        self.board = EmulatedBoard(profile, SEED, files=held)
        self.ticks: list[Tick] = []
        self._last_nanos = -1e12
        adc = self.board.chip.mcu.adc
        self._convert = adc.on_adc_read
        adc.on_adc_read = self._on_conversion
        self._waits: FlashWaits | None = None

    def _on_conversion(self, channel: int) -> None:
        chip = self.board.chip
        now = chip.clock.nanos
        if now - self._last_nanos > _NEW_SCAN_NANOS:
            clock = round(now / NANOS_PER_CYCLE)
            self.ticks.append(Tick(clock, chip.mcu.core.cycles))
        self._last_nanos = now
        self._convert(channel)

    @property
    def waits(self) -> FlashWaits:
        """The waits of the board's flash. From the first use on writes wait; reads can be made
        to."""
        if self._waits is None:
            self._waits = FlashWaits(self.board.chip)
        return self._waits

    # Letting time pass

    def run_ticks(self, count: int) -> list[Tick]:
        """Run this many whole ticks, starting with the next; returns their starts and that of the
        tick after."""
        first = len(self.ticks)
        last = first + count + 1
        self.board.run_until(lambda: len(self.ticks) >= last, 300.0 * count + 1000, "ticks")
        return self.ticks[first:last]

    def wait(self, limit_ms: float = 8000, **wanted: object) -> dict[str, Any]:
        """Wait until the latest state from the board has these values; return that state."""

        def reported() -> bool:
            states = [said for said in self.board.messages() if said["t"] == "state"]
            self._state = states[-1] if states else {}
            return bool(states) and all(self._state.get(k) == v for k, v in wanted.items())

        self.board.run_until(reported, limit_ms, f"state with {wanted}")
        return self._state

    def send(self, **command: object) -> None:
        """A command on the serial line."""
        self.board.chip.send(json.dumps(command).encode() + b"\r\n")

    def free_bytes(self) -> int:
        """Bytes free now, after a garbage collection."""
        return self.memory()[0]

    def memory(self) -> tuple[int, int]:
        """Bytes free now, after a garbage collection, and the number of interned names."""
        return self._ask_memory()[:2]

    def largest_piece(self) -> int:
        """Bytes of the largest free block of memory, after a garbage collection."""
        return self._ask_memory()[2]

    def _ask_memory(self) -> tuple[int, int, int]:
        chip = self.board.chip
        mark = len(chip.output)
        pin = chip.mcu.gpio[MARK_PIN]
        pin.set_input_value(True)
        found: list[re.Match[bytes]] = []

        def reported() -> bool:
            found[:] = ANSWER.finditer(chip.output, mark)
            return bool(found)

        self.board.run_until(reported, 1000, "answer about memory")
        pin.set_input_value(False)
        self.board.run_ms(1)
        piece, names, free = map(int, found[0].groups())
        for answer in reversed(found):  # it may stand in the middle of a line of the firmware's
            del chip.output[slice(*answer.span())]
        return free, names, _BLOCK * piece

    # Places to be

    def calibrate(self, asks: str = "place") -> None:
        """Take the board from power-on through calibration into a game. `asks`: what its first game
        then asks for. Raises RuntimeError if the board does not run at `MHZ`."""
        self.wait(phase="calibrate")
        if self.board.chip.pll.hertz != 1_000_000 * MHZ:
            raise RuntimeError(f"the board runs at {self.board.chip.pll.hertz} Hz, not {MHZ} MHz")
        self.board.tap(MIDDLE)
        self.wait(ask="gain")
        self.board.tap(MIDDLE)
        self.wait(phase="match", ask=asks)


class Marks:
    """Calls firmware functions directly, between two edges of an unused pin, on the board of this
    name. `waits`: include the flash's waits; the attribute `waits` then counts them."""

    def __init__(self, prelude: str, waits: bool = False, board: str = profiles.DEFAULT) -> None:
        self._chip = Chip(find_image(), firmware.board_files(board=board))
        self._board_wiring()
        self._edges: list[int] = []
        self._waited: list[Waited] = []
        self.waits: FlashWaits | None = None
        core = self._chip.mcu.core

        def on_edge(_new: GPIOPinState, _old: GPIOPinState) -> None:
            self._edges.append(core.cycles)
            if self.waits:
                self._waited.append(self.waits.now())

        self._chip.mcu.gpio[MARK_PIN].add_listener(on_edge)
        self._chip.execute(_MARKS + prelude)
        if waits:
            self.waits = FlashWaits(self._chip)
            self.waits.slow_reads(True)
        self._nothing = 0
        self._nothing = int(median(self.cycles("pass", 9)))

    def _board_wiring(self) -> None:
        # Unwired inputs float in the emulator, but a scan needs an answer within a conversion's
        # time.
        adc = self._chip.mcu.adc
        done = self._chip.clock.create_alarm(lambda: adc.complete_adc_read(2048, False))
        adc.on_adc_read = lambda _channel: done.schedule(SAMPLE_NANOS)

    def say(self, source: str) -> str:
        """Run Python code on the board and return its output."""
        self._edges.clear()
        self._waited.clear()
        return self._chip.execute(source)

    def between(self) -> list[int]:
        """Cycles between the edges of each pair since `say`, without those of the pin itself."""
        pairs = zip(self._edges[::2], self._edges[1::2], strict=True)
        return [end - start - self._nothing for start, end in pairs]

    def waited(self) -> list[Waited]:
        """Cycles waited between the edges of each pair since `say`."""
        pairs = zip(self._waited[::2], self._waited[1::2], strict=True)
        return [end.since(start) for start, end in pairs]

    def cycles(self, statement: str, times: int, before: str = "pass") -> list[int]:
        """Cycles of a statement, measured this many times; `before` runs each time and is not
        measured."""
        self.say(
            f"for i in range({times}):\n {before}\n gc.collect()\n mark()\n {statement}\n mark()"
        )
        return self.between()


_MARKS = f"""\
import gc, sys
gc.threshold(32768)
if not any(place in sys.path for place in ("/lode", "/a")):
    import lodestart as loader
    loader.enter("a")
from machine import Pin
mark = Pin({MARK_PIN}, Pin.OUT).toggle
"""
