"""What is measured on the chip besides thinking. Every figure is in clock cycles at `MHZ`."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from host_tools.build import firmware
from host_tools.build.layout import TABLES, stored_path
from host_tools.lab.chip.probe import LEFT, MHZ, MIDDLE, NANOS_PER_CYCLE, RIGHT, Marks, Probe
from lodeboard.boards.rp2040 import FAST_MHZ

IDLE_TICKS = 200
LIGHT_TRIALS = 8
ODD_MS = 7.3  # no whole part of a tick, so each trial starts at a different moment of the tick
LATCH_NANOS = 50_000  # a frame counts as shown when its line has been still for so long
_PRELUDE = """
import time
from array import array
from lodeboard.boards import this
from lodeboard.boards.profile import Profile
from lodeboard.ports.rp2 import Rp2Port
from lodeboard.games.catalogue import MEMORY_WORDS
from lodeboard.system.loader import make_game, plugin
profile = Profile(this.DATA)
port = Rp2Port(profile, tables={tables!r})
port.set_fast({fast})
raw = array("H", [0] * profile.cells)
frame = bytearray(3 * profile.cells)
"""

Figures = dict[str, Any]


def prelude() -> str:
    """Setup for calling functions directly: port, games, buffers for a scan and a frame."""
    stored = firmware.tables().items()
    tables = {name: "/" + stored_path(TABLES, name, data) for name, data in stored}
    return _PRELUDE.format(tables=tables, fast=MHZ == FAST_MHZ)


def boot() -> Figures:
    """Power-on to the first LED frame with light in it, and to the first state message."""
    return started(Probe())


def started(probe: Probe, on_reached: Callable[[str], None] = lambda _: None) -> Figures:
    """The same for a board's first start; `on_reached` is called at each event as it happens."""
    wiring = probe.board.wiring

    def lit() -> bool:
        return any(any(map(any, pixels)) for _, pixels in wiring.frames)

    probe.board.run_until(lit, 10_000, "light")
    on_reached("light")
    first = next(ms for ms, pixels in wiring.frames if any(map(any, pixels)))
    probe.board.run_until(lambda: bool(probe.board.messages()), 10_000, "word")
    on_reached("word")
    return {"light": _cycles(first), "word": _cycles(probe.board.now_ms)}


def pieces(times: int = 20, waits: bool = False) -> Figures:
    """A scan and a frame alone, called as the App calls them."""
    marks = Marks(prelude(), waits)
    return {
        "scan": marks.cycles("port.sensors.read(raw)", times),
        "frame": marks.cycles("port.lights.show(frame)", times, "frame[0] ^= 1"),
    }


def ticks_of(probe: Probe, count: int) -> Figures:
    """Work and length of this many ticks."""
    ticks = probe.run_ticks(count)
    pairs = list(pairwise(ticks))
    return {
        "work": [after.worked - before.worked for before, after in pairs],
        "length": [after.clock - before.clock for before, after in pairs],
    }


def idle(ticks: int = IDLE_TICKS, measured: Callable[[Probe, int], Figures] = ticks_of) -> Figures:
    """Work and length of idle ticks, in play and in the menu."""
    probe = Probe()
    probe.calibrate()
    probe.board.run_ms(2000)
    figures = {"play": measured(probe, ticks)}
    probe.board.tap(MIDDLE)
    probe.wait(phase="menu")
    probe.board.run_ms(500)
    figures["menu"] = measured(probe, ticks)
    return figures


def light(
    trials: int = LIGHT_TRIALS,
    probe: Probe | None = None,
    watched: Callable[[float | None], None] = lambda _: None,
) -> Figures:
    """From a tile coming to rest to the LED frame that answers it, without the debounce. `watched`
    is called when a tile comes to rest, and again with the time in ms when it is answered."""
    probe = probe or Probe()
    probe.calibrate()
    probe.send(c="set", players=1)
    probe.wait(ask="place", machine=0)
    probe.board.run_ms(1000)
    limits = probe.board.profile.sensing
    return {
        "near": _answers(probe, trials, True, limits["debounce_ms"], watched),
        "far": _answers(probe, trials, False, limits["far_debounce_ms"], watched),
    }


def _answers(
    probe: Probe, trials: int, up: bool, debounce_ms: int, watched: Callable[[float | None], None]
) -> list[int]:
    """The first tile of a game, laid each time on another cell and at another moment of the tick.
    "May be placed" contains red in its light; the answer to a tile (green: it may be lifted)
    contains none."""
    board = probe.board
    tile = board.world.tiles[0]
    tray = board.world.home(tile)
    answers = []
    for trial in range(trials):
        cell = (trial * 5 + 3) % board.profile.cells
        place = board.profile.led_order[cell]
        board.advance(ODD_MS)
        start_ms = board.chip.now_ms
        watched(None)
        board.world.lay(tile.id, *board.world.plate.centre(cell), up=up)
        shown: list[float] = []

        def answered(since: float = start_ms, pixel: int = place, out: list[float] = shown) -> bool:
            for ms, pixels in board.wiring.frames:
                if ms > since and pixels[pixel][0] == 0 < pixels[pixel][1]:
                    out.append(ms)
                    return True
            return False

        board.run_until(answered, 3000, "light that answers the tile")
        watched(shown[0])
        answers.append(_cycles(shown[0] - start_ms - debounce_ms))
        board.world.lay(tile.id, *tray, up=True)
        board.run_ms(700)
        probe.send(c="new")
        probe.wait(ask="place", moves=[])
        board.run_ms(1000)
    return answers


def _cycles(ms: float) -> int:
    return round((ms * 1e6 - LATCH_NANOS) / NANOS_PER_CYCLE)


def memory() -> Figures:
    """Bytes of free RAM after a garbage collection, at several moments of one session."""
    probe = Probe()
    probe.wait(phase="calibrate")
    free = {"after boot": probe.free_bytes()}
    probe.calibrate()
    probe.board.run_ms(1000)
    free["in play"] = probe.free_bytes()
    probe.send(c="set", coach=1)
    probe.board.run_ms(1000)
    free["in play, coach on"] = probe.free_bytes()
    probe.send(c="set", coach=0)
    probe.board.run_ms(500)
    probe.board.tap(MIDDLE)
    probe.wait(phase="menu")
    probe.board.tap(LEFT)
    probe.board.tap(RIGHT)
    free["in the menu"] = probe.free_bytes()
    probe.board.tap(RIGHT)
    probe.board.tap(RIGHT)
    probe.board.tap(MIDDLE)
    probe.wait(phase="match")
    probe.send(c="set", players=2, level=4)
    probe.wait(ask="wait")
    probe.board.run_ms(300)
    free["while thinking"] = probe.free_bytes()
    return free


def flash() -> Figures:
    """Bytes of `.mpy` for each part of the firmware, and of the other files on a new board."""
    parts: dict[str, int] = {}
    for path, code in firmware.modules().items():
        words = path.split("/")
        part = words[1] if len(words) > 2 else "lodeboard"
        parts[part] = parts.get(part, 0) + len(code)
    return {
        "parts": dict(sorted(parts.items())),
        "total": sum(parts.values()),
        "tables": sum(len(table) for table in firmware.tables().values()),
        "all files": sum(len(data) for data in firmware.board_files().values()),
    }
