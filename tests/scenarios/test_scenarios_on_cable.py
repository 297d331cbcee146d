"""Scenarios that need no power switch, unchanged, over the serial port of an emulated chip: through
the cable, with injected magnets, compared with the simulator's lights."""

import functools

import pytest
from many import rarely
from one_board import CELLS, PROFILE
from scenarios.scripts import ON_CABLE, SCRIPTS, stem

from host_tools.board.device import stash
from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.serialport import SerialPort
from host_tools.board.scenario import rig, script
from host_tools.board.scenario.oncable import on_cable, why_not
from host_tools.board.scenario.outcome import PASSED

pytestmark = [pytest.mark.chip, pytest.mark.timeout(1800)]

EACH = [one if stem(one) in ON_CABLE else rarely(one) for one in SCRIPTS if not why_not(one)]
SHORT = """
start
press middle
press left
press right
press middle
expect may-place everywhere
place U b2
expect may-lift at b2
press left
expect sound taken-back
"""


@pytest.fixture(scope="module")
def port():
    board = EmulatedBoard(PROFILE, 3)
    board.plug(False)
    board.boot()
    with SerialPort(board.chip, board.advance, hurry=True) as port:
        port.wait(200)
        yield port


def check(port, one):
    make = functools.partial(on_cable, PROFILE, port.path)
    done = rig.perform(one, one.seed, PROFILE, make, "", verbose=False)
    assert (done.status, done.differences) == (PASSED, []), done.why


@pytest.mark.verify
def test_a_scenario_over_the_port_and_the_board_as_it_was(port):
    with port.held() as chip:
        before = {name: data for name, data in chip.files().items() if name.startswith("data/")}
    check(port, script.parse(SHORT, "short", CELLS))
    assert stash.restore(port.path)
    with port.held() as chip:
        after = {name: data for name, data in chip.files().items() if name.startswith("data")}
    assert after == before


@pytest.mark.verify
@pytest.mark.parametrize("one", EACH, ids=lambda one: getattr(one, "name", None))
def test_every_scenario_without_a_power_switch(port, one):
    check(port, one)
