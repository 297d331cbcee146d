"""Marks for the orientation of parts, for a fab and for hand assembly: on the board, and in the
files for two fabs.

Read from the files in hardware/release, which test_release.py compares with the code.
"""

import csv
import re
import zipfile
from itertools import pairwise
from math import cos, hypot, radians, sin
from types import SimpleNamespace

import pcbnew
import pytest

from hardware.circuit import parts
from hardware.circuit.build import RELEASE
from hardware.circuit.design import Design, netlist
from hardware.dimensions import LED_BODY, PICO_SIZE, Dimensions
from hardware.pcb import check
from hardware.pcb.board import DOT, ORIGIN
from hardware.pcb.fabrication import correction
from hardware.pcb.footprints import BARE
from hardware.pcb.measure import measures
from hardware.released import BOARDS
from lodeboard.boards.profile import Profile

pytestmark = pytest.mark.hardware
# Where pin 1 lies in a part's own position at 0 degrees, x right, y up: in KiCad, and as parts of
# that package lie on JLCPCB's reels.
KICAD, ON_REEL = (
    {"SOT-23": (-1, 1), "SOT-223": (-1, 1), "SOIC": (-1, 1), "LED": (-1, 1), "CP": (-1, 0),
     "Pico": (-1, 1)},
    {"SOT-23": (1, -1), "SOT-223": (1, -1), "SOIC": (-1, -1), "LED": (-1, 1), "CP": (-1, 0),
     "Pico": (-1, -1)},
)  # fmt: skip
WITHOUT_POLES = ("R_", "C_", "SW_", "Buzzer")
FRONT = pcbnew.F_Cu


@pytest.fixture(scope="module", params=BOARDS, ids=lambda data: data["name"])
def released(request, tmp_path_factory):
    data = request.param
    name = data["name"]
    folder = tmp_path_factory.mktemp(name)
    with zipfile.ZipFile(RELEASE / f"{name}-kicad.zip") as archive:
        board = pcbnew.LoadBoard(archive.extract(f"{name}.kicad_pcb", folder))
    return SimpleNamespace(
        name=name,
        board=board,
        parts=netlist(Design(data)),
        box=Dimensions(Profile(data)).board,
        pads=check.gerber_pads(RELEASE / f"{name}-gerber.zip"),
    )


def rows(released, file):
    with (RELEASE / f"{released.name}-{file}.csv").open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def place(item):
    at = item.GetPosition()
    return at.x / 1e6 - ORIGIN[0], at.y / 1e6 - ORIGIN[1]


def silk(released, kind):
    return [
        item
        for item in released.board.GetDrawings()
        if item.GetClass() == kind and item.GetLayer() == pcbnew.F_SilkS
    ]


def dots(released):
    shapes = silk(released, "PCB_SHAPE")
    return [place(shape) for shape in shapes if shape.IsFilled()]


def room(pad, x, y):
    """From a point to the edge of a pad, in mm."""
    box = pad.GetBoundingBox()
    at_x, at_y = place(pad)
    beside = max(abs(x - at_x) - box.GetWidth() / 2e6, 0.0)
    return hypot(beside, max(abs(y - at_y) - box.GetHeight() / 2e6, 0.0))


def test_whatever_can_be_turned_has_its_mark():
    turned = [k for k in parts.KINDS if len(k.pins) > 3 and k is not parts.HEADER]
    assert {k.name for k in turned} == {k.name for k in parts.KINDS if k.mark}
    assert {n: name for n, name, _ in parts.LED.pins}[parts.LED.mark] == "VSS"
    assert not any("SK6812" in other for other in parts.LED.alternates), "its cut corner is another"


def test_a_dot_lies_at_each_mark_and_clear_of_all_pads(released):
    pads = [pad for pad in released.board.GetPads() if pad.IsOnCopperLayer()]
    found = []
    for x, y in dots(released):
        near = {}
        for pad in sorted(pads, key=lambda pad: room(pad, x, y)):
            pin = (pad.GetParent().GetReference(), str(pad.GetNumber()))
            near.setdefault(pin, room(pad, x, y))
        (own, gap), (_, next_gap) = list(near.items())[:2]
        assert gap >= DOT / 2 + 0.15
        assert next_gap > gap + 0.2, "between two pins"
        assert released.box.holds(x, y, room=DOT / 2 + 0.3)
        found.append(own)
    assert sorted(found) == sorted((p.ref, p.kind.mark) for p in released.parts if p.kind.mark)


