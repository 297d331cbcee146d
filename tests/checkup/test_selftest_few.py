"""The self-test of a few cells on a bench: a single one, whose sensor hangs on the converter's pin,
and the strips of one panel."""

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


def test_the_strips_of_one_panel_are_whole_and_a_dead_strip_is_named():
    profile = profiles.profile("strips2x2")
    cells = [profile.cell_name(cell) for cell in range(profile.cells)]

    def found(bench):
        return examine(bench, profile, Helper(bench, cells=cells), sleep=lambda _: None)

    assert {part.verdict for part in found(Simulated(11, profile))} == {OK}
    unplugged = Simulated(11, profile)
    for cell in (2, 3):
        unplugged.board.frontend.faults[cell] = Stuck(0.0)
    sensors = [part for part in found(unplugged) if part.kind == "sensor"]
    assert [part.name for part in sensors if part.verdict == FAULTY] == cells[2:]


@pytest.mark.parametrize("millivolts", [0.0, 3300.0])
def test_supply_and_ground_exchanged_is_a_faulty_sensor(bench, millivolts):
    bench.board.frontend.faults[0] = Stuck(millivolts)
    found = {part.verdict for part in parts_of(bench) if part.kind == "sensor"}
    assert found == {FAULTY}
