"""Each board against its circuits' data sheets: capacitors, distances, heat, highest voltages."""

import zipfile
from dataclasses import replace
from math import hypot
from types import SimpleNamespace

import pcbnew
import pytest

from hardware import analogue
from hardware.build import kept_board
from hardware.circuit import datasheets, parts
from hardware.circuit.build import RELEASE
from hardware.circuit.design import Design, netlist
from hardware.circuit.power import (
    JUNCTION_MOST_C,
    SENSOR_MA,
    USB_MOST_V,
    junction_c,
    regulator_watts,
)
from hardware.dimensions import Box, Dimensions
from hardware.pcb.board import ORIGIN, kept_routes
from hardware.pcb.drop import lost_volts
from hardware.pcb.geometry import Hole, Routes, Track
from hardware.pcb.placement import heat_spreader
from hardware.released import BOARDS, DATA
from hardware.strips.build import KEPT
from hardware.strips.circuit import NAME
from hardware.strips.panel import pieces
from lodeboard.boards.profile import Profile

pytestmark = pytest.mark.hardware
ROOM_K = 5.0  # of the junction below its limit
GUIDE = " ".join((RELEASE.parent / "README.md").read_text(encoding="utf-8").split())


@pytest.fixture(scope="module", params=[*BOARDS, None], ids=[*(d["name"] for d in BOARDS), NAME])
def board(request, tmp_path_factory):
    data = request.param or DATA
    archive = kept_board(data) if request.param else KEPT
    with zipfile.ZipFile(archive) as packed:
        name = archive.name.replace("-kicad.zip", ".kicad_pcb")
        path = packed.extract(name, tmp_path_factory.mktemp("board"))
    made = netlist(Design(data)) if request.param else panel_parts()
    return SimpleNamespace(data=data, parts=made, pcb=pcbnew.LoadBoard(path))


def panel_parts():
    """The parts of the panel of strips: of nets other than ground each piece has its own."""
    return [
        replace(part, nets={pin: net if net == "GND" else f"{piece.name}/{net}"
                            for pin, net in part.nets.items()})
        for piece in pieces() for part in netlist(piece.design)
    ]  # fmt: skip


def pad_at(board, ref, number):
    at = board.pcb.FindFootprintByReference(ref).FindPadByNumber(number).GetPosition()
    return at.x / 1e6 - ORIGIN[0], at.y / 1e6 - ORIGIN[1]


def capacitors(board, net):
    """Kind and middle of the pad on this net of each capacitor to ground."""
    for part in board.parts:
        if part.kind in datasheets.FARADS and set(part.nets.values()) == {net, "GND"}:
            number = next(number for number, on in part.nets.items() if on == net)
            yield part.kind, pad_at(board, part.ref, number)


def microfarads(board, part, rule):
    """What lies within the rule's distance of that part's pin, as it counts at voltage."""
    number = next(number for number, name, _ in part.kind.pins if name == rule.pin)
    x, y = pad_at(board, part.ref, number)
    found = 0.0
    for kind, (other_x, other_y) in capacitors(board, part.nets[number]):
        if hypot(other_x - x, other_y - y) <= rule.within_mm:
            kept = datasheets.KEEPS_AT_VOLTAGE if kind in datasheets.CERAMIC[1:] else 1.0
            found += datasheets.FARADS[kind] * 1e6 * kept
    return found


@pytest.mark.parametrize("rule", datasheets.BYPASSES, ids=lambda r: f"{r.kind.name}-{r.pin}")
def test_a_supply_pin_has_its_capacitor_nearby(board, rule):
    # The input capacitor of a regulator is the value printed on it.
    need = rule.microfarads * (datasheets.KEEPS_AT_VOLTAGE if rule.pin == "VI" else 1.0)
    for part in (part for part in board.parts if part.kind is rule.kind):
        assert microfarads(board, part, rule) >= need - 1e-9, (part.ref, rule.source)


def test_every_circuit_has_rows():
    circuits = {k.name for k in parts.KINDS if k.letter in ("U", "D")}
    assert circuits == {rule.kind.name for rule in datasheets.BYPASSES}
    assert circuits - {"led"} == {rule.kind.name for rule in datasheets.MOST}


