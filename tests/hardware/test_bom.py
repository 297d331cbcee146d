"""The list of what to buy, and the hand-soldered variant's wires."""

import csv

import pytest
from one_board import DATA, PROFILE

from hardware.bom import bill, by_hand
from hardware.circuit import parts
from hardware.circuit.build import RELEASE
from hardware.circuit.design import Design, netlist, nets_of
from host_tools.build import profiles

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
