"""What the firmware takes of the heap as CircuitPython runs it: bytecode only, on the port to
CircuitPython, with stand-ins for its modules. The interpreter is MicroPython's."""

import pytest
from circuitpython_modules import FILES

from host_tools.bench.chip.probe import Probe
from host_tools.build import circuitpython
from lodeboard.games.catalogue import GAMES, LEVELS

pytestmark = [pytest.mark.chip, pytest.mark.verify]

HEAP = 245_952  # of MicroPython 1.25 on a Pico; CircuitPython 7.0.0 has 210 048 there
MOST_TAKEN = 188_000
LEVEL = 3  # the highest that the port offers

# Where CircuitPython can look at an array as bytes, MicroPython needs another call.
START = """
from uctypes import addressof, bytearray_at
from lodeboard.ports.circuitpython import CircuitMemory

def as_bytes(self, words, begin=0, count=-1):
    return bytearray_at(addressof(words) + begin, 4 * len(words) - begin if count < 0 else count)

CircuitMemory.as_bytes = as_bytes
"""


def test_the_largest_game_thinks_within_the_memory_that_is_stated() -> None:
    game = GAMES[0]
    files = circuitpython.modules(mark=circuitpython.MICROPYTHON)
    files |= {name: text.encode() for name, text in FILES.items()}
    code = (circuitpython.SOURCE / "code.py").read_text()
    probe = Probe(files | {"main.py": (START + code).encode()})
    probe.wait(phase="calibrate", limit_ms=20_000)
    probe.board.tap(2)
    probe.wait(phase="match", ask="place", limit_ms=20_000)
    probe.send(c="set", players=2, level=LEVEL)
    # It thinks though the tiles that a game begins with are not there yet.
    probe.wait(machine=3, level=LEVELS[game][LEVEL], limit_ms=20_000)
    probe.board.run_ms(300)
    taken = HEAP - probe.free_bytes()
    print(f"{game}: {taken} bytes taken")
    assert taken <= MOST_TAKEN
    assert "A fault" not in probe.board.chip.text()
