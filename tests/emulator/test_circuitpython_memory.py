"""What the firmware takes of heap and time as CircuitPython runs it: bytecode only, on the port to
CircuitPython, with stand-ins for its modules, in a heap as small as CircuitPython's on a Pico. The
interpreter is MicroPython's."""

from statistics import median

import pytest
from circuitpython_modules import FILES
from one_board import PROFILE

from host_tools.build import circuitpython, profiles
from host_tools.build.firmware import FIRMWARE
from host_tools.build.fold import Tree
from host_tools.lab.chip.parts import ticks_of
from host_tools.lab.chip.probe import Probe
from lodeboard.boards.this import DATA
from lodeboard.games.catalogue import LEVELS, VARIANTS
from lodeboard.ports.circuitpython import GAME_WORDS
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.settings import Settings
from lodeboard.system.loader import playable, rule_sets

pytestmark = [pytest.mark.chip, pytest.mark.verify]

HEAP = 210_048  # of CircuitPython 7.0.0 on a Pico; MicroPython 1.25 has 245 952 there
LEAST_FREE = 38_000  # CircuitPython's own objects and its library for the LEDs are not counted
OFFERED = list(dict.fromkeys(game for game, _ in playable(PROFILE, GAME_WORDS)))
LEVELS_OFFERED = 4
CYCLES_PER_MS = 125_000  # CircuitPython does not change the clock

# What the heap has more than CircuitPython's is held; and where CircuitPython can look at an array
# as bytes, MicroPython needs another call.
START = f"""
import gc
gc.collect()
held = bytearray(gc.mem_free() + gc.mem_alloc() - {HEAP})
from uctypes import addressof, bytearray_at
from lodeboard.ports.circuitpython import CircuitMemory

def as_bytes(self, words, begin=0, count=-1):
    return bytearray_at(addressof(words) + begin, 4 * len(words) - begin if count < 0 else count)

CircuitMemory.as_bytes = as_bytes
"""


def board(game: str) -> Probe:
    """A board on which this game is set, as it gets its power."""
    files = circuitpython.modules(mark=circuitpython.MICROPYTHON)
    files |= {name: text.encode() for name, text in FILES.items()}
    store, settings = MemoryStore(), Settings()
    variants = [variant for variant in VARIANTS if variant[0] in OFFERED]
    settings.variant = variants.index((game, rule_sets(game)[0]))
    settings.save(store, DATA["name"])
    files["data/settings.blob"] = store.load("settings") or b""
    code = (circuitpython.SOURCE / "code.py").read_text()
    return Probe(files | {"main.py": (START + code).encode()})


@pytest.mark.parametrize("game", OFFERED)
def test_each_game_offered_thinks_at_each_level_with_room_to_spare(game: str) -> None:
    probe = board(game)
    probe.wait(phase="calibrate", limit_ms=20_000, game=game)
    free = {"at the start": probe.free_bytes()}
    probe.board.tap(2)
    probe.wait(ask="gain", limit_ms=20_000)
    probe.board.tap(2)
    probe.wait(phase="match", limit_ms=20_000)
    probe.send(c="set", coach=1)
    probe.board.run_ms(600)
    free["with the coach on"] = probe.free_bytes()
    for level, name in enumerate(LEVELS[game][:LEVELS_OFFERED]):
        # It thinks though the tiles that a game begins with are not there yet.
        probe.send(c="set", players=2, level=level)
        probe.wait(machine=3, level=name, limit_ms=20_000)
        probe.board.run_ms(300)
        free[name] = probe.free_bytes()
    for what, left in free.items():
        print(f"{game}, {what}: {HEAP - left} bytes taken, {left} free")
    assert min(free.values()) >= LEAST_FREE
    assert max(free.values()) < HEAP // 2  # the heap is the small one
    assert "A fault" not in probe.board.chip.text()


@pytest.mark.parametrize("game", OFFERED)
def test_a_tick_at_rest_leaves_time(game: str) -> None:
    """Although the stand-in for the converter is slower than CircuitPython's own, which is no
    Python: it takes 6 ms of a tick more than calls of the converter do."""
    probe = board(game)
    probe.wait(phase="calibrate", limit_ms=20_000, game=game)
    probe.board.tap(2)
    probe.wait(ask="gain", limit_ms=20_000)
    probe.board.tap(2)
    probe.wait(phase="match", limit_ms=20_000)
    probe.board.run_ms(2000)
    work = [cycles / CYCLES_PER_MS for cycles in ticks_of(probe, 50)["work"]]
    print(f"{game}: a tick works {median(work):.1f} ms, the longest {max(work):.1f} ms")
    assert median(work) < DATA["tick_ms"]


def test_a_game_that_is_not_offered_is_not_on_the_drive() -> None:
    lacking = set(profiles.games(profiles.DEFAULT)) - set(OFFERED)
    assert circuitpython.games(Tree(FIRMWARE)) == OFFERED
    assert lacking == {"flip"}
    files = circuitpython.drive_files()
    there = {path.split("/")[2] for path in files if path.startswith("lodeboard/games/")}
    assert there & {game for game, _ in VARIANTS} == set(OFFERED)
