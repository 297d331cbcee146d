"""The board of strips: its circuit is that of the 4x4 board, its panel is one that fabs make."""

import csv
import re
import zipfile
from dataclasses import replace
from math import hypot

import pcbnew
import pytest
from one_board import DATA, PROFILE

from hardware.circuit import parts
from hardware.circuit.build import RELEASE
from hardware.circuit.design import Design, netlist, nets_of, rules_report
from hardware.circuit.power import currents
from hardware.dimensions import RELEASED, Dimensions
from hardware.pcb import check
from hardware.pcb.board import ORIGIN, least_width
from hardware.released import STRIPS as TWO
from hardware.strips import join, layout
from hardware.strips.build import CABLES, KEPT, PANELS, bill_rows
from hardware.strips.circuit import NAME, STRIPS, Buttons, Head, Strip, assembled, ground_mv
from hardware.strips.panel import kept_panel, make_panel, outline
from lodeboard.boards.profile import Profile
from tests.hardware.test_circuit import pins_differ

pytestmark = pytest.mark.hardware

JOINING = (parts.CABLE, parts.BUTTON_CABLE, parts.JUMPER, parts.HEADER)
KIND = {parts.PICO: parts.PICO_H}  # on the head in place of it


def joints(placed):
    """Each net as the pins on it, by what their parts are for."""
    names = {part.ref: (KIND.get(part.kind, part.kind).name, part.role, part.cell)
             for part in placed if part.kind not in JOINING}  # fmt: skip
    nets = [
        frozenset((*names[ref], pin) for ref, pin in ends if ref in names)
        for ends in nets_of(placed).values()
    ]
    return {net for net in nets if len(net) > 1}


def without_ends(placed):
    """The parts without nets that lead from one part to nothing but sockets."""
    ends = {net for net, pins in nets_of(placed).items()
            if sum(part.kind not in JOINING for part in placed
                   for pin in part.nets if (part.ref, pin) in pins) < 2}  # fmt: skip
    return [
        replace(part, nets={pin: net for pin, net in part.nets.items() if net not in ends})
        for part in placed
    ]


@pytest.mark.parametrize("piece", [Strip, Head, Buttons])
def test_electrical_rules_find_nothing(piece):
    assert rules_report(piece()) == (0, 0)


def test_together_they_are_the_4x4_board():
    made, board = without_ends(assembled()), netlist(Design(DATA))
    assert pins_differ(made, DATA) == []
    assert joints(made) == joints(board)


def test_the_strips_of_one_panel_are_the_board_of_their_profile():
    made = without_ends(assembled(TWO))
    assert pins_differ(made, TWO) == []
    assert sum(part.kind is parts.CABLE for part in made) == 4 + 2 * Profile(TWO).cells // 2
    assert Profile(TWO).cells <= STRIPS * 2


def test_a_cable_turned_round_exchanges_no_supply():
    names = parts.CABLE_PINS
    for name, other in zip(names, names[::-1], strict=True):
        assert name == other or not {name, other} & {"GND", "+5V", "+3V3"}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_panel(tmp_path_factory.mktemp("panel") / f"{NAME}.kicad_pcb", kept_panel(KEPT))


@pytest.fixture(scope="module")
def path(made, tmp_path_factory):
    with zipfile.ZipFile(KEPT) as archive:
        return tmp_path_factory.mktemp("kept") / archive.extract(
            f"{NAME}.kicad_pcb", tmp_path_factory.mktemp("kept")
        )


def test_kicads_rules_find_nothing(path):
    report = check.design_rules(path)
    assert (report.violations, report.unconnected) == (0, 0), report.text


def test_a_fabs_rules_find_no_error(path):
    report = check.fab_rules(path)
    assert report.errors == 0, report.text
    # It looks for a mark at an LED's pin 1, and at the Pico's outside its outline.
    assert set(report.warnings) <= {
        "pin1_marker_missing", "pin1_marker_obscured", "silk_edge_clearance"
    }  # fmt: skip