def test_an_leds_dot_is_outside_its_cut_corner_away_from_the_capacitor(released):
    at = {p.ref: place(released.board.FindFootprintByReference(p.ref)) for p in released.parts}
    # The capacitor of an LED comes next in the netlist.
    caps = dict(pairwise(p.ref for p in released.parts))
    words = [place(text) for text in silk(released, "PTEXT") if text.GetText() == "CUT"]
    marks = dots(released)
    leds = [p for p in released.parts if p.kind is parts.LED]
    assert len(words) == len(leds)
    for led in leds:
        x, y = at[led.ref]
        own = min(marks, key=lambda dot: hypot(dot[0] - x, dot[1] - y))
        pin = released.pads[led.ref, "3"][0]
        assert (own[0] - x) * (pin[0] - x) > 0
        assert (own[1] - y) * (pin[1] - y) > 0
        assert abs(own[0] - x) > LED_BODY[0] / 2 + DOT / 2
        cap = caps[led.ref]
        assert cap.startswith("C")
        assert hypot(at[cap][0] - x, at[cap][1] - y) < 5.5
        assert (own[0] - x) * (at[cap][0] - x) < 0
        assert min(hypot(w[0] - own[0], w[1] - own[1]) for w in words) < 2.1
        items = released.board.FindFootprintByReference(led.ref).GraphicalItems()
        assert not [i for i in items if i.GetClass() == "MTEXT" and i.IsOnLayer(pcbnew.F_SilkS)]


def test_every_word_on_the_board_is_large_enough_to_be_printed(released):
    """Fabs print letters of 1 mm with lines of 0.15 mm; smaller ones run together."""
    words = [item for item in released.board.GetDrawings() if item.GetClass() == "PTEXT"]
    for footprint in released.board.GetFootprints():
        words += [item for item in footprint.GraphicalItems() if item.GetClass() == "MTEXT"]
        words.append(footprint.Reference())
    printed = [w for w in words if w.IsOnLayer(pcbnew.F_SilkS) or w.IsOnLayer(pcbnew.B_SilkS)]
    assert len(printed) > len(released.parts)
    for word in printed:
        if word.IsVisible():
            assert word.GetTextHeight() >= 1e6, word.GetText()
            assert word.GetTextThickness() >= 0.15e6, word.GetText()


def test_a_multiplexers_name_is_not_under_it(released):
    for part in released.parts:
        if part.kind is parts.MUX:
            footprint = released.board.FindFootprintByReference(part.ref)
            at, name = place(footprint), place(footprint.Reference())
            assert abs(name[1] - at[1]) > 6.0, part.ref


def pin_1(package, angle, zero):
    """Which side of the middle pin 1 lies on, x right, y up."""
    (x, y), turn = zero[package], radians(angle)
    return (x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn))


@pytest.mark.parametrize(
    ("places", "zero"),
    [("jlcpcb-cpl", ON_REEL), ("pcbway-centroid", KICAD)],
    ids=["jlcpcb", "pcbway"],
)
def test_parts_and_their_pin_1_land_on_their_pads(released, places, zero):
    """The pads as a reader that is not KiCad finds them in the files to order."""
    packages = {p.ref: p.kind.footprint.partition(":")[2] for p in released.parts}
    tried = set()
    for row in rows(released, places):
        ref, x, y = row["Designator"], float(row["Mid X"]), float(row["Mid Y"])
        pads = [
            flash[:2] for (on, _), found in released.pads.items() if on == ref for flash in found
        ]
        assert len(pads) >= 2, ref
        for axis, middle in ((0, x), (1, -y)):
            ends = [pad[axis] for pad in pads]
            assert (min(ends) + max(ends)) / 2 == pytest.approx(middle, abs=0.05), ref
        assert row["Layer"] == "Top"
        known = [start for start in zero if packages[ref].startswith(start)]
        if known:
            package = max(known, key=len)
            tried.add(package)
            wanted = pin_1(package, float(row["Rotation"]), zero)
            pin = released.pads[ref, "1"][0]
            for side, off in zip(wanted, (pin[0] - x, -pin[1] - y), strict=True):
                assert side * off > 0 or (abs(side) < 0.01 and abs(off) < 0.01), ref
        else:
            assert packages[ref].startswith(WITHOUT_POLES), f"{ref} has poles"
    assert tried == set(zero) - (set() if "7x7" in released.name else {"SOT-223"})


