"""The list of what to buy, and the wires of a single cell."""

import csv
import itertools
import re

import pytest
from one_board import DATA, PROFILE

from hardware.bom import bench, bill
from hardware.circuit import parts
from hardware.circuit.build import RELEASE
from hardware.circuit.design import Design, netlist
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
