"""The level perfect of Four Field Kono on the chip: the same steps as on the computer, in time."""

import json

import pytest
from games.kono.positions import random_position

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware
from host_tools.games.kono.tables import build, proof
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import UNDECIDED

pytestmark = [pytest.mark.chip, pytest.mark.verify]

PERFECT = LEVELS["kono"].index("perfect")
CASES = 12
DECISION_MS = 3000
SLICE_MS = 60  # no light stands still for longer
TICK_MS = 20
SET_UP = """
import gc, json, time
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.ports.rp2 import Rp2Port
from lodeboard.system.loader import make_game, plugin
port = Rp2Port(Profile(DATA))
player, _ = plugin("kono").engine(port.budget.memory, port.store.table)

def choose(text, level):
    game = make_game("kono")
    game.load(text)
    player.start(game, level)
    slices = []
    gc.collect()
    settled = False
    while not settled:
        start = time.ticks_us()
        settled = player.run(port.budget.think_evals)
        slices.append(time.ticks_diff(time.ticks_us(), start))
    return [player.steps, player.nodes, slices, player.take_trouble()]
"""


@pytest.fixture(scope="module")
def chip():
    table = build.table_path()
    chip = Chip(find_image(), firmware.modules() | {f"data/{table.name}": table.read_bytes()})
    chip.execute(SET_UP)
    return chip


def test_the_same_steps_as_on_the_computer_in_time(chip):
    board = proof.BoardPlayer(build.table_path())
    found = 0
    for seed in range(CASES):
        board.game.load(random_position(seed, 8, 3))
        if board.game.verdict() != UNDECIDED:
            continue
        step = board.decide()
        said = chip.execute(f"print(json.dumps(choose({board.game.text()!r}, {PERFECT})))")
        steps, nodes, slices, trouble = json.loads(said)
        print(board.game.text(), nodes, [us // 1000 for us in slices])
        assert trouble == ""
        assert (steps, nodes) == ([step], board.estimates)
        assert max(slices) <= SLICE_MS * 1000
        assert sum(max(TICK_MS, us // 1000) + TICK_MS for us in slices) <= DECISION_MS
        found += 1
    assert found >= CASES // 2
