"""Every scenario file, on the simulated board with the CircuitPython port."""

from pathlib import Path

import pytest
from one_board import CELLS, PROFILE

from host_tools.hands.stage import Stage
from host_tools.scenario import script
from host_tools.scenario.runner import Runner
from host_tools.simulator.circuit import CircuitBoard

FILES = sorted(Path(__file__).parent.glob("*.txt"))
# What asks most of the port: a game against the board, a power cut and zeros; the rest later.
CHOSEN = (
    "cut_at_journal_rename",
    "first_move_answered",
    "zeros_refused_with_a_tile",
)
PATHS = [
    pytest.param(path, marks=[] if path.stem in CHOSEN else pytest.mark.verify, id=path.stem)
    for path in FILES
]


@pytest.mark.parametrize("path", PATHS)
def test_scenario(path):
    one = script.load(path, CELLS)
    Runner(Stage(CircuitBoard(PROFILE, seed=one.seed))).run(one)