@pytest.mark.routing
@pytest.mark.timeout(900)
def test_the_router_finds_the_tracks_that_were_kept(tmp_path, path):
    make_panel(tmp_path / path.name)
    assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_the_panel_is_of_the_cheapest_size_and_each_piece_breaks_off(made):
    whole = outline()
    x0, y0, x1, y1 = whole.bounds
    assert max(x1 - x0, y1 - y0) <= 100.0
    assert len(made.pieces) == STRIPS + 2
    edges = [d for d in made.board.GetDrawings() if d.GetLayer() == pcbnew.Edge_Cuts]
    assert sum(d.GetLength() for d in edges) / 1e6 == pytest.approx(whole.length)
    holes = [pad for pad in made.board.GetPads() if pad.GetAttribute() == pcbnew.PAD_ATTRIB_NPTH]
    at = [(p.GetPosition().x / 1e6 - ORIGIN[0], p.GetPosition().y / 1e6 - ORIGIN[1]) for p in holes]
    for tab in layout.tabs():
        for bite in layout.bites(tab):
            assert min(hypot(x - bite[0], y - bite[1]) for x, y in at) < 1e-3


def test_a_strip_has_the_cells_of_the_circuit_board(made):
    """Sensors and LEDs of all strips in their places on the assembled board."""
    cells, leds = RELEASED.cells(), Dimensions(PROFILE).leds()
    found_cells, found_leds = [], []
    for row in range(PROFILE.rows):
        for seat in join.strips(row):
            turn = -1 if seat.ends[0][0] > seat.ends[1][0] else 1
            for part in netlist(made.pieces[2].design):
                place = made.places[part.ref]
                x, y = layout.STRIP.centre
                middle = seat.box.centre
                spot = (middle[0] + turn * (place.x - x), middle[1] + turn * (place.y - y))
                if part.kind is parts.SENSOR:
                    found_cells.append(spot)
                elif part.kind is parts.LED:
                    found_leds.append(spot)
    for wanted, found in ((cells, found_cells), (leds, found_leds)):
        assert sorted(tuple(round(v, 3) + 0.0 for v in spot) for spot in found) == sorted(wanted)
    for part in made.parts:
        if part.kind.fitted and part.ref[1:] > "100" and part.ref[-3:].isdigit():
            assert part.kind.height_mm <= RELEASED.low_parts, part.ref


def test_pico_buttons_and_screw_lie_where_the_case_has_them(made):
    head, buttons = join.head(), join.buttons()
    off = (head.box.x0 - layout.HEAD_BOX.x0, head.box.y0 - layout.HEAD_BOX.y0)
    assert (layout.SCREW[0] + off[0], layout.SCREW[1] + off[1]) in RELEASED.holes()
    off = (buttons.box.x0 - layout.BUTTON_BOX.x0, buttons.box.y0 - layout.BUTTON_BOX.y0)
    switches = [part for part in made.parts if part.kind is parts.BUTTON]
    for part, (x, y) in zip(switches, RELEASED.buttons(), strict=True):
        pads = made.board.FindFootprintByReference(part.ref).Pads()
        spots = [pad.GetPosition() for pad in pads]
        middle = (sum(at.x for at in spots) / len(spots) / 1e6 - ORIGIN[0] + off[0],
                  sum(at.y for at in spots) / len(spots) / 1e6 - ORIGIN[1] + off[1])  # fmt: skip
        assert middle == pytest.approx((x, y), abs=0.01)


def test_tracks_carry_their_currents(made):
    flows = currents(DATA)
    for routes in made.routes.values():
        for track in routes.tracks:
            if track.net in flows:
                assert track.width >= least_width(flows[track.net]), track


def test_each_cable_is_long_enough():
    lengths = sorted(
        int(re.search(r"(\d+) mm$", name.replace(" (Qwiic)", ""))[1])
        for count, name, _, _ in CABLES for _ in range(count)
    )  # fmt: skip
    ways = sorted(hypot(a[0] - b[0], a[1] - b[1]) for a, b in join.cables())
    assert len(lengths) == len(ways)
    assert all(way + 20.0 <= length for way, length in zip(ways, lengths, strict=True))


