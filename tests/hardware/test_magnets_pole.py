"""The board shows which way round a magnet is without a computer, as the build guide says: in a
new game, with the magnet in the pocket of a tile."""

import pytest
from one_board import CELLS, PROFILE

from host_tools.board.hands.stage import Stage
from host_tools.board.scenario import script
from host_tools.board.scenario.runner import Runner
from host_tools.board.simulator.board import SimulatedBoard

STEPS = """# Magnets, one after another, in a new game
start
press middle
press left
press right
press middle
expect may-place everywhere
place u a1
expect sound mistake
expect mistake at a1
remove a1
expect may-place everywhere
place U a1
wait 100
expect may-lift at a1
press left
expect lift at a1
remove a1
expect may-place everywhere
place u b1
expect sound mistake
"""


@pytest.mark.parametrize("seed", [2, 3])
def test_south_down_is_accepted_and_north_down_refused(seed):
    steps = script.parse(STEPS, "the build guide", CELLS)
    Runner(Stage(SimulatedBoard(PROFILE, seed=seed))).run(steps)
