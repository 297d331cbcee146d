"""Tests a game's rules on the emulated chip: imports its modules from the packs, makes random steps
and takes them back. This finds faults that occur only under MicroPython, which would stop a board
at its next start."""

from pathlib import Path
from typing import NamedTuple

from host_tools import FIRMWARE
from host_tools.board.emulator.chip import Chip, ChipError
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware, profiles
from host_tools.build.layout import MAIN
from host_tools.games.loader import host_game

STEPS = 100
_NODES = 200
_LIMIT_MS = 120_000  # of board time
# Evaluations per tick at 125 MHz, and how long the lights may stand still meanwhile.
_SLICE = 6500
LONGEST_SLICE_MS = 45.0

_PIECE = """
import gc
gc.collect()
_free = gc.mem_free()
import lodestart as loader
loader.enter("a")
from array import array
from random import getrandbits, seed
from time import ticks_diff, ticks_us
from lodeboard.system.loader import plugin
game, painter, sentences = plugin({name!r}).open({rules!r})
gc.collect()
print("taken", _free - gc.mem_free())
seed(1)
out = array("H", [0] * game.max_steps)
cells = bytearray(3 * game.max_changes)
done = 0
while done < {steps}:
    count = game.steps(out)
    if count == 0 or game.length == game.max_length:
        game.reset()
        continue
    step = out[getrandbits(16) % count]
    game.changes(step, cells)
    before = game.text()
    game.push(step)
    game.pop()
    if game.text() != before:
        raise ValueError("after a step and pop, " + before + " is " + game.text())
    game.push(step)
    done += 1
node = cost = 0
if hasattr(game, "score"):
    from lodeboard.games.search import Search
    game.reset()
    search = Search(game, game.score, 12)
    count = game.steps(out)
    search.begin(out, 0, count, 12)
    began = ticks_us()
    search.run({nodes})
    node = ticks_diff(ticks_us(), began) // {nodes}
    cost = game.cost
print("node", node, cost)
"""


class OnChip(NamedTuple):
    """`taken`: RAM of the rules' modules and a game, in bytes. `node_us`: microseconds for a node
    of the shared search; `cost`: the game's figure for a node. Both are 0 if it has its own
    search."""

    taken: int
    node_us: int
    cost: int

    def __str__(self) -> str:
        node = f", {self.node_us} us a node, {self.slice_ms:.0f} ms a tick" if self.cost else ""
        return f"{STEPS} steps, {self.taken:,} bytes{node}"

    @property
    def slice_ms(self) -> float:
        """Return the duration of a tick of thinking on the chip."""
        return _SLICE // self.cost * self.node_us / 1000 if self.cost else 0.0

    @property
    def fault(self) -> str:
        """Return what is wrong with these figures, or ""."""
        if self.slice_ms <= LONGEST_SLICE_MS:
            return ""
        nodes = int(1000 * LONGEST_SLICE_MS // self.node_us)  # at most in a tick
        cost = _SLICE // (nodes + 1) + 1
        return (
            f"a tick of thinking takes {self.slice_ms:.1f} ms on the chip, at most"
            f" {LONGEST_SLICE_MS:.0f} are allowed: set `cost` to {cost} or more"
        )


class ChipFault(Exception):
    """The game failed on the chip; the text is the traceback."""


def try_on_chip(name: str, rules: str, folder: Path = FIRMWARE) -> OnChip:
    """Import this game from the firmware in `folder` on a suitable emulated board, and make STEPS
    random steps. ChipFault, with MicroPython's traceback, if this fails."""
    files = dict(firmware.board_files(folder, profiles.of_game(name).name))
    del files[MAIN]
    chip = Chip(find_image(), files)
    piece = _PIECE.format(name=name, rules=rules, steps=STEPS, nodes=_NODES)
    try:
        said = chip.execute(piece, _LIMIT_MS)
    except ChipError as error:
        raise ChipFault(f"{host_game(name).title} on the emulated chip: {error}") from error
    return _figures(said)


def _figures(said: str) -> OnChip:
    """Read the figures in the output of _PIECE, in which the game may have printed, too."""
    found = {words[0]: words[1:] for line in said.splitlines() if (words := line.split())}
    return OnChip(int(found["taken"][0]), *map(int, found["node"]))
