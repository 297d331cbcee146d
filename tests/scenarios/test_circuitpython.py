"""Every scenario file, on the simulated board with the CircuitPython port."""

from pathlib import Path

import pytest
from one_board import CELLS, PROFILE

from host_tools.hands.stage import Stage
from host_tools.scenario import script
from host_tools.scenario.runner import Runner
from host_tools.simulator.circuit import CircuitBoard

FILES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path):
    one = script.load(path, CELLS)
    Runner(Stage(CircuitBoard(PROFILE, seed=one.seed))).run(one)
