"""Plays, on an RP2040 board with CircuitPython. See docs/developer/circuitpython.md."""

import gc

import supervisor

from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.games.catalogue import MEMORY_WORDS
from lodeboard.ports.circuitpython import CircuitPythonPort
from lodeboard.system.loader import first_game, parts
from lodeboard.unimport import unimport

profile = Profile(DATA)
port = CircuitPythonPort(profile)
# The large array of the game first, while there is a piece so large. Then what stays, with a
# collection after each part, so that it lies close together.
game = first_game(port.store, profile, port.budget.game_words)
if game:
    port.budget.memory.words(MEMORY_WORDS[game])
with unimport():
    from lodeboard.system.first_light import PARTS
for part in (parts(game) if game else []) + list(PARTS):
    __import__(part)
    gc.collect()
del PARTS

from lodeboard.system.run import run  # noqa: E402 - after what it needs

try:
    run(port, profile, "for CircuitPython")
except SystemExit:
    # Another game is to be played, with all memory free for it.
    supervisor.reload()
finally:
    port.sound.tone(0)
    port.lights.show(bytearray(3 * profile.cells))
