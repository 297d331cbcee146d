"""The 7x7 board: rules, files to order, current. Its tracks are those kept in hardware/release."""

import copy
from math import hypot

import pcbnew
import pytest

from hardware.build import kept_board
from hardware.circuit import parts
from hardware.circuit.design import Design, nets_of, rules_report
from hardware.circuit.power import CHARGER_MA, LIMIT_MA, currents, draw
from hardware.pcb import check, fabrication
from hardware.pcb.board import ORIGIN, kept_routes, least_width, make_board
from host_tools.build import profiles
from tests.hardware.placing import bare_holes, check_places

pytestmark = pytest.mark.hardware
DATA = profiles.data("tile7x7")
WARNINGS = {"pin1_marker_missing": 98}  # of the second checker: see test_pcb.py


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    path = tmp_path_factory.mktemp("seven") / "tile7x7.kicad_pcb"
    return make_board(DATA, path, kept_routes(kept_board(DATA), DATA)), path


def test_electrical_rules_find_nothing():
    assert rules_report(Design(DATA)) == (0, 0)


def test_kicads_rules_find_nothing(built):
    report = check.design_rules(built[1])
    assert (report.violations, report.unconnected) == (0, 0), report.text


def test_kept_tracks_that_do_not_fit_the_board_are_noticed(tmp_path):
    """With a smaller board, which takes less time."""
    data = profiles.data("tile4x4")
    other = copy.deepcopy(data)
    other["leds"]["order"] = tuple(reversed(data["leds"]["order"]))
    path = tmp_path / "other.kicad_pcb"
    make_board(other, path, kept_routes(kept_board(data), data))
    report = check.design_rules(path)
    assert report.violations or report.unconnected


def test_a_fabs_rules_find_no_error(built):
    report = check.fab_rules(built[1])
    assert report.errors == 0, report.text
    assert report.warnings == WARNINGS, report.text


def test_the_files_to_order_have_the_netlists_pads_and_the_cases_holes(built, tmp_path):
    made, path = built
    archive = tmp_path / "gerber.zip"
    fabrication.pack(fabrication.plot(pcbnew.LoadBoard(str(path)), tmp_path / "gerber"), archive)
    flashed = check.gerber_pads(archive)
    for part in made.parts:
        for number, net in part.nets.items():
            assert {pad[2] for pad in flashed[part.ref, number]} == {net}, (part.ref, number)
    assert sorted(check.holes(archive)["bare"]) == bare_holes(made.dimensions)


def test_every_part_is_on_the_board_off_the_walls_and_low_enough(built):
    check_places(built[0])


def test_pads_of_a_cell_are_inside_its_funnel(built):
    """The grid's blocks between the funnels stand on the board."""
    made, _ = built
    cells = made.dimensions.cells()
    reach = [0.0]
    for part in (part for part in made.parts if part.cell >= 0):
        x, y = cells[part.cell]
        for pad in made.board.FindFootprintByReference(part.ref).Pads():
            box = pad.GetBoundingBox()
            across = [edge / 1e6 - ORIGIN[0] - x for edge in (box.GetLeft(), box.GetRight())]
            along = [edge / 1e6 - ORIGIN[1] - y for edge in (box.GetTop(), box.GetBottom())]
            reach.append(hypot(max(map(abs, across)), max(map(abs, along))))
    assert 12.0 < max(reach) < made.dimensions.funnel / 2 - 0.5


def test_the_sensors_have_a_supply_of_their_own_that_is_the_converters_reference(built):
    nets = nets_of(built[0].parts)
    pins = {(part.ref, number): (part.kind, name)
            for part in built[0].parts for number, name, _ in part.kind.pins}  # fmt: skip
    on = [pins[end] for end in nets["+3V3A"]]
    assert on.count((parts.SENSOR, "VCC")) == 49
    assert (parts.REGULATOR, "VO") in on
    assert (parts.PICO, "ADC_VREF") in on
    assert (parts.PICO, "3V3") not in on


def test_a_multiplexer_is_off_until_the_firmware_switches_it_on(built):
    """A pin of a chip that has just started is pulled down by 50 kohm at least, which alone would
    switch all of them on; HC logic takes 70 % of its supply for high."""
    nets = nets_of(built[0].parts)
    kinds = {part.ref: part.kind for part in built[0].parts}
    pulls = [part for part in built[0].parts if part.kind is parts.R_PULL]
    assert {part.nets["1"] for part in pulls} == {"+3V3A"}
    muxes = [part for part in built[0].parts if part.kind is parts.MUX]
    enable = next(number for number, name, _ in parts.MUX.pins if name == "~{E}")
    for mux in muxes:
        on_net = [kinds[ref] for ref, _ in nets[mux.nets[enable]]]
        assert sorted(kind.name for kind in on_net) == ["mux", "pico", "resistor 10k"]
    assert len(pulls) == len(muxes) == 4
    assert 50 / (50 + 10) > 0.7


def test_a_test_point_has_the_sensors_supply(built):
    names = [part.role for part in built[0].parts if part.kind is parts.TEST_POINT]
    assert names == ["VBUS", "+5V", "+3V3", "GND", "ADC", "LED_DATA", "+3V3A"]


def test_current_stays_within_a_supply_of_one_ampere():
    taken = draw(DATA)
    assert (taken.leds, taken.sensors) == (DATA["leds"]["budget_ma"], 49 * 10)
    assert draw(DATA, most=False).sensors == 49 * 6
    assert DATA["leds"]["budget_ma"] < LIMIT_MA[0]
    assert taken.total > 500, "if a computer's port is enough, the guide should say so"
    assert taken.fault <= taken.needs_ma == CHARGER_MA


def test_a_board_that_draws_more_than_its_supply_is_noticed():
    other = copy.deepcopy(DATA)
    other["rows"] = 8
    with pytest.raises(ValueError, match="mA"):
        _ = draw(other).needs_ma


def test_tracks_carry_their_currents(built):
    flows = currents(DATA)
    supplies = [track for track in built[0].routes.tracks if track.net in flows]
    assert {track.net for track in supplies} == set(flows)
    for track in supplies:
        assert track.width >= least_width(flows[track.net], rise_kelvin=15.0), track
