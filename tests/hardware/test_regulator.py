"""The loop of the sensors' regulator, a model by ngspice: what its phase margin depends on."""

import pytest

from hardware import regulator, released
from hardware.circuit.build import RELEASE
from hardware.circuit.design import Design, netlist
from hardware.circuit.sizes import needs_regulator

pytestmark = pytest.mark.hardware
GUIDE = " ".join((RELEASE.parent / "README.md").read_text(encoding="utf-8").split())


@pytest.fixture(scope="module")
def output():
    data = next(filter(needs_regulator, released.BOARDS))
    return regulator.capacitors(netlist(Design(data)))


@pytest.fixture(scope="module")
def ours(output):
    return regulator.margins(output)


@pytest.fixture(scope="module")
def makers():
    return regulator.margins(regulator.MAKERS)


def test_the_board_has_two_capacitors_at_its_regulator(output):
    assert (output.count, output.farads) == (2, pytest.approx(15.4e-6))
    assert output.others == pytest.approx((10 + 53 * 0.1) * 0.7e-6)


def test_where_the_margin_is_small_it_is_not_less_than_in_the_makers_own_circuit(ours, makers):
    assert len(ours) == 96
    for case, margin in ours.items():
        assert margin > min(makers[case], 40.0) - 2.0, case
    more = sorted(ours[case] - makers[case] for case in ours)
    assert more[len(more) // 2] > 5.0


def test_the_guide_has_the_models_margins(ours):
    least, most = min(ours.values()), max(ours.values())
    assert least > 5.0
    assert f"the margin is {least:.0f}° to {most:.0f}°" in GUIDE
    assert min(ours, key=ours.get)[2] >= 0.294, "least with all sensors"


def test_what_moves_the_margin(output):
    def margin(load=0.49, esr=0.003, pole=100e3, output=output):
        return regulator.margin_degrees(load, esr, pole, 70.0, output)

    usual = margin()
    assert margin(load=0.006) > usual + 20.0
    assert margin(esr=0.02) > usual + 20.0
    assert margin(pole=10e3) < usual - 5.0
    # A single pole alone: an amplifier without one of its own leaves 90 degrees.
    assert margin(load=0.006, esr=0.001, pole=100e6) == pytest.approx(90.0, abs=2.0)