def test_each_fabs_parts_list_has_what_its_places_have_once(released):
    soldered = {p.ref for p in released.parts if p.kind.fitted}
    assert {"A1", "SW1", "SW2", "SW3", "BZ1"} < soldered
    for bom, places in (("jlcpcb-bom", "jlcpcb-cpl"), ("pcbway-bom", "pcbway-centroid")):
        listed = [ref for row in rows(released, bom) for ref in row["Designator"].split(",")]
        assert sorted(listed) == sorted(soldered)
        assert sorted(row["Designator"] for row in rows(released, places)) == sorted(soldered)
        assert not [ref for ref in listed if " " in ref]


def test_the_pico_lies_flat_on_pads_that_also_take_pin_headers(released):
    """Pads reach from within the Pico's outline to beyond its edge, with the pin header's hole in
    the inner end; paste lies beside the hole."""
    pico = released.board.FindFootprintByReference("A1")
    x, _ = place(pico)
    numbered = [pad for pad in pico.Pads() if pad.GetNumber()]
    pads = [pad for pad in numbered if pad.GetDrillSize().x == 1000000]
    assert sorted(int(pad.GetNumber()) for pad in pads) == list(range(1, 41))
    paste = [pad for pad in pico.Pads() if pad.IsOnLayer(pcbnew.F_Paste)]
    assert len(paste) == len(pads)
    edge = PICO_SIZE[0] / 2
    for pad in pads:
        hole = place(pad)[0] - x
        side = 1 if hole > 0 else -1
        assert side * hole == pytest.approx(17.78 / 2)
        front = [p for p in numbered if p.GetNumber() == pad.GetNumber() and p.IsOnLayer(FRONT)]
        assert {p.GetNetname() for p in front} == {pad.GetNetname()}
        boxes = [p.GetBoundingBox() for p in front]
        spans = [end for box in boxes for end in (box.GetLeft(), box.GetRight())]
        ends = [side * (end / 1e6 - ORIGIN[0] - x) for end in spans]
        inner, outer = min(ends), max(ends)
        assert outer >= edge + 0.7, "solder rises at the half hole"
        assert inner <= side * hole - 0.5 - 0.2, "copper around the hole"
        own = [p for p in paste if place(p)[1] == place(pad)[1] and side * (place(p)[0] - x) > 0]
        assert len(own) == 1
        middle, half = side * (place(own[0])[0] - x), own[0].GetBoundingBox().GetWidth() / 2e6
        assert middle - half >= side * hole + 0.5 + 0.1, "not into the hole"
        assert middle + half > edge + 0.5


def test_nothing_lies_under_the_pico(released):
    """No part, and no copper of the front where its underside is bare."""
    pico = released.board.FindFootprintByReference("A1")
    x, y = place(pico)
    half_x, half_y = (side / 2 for side in PICO_SIZE)
    for part in released.parts:
        if part.ref != "A1":
            box = released.board.FindFootprintByReference(part.ref).GetBoundingBox(False, False)
            left, right = (v / 1e6 - ORIGIN[0] - x for v in (box.GetLeft(), box.GetRight()))
            top, bottom = (v / 1e6 - ORIGIN[1] - y for v in (box.GetTop(), box.GetBottom()))
            clear = left > half_x or right < -half_x or top > half_y or bottom < -half_y
            assert clear, part.ref
    spots = [zone.GetBoundingBox() for zone in pico.Zones() if zone.GetIsRuleArea()]
    corners = [
        (spot.GetLeft() / 1e6 - ORIGIN[0] - x, spot.GetBottom() / 1e6 - ORIGIN[1] - y)
        for spot in spots
    ]
    assert sorted(corners) == [pytest.approx((x0, y1), abs=1e-3) for x0, _, _, y1 in sorted(BARE)]
    for spot in spots:
        for track in released.board.GetTracks():
            if track.IsOnLayer(pcbnew.F_Cu):
                assert not spot.Intersects(track.GetBoundingBox()), track.GetNetname()