@pytest.mark.parametrize("microfarad", [0, 10], ids=["4x4", "7x7"])
def test_no_part_sees_more_than_it_bears_when_the_cable_is_plugged_in(microfarad):
    peak = analogue.plugged_in_peak_v(USB_MOST_V, microfarad)
    assert USB_MOST_V < peak < min(rule.volts for rule in datasheets.MOST)


def test_the_regulator_and_what_may_replace_it_allow_ceramic_capacitors():
    kinds = {parts.REGULATOR.part, *parts.REGULATOR.alternates}
    assert kinds == set(datasheets.CERAMIC_ALLOWED)


def test_the_limiters_resistor_is_within_its_range():
    least, most, _ = datasheets.LIMIT_OHM
    assert least <= float(parts.R_LIMIT.value.rstrip("k")) * 1e3 <= most


def poured(board, net, layer):
    """Filled area of a net's zone on a layer in mm2."""
    return sum(
        zone.GetFilledArea() / 1e12
        for zone in board.pcb.Zones()
        if zone.GetNetname() == net and zone.IsOnLayer(layer) and zone.CalculateFilledArea() >= 0
    )


def test_the_regulator_stays_cool_enough_in_a_warm_room(board):
    regulators = [part for part in board.parts if part.kind is parts.REGULATOR]
    for part in regulators:
        front = poured(board, part.nets["2"], pcbnew.F_Cu)
        assert poured(board, part.nets["2"], pcbnew.B_Cu) >= 600.0
        hottest = junction_c(board.data, front)
        assert hottest <= JUNCTION_MOST_C - ROOM_K, front
        assert f"turns at most {regulator_watts(board.data):.1f} W into heat" in GUIDE
        assert f"lies on {front / 100:.1f} cm2 of copper on each side" in GUIDE
        assert f"In a room of 40 °C its junction reaches {hottest:.0f} °C" in GUIDE
        assert junction_c(board.data, 35.0) > JUNCTION_MOST_C, "without copper it would be too hot"


def test_the_sensors_far_from_the_regulator_lose_little(board):
    """Half of it shifts a sensor's zero, which is measured; its reading shrinks by its share of
    3.3 V."""
    regulated = [part for part in board.parts if part.kind is parts.REGULATOR]
    if not regulated:
        return
    net, sizes = regulated[0].nets["2"], Dimensions(Profile(board.data))
    corner, copper = sizes.board, heat_spreader(sizes)
    source = Box(copper.x0 - corner.x0, copper.y0 - corner.y0,
                 copper.x1 - corner.x0, copper.y1 - corner.y0)  # fmt: skip
    loads = {}
    for part in board.parts:
        if part.kind is parts.SENSOR:
            x, y = pad_at(board, part.ref, "1")
            loads[round(x - corner.x0, 4), round(y - corner.y0, 4)] = SENSOR_MA[True] / 1000
    routes = kept_routes(kept_board(board.data), board.data)
    lost = lost_volts(routes, net, source, loads)
    assert len(lost) == len(loads)
    # 1 % of 3.3 V: less than the sensors' own tolerance.
    assert 0.005 < max(lost.values()) < 0.036, max(lost.values())
    assert f"the farthest sensor lose {1000 * max(lost.values()):.0f} mV at most" in GUIDE


def test_volts_lost_in_a_track_with_a_branch():
    tracks = [Track("S", 0, 0, 0, 100, 0, 1.0), Track("S", 0, 50, 0, 50, 20, 0.5)]
    tracks += [Track("S", 1, 100, 0, 100, 10, 1.0), Track("S", 0, 100, 10, 101, 10, 1.0)]
    vias = [Hole("S", 100, 0, 0.4), Hole("S", 100, 10, 0.4)]
    loads = {(50, 20): 0.1, (101, 10): 0.2}
    lost = lost_volts(Routes(tracks, vias), "S", Box(-1, -1, 1, 1), loads)
    square = 0.0172 / 35
    trunk = 50 * square * 0.3
    assert lost[50, 20] == pytest.approx(trunk + 40 * square * 0.1)
    assert lost[101, 10] == pytest.approx(trunk + (50 + 10 + 1) * square * 0.2 + 2 * 0.0012 * 0.2)
    with pytest.raises(ValueError, match="no track"):
        lost_volts(Routes(tracks, vias), "S", Box(-1, -1, 1, 1), {(70, 30): 0.1})