def test_parts_land_on_their_pads_and_are_ordered_once(made):
    pads = check.gerber_pads(RELEASE / f"{NAME}-gerber.zip")
    soldered = sorted(p.ref for p in made.parts if p.kind.fitted and not p.kind.hand)
    for bom, places in (("jlcpcb-bom", "jlcpcb-cpl"), ("pcbway-bom", "pcbway-centroid")):
        listed, placed = (
            list(csv.DictReader((RELEASE / f"{NAME}-{name}.csv").open(encoding="utf-8")))
            for name in (bom, places)
        )
        assert sorted(ref for row in listed for ref in row["Designator"].split(",")) == soldered
        assert sorted(row["Designator"] for row in placed) == soldered
        assert [row for row in (*listed, *placed) if not all(row.values())] == [], "a blank"
        for row in placed:
            at = [p[:2] for key, flashed in pads.items() if key[0] == row["Designator"]
                  for p in flashed]  # fmt: skip
            if row["Designator"].startswith("J"):
                continue  # its pads are not around its middle
            for axis, middle in ((0, float(row["Mid X"])), (1, -float(row["Mid Y"]))):
                ends = [pad[axis] for pad in at]
                assert (min(ends) + max(ends)) / 2 == pytest.approx(middle, abs=0.05), row


def test_what_has_no_number_of_the_fab_says_what_to_search_for_as_the_guide_does():
    with (RELEASE / f"{NAME}-jlcpcb-bom.csv").open(encoding="utf-8") as file:
        words = [row["LCSC"] for row in csv.DictReader(file)]
    (without,) = [word for word in words if not re.fullmatch(r"C\d+", word)]
    assert without == "search SM12B-SRSS-TB"
    guide = " ".join((RELEASE.parent / "README.md").read_text(encoding="utf-8").split())
    assert "search for `SM12B-SRSS-TB`, and compare" in guide


def test_a_dot_lies_at_each_mark(made):
    dots = []
    for item in made.board.GetDrawings():
        if item.GetClass() == "PCB_SHAPE" and item.IsOnLayer(pcbnew.F_SilkS) and item.IsFilled():
            dots.append(item.GetPosition())
    marked = [part for part in made.parts if part.kind.mark]
    assert len(dots) == len(marked)
    used = set()
    for part in marked:
        footprint = made.board.FindFootprintByReference(part.ref)

        def away(pad, dot):
            at = pad.GetPosition()
            return hypot(at.x - dot.x, at.y - dot.y)

        pad = footprint.FindPadByNumber(part.kind.mark)
        # Left of the Pico's pin 1 is the dot of a cable's socket.
        near = [d for d in dots if part.kind is not parts.PICO_H or d.x > pad.GetPosition().x]
        dot = min(near, key=lambda dot, pad=pad: away(pad, dot))
        assert away(pad, dot) <= 2.5e6, part.ref
        others = [p for p in footprint.Pads() if str(p.GetNumber()) not in (part.kind.mark, "")]
        assert all(away(other, dot) > away(pad, dot) for other in others), part.ref
        used.add((dot.x, dot.y))
    assert len(used) == len(marked)


def test_a_board_of_strips_is_bought_whole():
    counts = {row[5]: row[0] for row in bill_rows()}
    board = netlist(Design(DATA))
    for kind in {part.kind for part in board if part.kind.fitted}:
        bought = counts[KIND.get(kind, kind).part]
        assert bought == sum(part.kind is kind for part in board), kind.name
    assert counts[parts.SOCKET.part] == 2
    assert PROFILE.cells <= STRIPS * PANELS * 2


def test_the_guide_says_what_the_code_has():
    guide = " ".join((RELEASE.parent / "README.md").read_text(encoding="utf-8").split())
    far = (150.0, 100.0)
    sensors = PROFILE.columns * 10
    lifted = ground_mv(DATA["leds"]["budget_ma"] + sensors, far)
    assert f"lifts that strip's ground by {lifted:.0f} mV" in guide
    assert "In each row the strip at the left end has an empty socket" in guide
    assert {x for x, _ in join.closed()} == {layout.STRIP.x0}
    for row in range(PROFILE.rows):
        empty = join.closed()[row]
        ends = [seat.ends for seat in join.strips(row)]
        assert empty == (ends[-1][1] if row in (1, 3) else ends[0][0])
