"""The board shows which way round a magnet is without a computer, as the build guide says: in the
screen that sets gains, with the magnet in the pocket of a tile."""

import pytest
from one_board import CELLS, PROFILE

from host_tools.hands.stage import Stage
from host_tools.scenario import script
from host_tools.scenario.runner import Runner
from host_tools.simulator.board import SimulatedBoard

STEPS = """# Magnets, one after another, in the screen that sets gains
start
press middle
press left 7 times
press right 4 times
press middle
expect put-U at a1
place u a1
expect sound mistake
expect mistake at a1
remove a1
expect put-U at a1
place U a1
expect sound accepted
expect lift at a1
remove a1
expect put-U at b1
place u b1
expect sound mistake
remove b1
press left
expect may-place everywhere
"""


@pytest.mark.parametrize("seed", [2, 3])
def test_south_down_is_accepted_and_north_down_refused(seed):
    steps = script.parse(STEPS, "the build guide", CELLS)
    Runner(Stage(SimulatedBoard(PROFILE, seed=seed))).run(steps)
