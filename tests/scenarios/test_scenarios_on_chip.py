"""Every scenario file, unchanged, on the official MicroPython on an emulated RP2040: it goes
as it says, and every cell's light means the same, in the same order, as in the simulator."""

import pytest
from many import rarely
from one_board import CELLS, PROFILE
from scenarios.scripts import ON_CABLE, SCRIPTS, WHOLE, stem

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.chip import STACK_BYTES
from host_tools.board.hands.stage import Stage
from host_tools.board.scenario import script
from host_tools.board.scenario.runner import Runner
from host_tools.board.scenario.sequence import Sequences, differences
from host_tools.board.simulator.board import SimulatedBoard
from lodeboard.games.flip.player import LEVELS
from lodeboard.storage.settings import Settings

pytestmark = [
    pytest.mark.chip,
    pytest.mark.timeout(1800),
    pytest.mark.verify,
]

MOST_STACK = STACK_BYTES - 1024  # see test_stack.py
STRONGEST = f"""
start
press middle
press left 3 times
press right {len(LEVELS) - 1 - Settings().level} times
expect menu-chosen at {CELLS[PROFILE.cells // 2 + len(LEVELS) - 1]}
press middle
expect may-place everywhere
never mistake
play random 5
expect may-place nowhere
"""


def perform(board, one):
    """The sequences of lights of one scenario on one board."""
    stage = Stage(board)
    sequences = Sequences(stage)
    Runner(stage).run(one)
    return sequences


def check(one):
    """It runs on both boards, and shows the same; nested calls leave room on the chip's stack."""
    board = EmulatedBoard(PROFILE, one.seed)
    on_chip = perform(board, one)
    assert board.chip.stack_used <= MOST_STACK
    simulated = perform(SimulatedBoard(PROFILE, one.seed), one)
    found = differences(simulated, on_chip, CELLS)
    assert not found, "\n".join(["simulated, but on the chip:", *found])


@pytest.mark.parametrize(
    "one",
    [rarely(one) if stem(one) in (*WHOLE, *ON_CABLE) else one for one in SCRIPTS if not one.rolls],
    ids=stem,
)
def test_every_scenario_shows_the_same_lights_on_the_chip(one):
    check(one)


def test_a_whole_game_against_the_strongest_level():
    check(script.parse(f"board seed 21\n{STRONGEST}", "against the strongest", CELLS))
