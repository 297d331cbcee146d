"""The list of what to buy, and the hand-soldered variant's wires."""

import csv
import itertools
import re

import pytest
from one_board import DATA, PROFILE

from hardware.bom import bench, bill, by_hand
from hardware.circuit import parts
from hardware.circuit.build import RELEASE
from hardware.circuit.design import Design, netlist, nets_of
from hardware.released import BENCHES
from host_tools.build import profiles
from lodeboard.boards.profile import Profile

pytestmark = pytest.mark.hardware


@pytest.fixture(scope="module")
def made():
    return netlist(Design(DATA))


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_part_is_bought_once(made, tmp_path):
    total = bill.write_bill(made, PROFILE, tmp_path / "bom.csv")
    listed = rows(tmp_path / "bom.csv")
    refs = " ".join(row["References"] for row in listed).split()
    assert sorted(refs) == sorted(part.ref for part in made)
    assert len(refs) == len(set(refs))
    for row in listed[:-1]:
        assert row["Qty"].isdigit()
        assert row["Purpose"]
        if row["References"]:
            assert int(row["Qty"]) == len(row["References"].split())
            assert row["Part number"]
    assert 20 < total < 80
    assert float(listed[-1]["EUR"]) == pytest.approx(total, abs=0.01)


@pytest.mark.parametrize(("name", "count"), [("tile4x4", 16 + 2), ("tile7x7", 34 + 2)])
def test_magnets_are_bought_for_every_piece_and_the_jig(name, count):
    magnets = bill.extra_lines(profiles.profile(name))[0]
    assert (magnets[0], magnets[2]) == (count, "magnet 8x2 mm")


def test_the_sums_are_those_of_the_guide():
    guide = (RELEASE.parent / "README.md").read_text(encoding="utf-8")
    sums = []
    for name in ("tile4x4", "tile7x7"):
        total = rows(RELEASE / f"{name}-bom.csv")[-1]["EUR"]
        sums.append(f"about {float(total):.0f} EUR")
    assert f"| parts, without the bare board | {' | '.join(sums)} |" in guide


def test_by_hand_every_part_is_bought_once_too(made, tmp_path):
    total = by_hand.write_bill(made, PROFILE, tmp_path / "hand.csv")
    listed = rows(tmp_path / "hand.csv")
    refs = " ".join(row["References"] for row in listed).split()
    wanted = [part.ref for part in made if part.kind.fitted and by_hand.by_hand(part)]
    assert sorted(refs) == sorted(wanted)
    strip = next(row for row in listed if row["Footprint"] == "strip")
    assert (strip["References"].split(), strip["Qty"]) == ([f"D{i + 1}" for i in range(16)], "16")
    sensors = next(row for row in listed if row["References"].startswith("U1 "))
    assert (sensors["Footprint"], sensors["Qty"]) == ("TO-92", "16")
    assert 30 < total < 120


def test_the_drawing_by_hand_names_every_sensor_and_light_once(made, tmp_path):
    by_hand.write_drawing(made, PROFILE, tmp_path / "hand.svg")
    text = (tmp_path / "hand.svg").read_text(encoding="utf-8")
    for part in made:
        if part.kind is parts.SENSOR:
            channel = PROFILE.mux_channels[part.cell]
            assert text.count(f">{part.ref}, input I{channel}<") == 1
        if part.kind is parts.LED:
            place = PROFILE.led_order[part.cell] + 1
            assert text.count(f">{part.ref}, LED {place}<") == by_hand.by_hand(part)


def test_wires_join_exactly_the_nets(made, tmp_path):
    by_hand.write_wiring(made, PROFILE, tmp_path / "wires.csv")
    joined = {}
    for row in rows(tmp_path / "wires.csv"):
        for end in (row["From"], row["To"]):
            joined.setdefault(row["Net"], set()).add(end.split(" pin ")[0].split(" (")[0])
    loose = {
        part.ref
        for part in made
        if part.kind in (parts.HEADER, parts.TEST_POINT) or not by_hand.by_hand(part)
    }
    for net, ends in nets_of(made).items():
        refs = {ref for ref, _ in ends} - loose
        if len([end for end in ends if end[0] not in loose]) > 1:
            assert joined[net] == refs


def test_sensors_in_to92_have_their_own_order_of_pins(made, tmp_path):
    by_hand.write_wiring(made, PROFILE, tmp_path / "wires.csv")
    text = (tmp_path / "wires.csv").read_text(encoding="utf-8")
    assert "U1 (a1) pin 3 OUT" in text
    assert "U1 (a1) pin 2 GND" in text
    assert "U1 (a1) pin 2 OUT" not in text


def bench_wires():
    """The drawing of a cell on a breadboard: its wires by colour group, as lists of points."""
    data = BENCHES[0]
    text = (RELEASE / f"{data['name']}-wiring.svg").read_text(encoding="utf-8")
    found = re.findall(r'<polyline points="([^"]+)"[^>]*><title>([^<]+)</title>', text)
    wires = {}
    for points, net in found:
        line = [tuple(map(float, point.split(","))) for point in points.split()]
        wires.setdefault(net, []).append(line)
    return wires, text


def test_a_bench_is_wired_to_the_pins_of_its_profile_and_of_the_guides_table():
    wires, text = bench_wires()
    profile = Profile(BENCHES[0])
    pins = bench.pico_pins(profile)
    guide = (RELEASE.parent / "README.md").read_text(encoding="utf-8")
    names = {int(number): name if name == "ADC_VREF" else name.partition("_")[0]
             for number, name, _ in parts.PICO.pins}  # fmt: skip
    assert names[pins["leds"]] == f"GP{profile.data['pins']['leds']}"
    assert names[pins["adc"]] == f"GP{profile.data['pins']['adc']}"
    for role, number in pins.items():
        row = rf"\| .*Pico pin {number} \({names[number]}[,)]"
        assert role == "adc" or re.search(row, guide), role
        assert f">{names[number]} {number}</text>" in text
        net = {"VBUS": "5 V", "ADC_VREF": "3V3"}.get(role, role)
        ends = [end for line in wires[net] for end in (line[0], line[-1])]
        x = bench.LEFT if number <= 20 else bench.RIGHT
        y = bench.TOP + bench.STEP * (number - 1 if number <= 20 else 40 - number)
        assert (x, y) in ends, role
    assert f"then Pico pin {pins['adc']} (GP26)" in guide


def test_on_a_bench_no_wire_of_another_net_meets_a_wires_end_or_runs_along_it():
    wires, _ = bench_wires()
    pieces = [(net, a, b) for net, lines in wires.items() for line in lines
              for a, b in itertools.pairwise(line)]  # fmt: skip
    for net, lines in wires.items():
        for line in lines:
            for x, y in (*line,):
                for other, (x0, y0), (x1, y1) in pieces:
                    on = min(x0, x1) <= x <= max(x0, x1) and min(y0, y1) <= y <= max(y0, y1)
                    assert other == net or not on, (net, other, x, y)
