"""Scenarios of the 7x7 board: in the simulator, with the CircuitPython port, and on the chip."""

from pathlib import Path

import pytest
from many import later, rarely, seeds

from host_tools.board.hands.stage import Stage
from host_tools.board.scenario import script
from host_tools.board.scenario.runner import Runner
from host_tools.board.scenario.sequence import Sequences, differences
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.circuit import CircuitBoard
from host_tools.build import profiles

PROFILE = profiles.profile(Path(__file__).parent.name)
CELLS = [PROFILE.cell_name(cell) for cell in range(PROFILE.cells)]
FILES = sorted(Path(__file__).parent.glob("*.txt"))
LONG = ("magician_against_the_board", "magician_published_game")  # of board time
THINKS = "magician_against_the_board"  # for half a minute
SHORT = [later(path) if path.stem == THINKS else path for path in FILES]
# The port differs from the simulator's, not what plays on it.
WITH_CIRCUITPYTHON = ("magician_spells", "zeros_refused_with_a_tile")
CIRCUIT = [path if path.stem in WITH_CIRCUITPYTHON else rarely(path) for path in FILES]
# A whole game takes the emulated chip up to half an hour; some turns, spells and slips in the dark
# stand beside it.
RARE_ON_CHIP = (*LONG, "magician_pawns", "magician_slips", "magician_slips_in_spells")
ON_CHIP = [rarely(path) if path.stem in RARE_ON_CHIP else path for path in FILES]


def perform(board, one):
    """The sequences of lights of one scenario on one board."""
    stage = Stage(board)
    sequences = Sequences(stage)
    Runner(stage).run(one)
    return sequences


@pytest.mark.parametrize("path", SHORT, ids=lambda path: getattr(path, "stem", None))
def test_scenario(path):
    one = script.load(path, CELLS)
    assert one.title
    perform(SimulatedBoard(PROFILE, one.seed), one)


@pytest.mark.verify
@pytest.mark.parametrize("path", CIRCUIT, ids=lambda path: getattr(path, "stem", None))
def test_scenario_with_circuitpython(path):
    one = script.load(path, CELLS)
    perform(CircuitBoard(PROFILE, one.seed), one)


@pytest.mark.verify
@pytest.mark.parametrize("seed", seeds(0, 3, 31))
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_on_other_boards(path, seed):
    perform(SimulatedBoard(PROFILE, seed), script.load(path, CELLS))


@pytest.mark.verify
@pytest.mark.chip
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("path", ON_CHIP, ids=lambda path: getattr(path, "stem", None))
def test_scenario_shows_the_same_lights_on_the_chip(path):
    from host_tools.board.emulator.board import EmulatedBoard  # noqa: PLC0415 - needs the image

    one = script.load(path, CELLS)
    on_chip = perform(EmulatedBoard(PROFILE, one.seed), one)
    simulated = perform(SimulatedBoard(PROFILE, one.seed), one)
    found = differences(simulated, on_chip, CELLS)
    assert not found, "\n".join(["simulated, but on the chip:", *found])