def test_the_parts_lists_have_the_columns_that_the_fabs_read(released):
    ours = {p.kind.part for p in released.parts}
    for row in rows(released, "jlcpcb-bom"):
        assert list(row) == ["Comment", "Designator", "Footprint", "LCSC"]
        assert all((row["Comment"], row["Designator"], row["Footprint"]))
        assert row["LCSC"][:1] == "C", f"no number of {row['Comment']}"
        assert row["LCSC"][1:].isdigit()
    for row in rows(released, "pcbway-bom"):
        assert all(row.values())
        assert row["Mfg Part #"] in ours
        assert int(row["Qty"]) == len(row["Designator"].split(","))


def test_a_package_whose_angle_is_not_known_is_an_error():
    with pytest.raises(KeyError, match="QFN-56"):
        correction("QFN-56-1EP_7x7mm_P0.4mm")


def soldered(released):
    """For each step's picture its parts: reference, and the middle of its box on the board."""
    for step in range(1, 7):
        text = (RELEASE / f"{released.name}-solder-{step}.svg").read_text(encoding="utf-8")
        boxes = re.findall(
            r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"[^>]*>'
            r"<title>(\w+)</title>",
            text,
        )
        numbers = [(*map(float, box[:4]), box[4]) for box in boxes]
        yield {ref: (x, y, x + wide, y + high) for x, y, wide, high, ref in numbers}, text


def test_each_part_is_soldered_in_one_step_and_shown_where_it_lies(released):
    steps = [boxes for boxes, _ in soldered(released)]
    shown = [ref for boxes in steps for ref in boxes]
    assert sorted(shown) == sorted(part.ref for part in released.parts if part.kind.fitted)
    for boxes in steps:
        for ref, (x0, y0, x1, y1) in boxes.items():
            x, y = place(released.board.FindFootprintByReference(ref))
            assert x0 - 0.1 <= x <= x1 + 0.1, ref
            assert y0 - 0.1 <= y <= y1 + 0.1, ref


def test_one_sensor_is_tried_alone_and_5_volts_come_last(released):
    steps = [list(boxes) for boxes, _ in soldered(released)]
    kinds = {part.ref: part for part in released.parts}
    assert [kinds[ref].nets["2"] for ref in steps[1]] == ["HALL_A1"]
    sensors = [part.ref for part in released.parts if part.kind is parts.SENSOR]
    assert sorted(steps[1] + steps[3]) == sorted(sensors)
    before = {ref for step in steps[:4] for ref in step}
    with_5_volts = {ref for ref in before if "+5V" in kinds[ref].nets.values()}
    assert {kinds[ref].kind for ref in with_5_volts} == {parts.C_BULK}
    assert {kinds[ref].kind for ref in steps[5]} == {parts.BUTTON}


def test_a_steps_legend_counts_its_parts_and_names_them(released):
    for boxes, text in soldered(released):
        counts = [int(count) for count in re.findall(r">(\d+) x ", text)]
        assert sum(counts) == len(boxes)
        assert not counts or max(counts) <= 4 or " to " in text


def test_each_place_to_measure_is_a_pad_of_the_net_that_is_named(released):
    text = (RELEASE / f"{released.name}-measure.svg").read_text(encoding="utf-8")
    spots = re.findall(
        r'<circle cx="([-\d.]+)" cy="([-\d.]+)"[^>]*><title>(\d) (\S+)</title>', text
    )
    wanted = measures(released.parts)
    assert [(int(number), net) for _, _, number, net in spots] == [
        (number, each.net) for number, each in enumerate(wanted, 1)
    ]
    for x, y, _, net in spots:
        at = pcbnew.wxPoint(
            *(round((float(v) + o) * 1e6) for v, o in zip((x, y), ORIGIN, strict=True))
        )
        hit = {pad.GetNetname().lstrip("/") for pad in released.board.GetPads() if pad.HitTest(at)}
        assert hit == {net}


def test_the_guide_names_what_the_picture_of_the_first_power_shows(released):
    guide = (RELEASE.parent / "README.md").read_text(encoding="utf-8").replace("**", "")
    text = (RELEASE / f"{released.name}-measure.svg").read_text(encoding="utf-8")
    for each in measures(released.parts):
        assert each.must_be in text
        if each.net == "+3V3A":
            assert f"`+3V3A` must be {each.must_be}" in guide
        elif each.part:
            assert f"Measure at pin {each.pad} of the one sensor: {each.must_be}" in guide
        elif each.net != "GND":
            later = f", after step {each.after} of soldering" if each.after > 3 else ""
            must_be = each.must_be.replace("VBUS", "`VBUS`")
            assert f"| `{each.net}`{later} | {must_be} |" in guide
