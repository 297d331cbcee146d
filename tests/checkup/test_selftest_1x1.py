"""The self-test of a single cell on a bench, whose sensor hangs on the converter's pin."""

import pytest
from bench import Helper, Simulated

from host_tools.board.simulator.faults import Stuck
from host_tools.build import profiles
from host_tools.workshop.checkup.parts import FAULTY, OK
from host_tools.workshop.checkup.selftest import examine

PROFILE = profiles.profile("tile1x1")


@pytest.fixture
def bench():
    return Simulated(11, PROFILE)


def parts_of(bench):
    helper = Helper(bench, cells=["a1"])
    return examine(bench, PROFILE, helper, sleep=lambda _: None)


def test_a_whole_cell_is_whole_and_has_no_multiplexer(bench):
    parts = parts_of(bench)
    assert {part.verdict for part in parts} == {OK}
    kinds = {part.kind for part in parts}
    assert {"sensor", "LED", "button", "beeper", "flash"} <= kinds
    assert not {"multiplexer", "select line", "enable line"} & kinds
    (sensor,) = [part for part in parts if part.kind == "sensor"]
    assert sensor.numbers.rest_mv == pytest.approx(1650, abs=100)
    assert abs(sensor.numbers.tile_mv) == pytest.approx(PROFILE.signal_mv(True), rel=0.2)


@pytest.mark.parametrize("millivolts", [0.0, 3300.0])
def test_supply_and_ground_exchanged_is_a_faulty_sensor(bench, millivolts):
    bench.board.frontend.faults[0] = Stuck(millivolts)
    found = {part.verdict for part in parts_of(bench) if part.kind == "sensor"}
    assert found == {FAULTY}
