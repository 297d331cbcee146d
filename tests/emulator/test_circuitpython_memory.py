"""What the firmware takes of the heap as CircuitPython runs it: bytecode only, on the port to
CircuitPython, with stand-ins for its modules. The interpreter is MicroPython's."""

import pytest
from circuitpython_modules import FILES

from host_tools.bench.chip.probe import Probe
from host_tools.build import circuitpython
from lodeboard.games.catalogue import GAMES, LEVELS, VARIANTS

pytestmark = [pytest.mark.chip, pytest.mark.verify]

# Of the heaps on a Pico: MicroPython 1.25's, and CircuitPython 7.0.0's, read on the emulated chip.
HEAP, CIRCUITPYTHON_HEAP = 245_952, 210_048
LEAST_FREE = 16 * 1024
LEVEL = 3  # the highest that the port offers

# As much as CircuitPython's heap is smaller is taken away. Where CircuitPython can look at an array
# as bytes, MicroPython needs another call.
START = f"""
from uctypes import addressof, bytearray_at
from lodeboard.ports.circuitpython import CircuitMemory

def as_bytes(self, words, begin=0, count=-1):
    return bytearray_at(addressof(words) + begin, 4 * len(words) - begin if count < 0 else count)

CircuitMemory.as_bytes = as_bytes
taken = bytearray({HEAP - CIRCUITPYTHON_HEAP})
"""


@pytest.mark.parametrize("game", GAMES)
def test_every_game_thinks_in_the_heap_that_circuitpython_has(game) -> None:
    files = circuitpython.modules(mark=circuitpython.MICROPYTHON)
    files |= {name: text.encode() for name, text in FILES.items()}
    code = (circuitpython.SOURCE / "code.py").read_text()
    probe = Probe(files | {"main.py": (START + code).encode()})
    probe.wait(phase="calibrate", limit_ms=20_000)
    probe.board.tap(2)
    probe.wait(phase="match", ask="place", limit_ms=20_000)
    if game != GAMES[0]:
        probe.send(c="set", variant=[name for name, _ in VARIANTS].index(game))
        probe.wait(phase="match", game=game, limit_ms=30_000)
    probe.send(c="set", players=2, level=LEVEL)
    # It thinks though the tiles that a game begins with are not there yet.
    probe.wait(machine=3, level=LEVELS[game][LEVEL], limit_ms=20_000)
    probe.board.run_ms(300)
    free = probe.free_bytes()
    print(f"{game}: {CIRCUITPYTHON_HEAP - free} bytes taken, {free} free")
    assert free >= LEAST_FREE
    assert "A fault" not in probe.board.chip.text()
