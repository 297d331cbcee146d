"""The build guide says what the code finds, and points to files that are there."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from one_board import DATA

from hardware.circuit.parts import PICO
from hardware.circuit.power import BATTERY_MAH, battery_hours, draw
from hardware.circuit.sizes import resized
from hardware.dimensions import (
    PICO_BOARD,
    PIN_HEADER,
    RELEASED,
    USB_OPENING,
    USB_WINDOW,
    Dimensions,
)
from hardware.margins import off_by, table, tolerances, worst_case
from hardware.prints.parts import parts
from hardware.released import BENCHES, BOARDS
from lodeboard.boards.magnets import axial_field_mt
from lodeboard.boards.profile import Profile

HARDWARE = Path(__file__).resolve().parent.parent.parent / "hardware"
GUIDE = (HARDWARE / "README.md").read_text(encoding="utf-8")
WORDS = " ".join(GUIDE.split())
FLOOR = ("plate", "floor_above_hall_mm")


def test_the_margin_table_is_the_codes():
    lines = table(DATA)
    for line in lines[: lines.index("")]:
        assert line in GUIDE
    tables = "\n".join(lines).split("\n\n")
    guards = [float(cell) for line in tables[1].splitlines()[2:] for cell in line.split("|")[5:8]]
    least, next_least = sorted(set(guards))[:2]
    assert f"the least guard is {least:.0f} mV" in WORDS
    assert f"the next are {next_least:.0f} mV" in WORDS
    left = [float(cell) for line in tables[2].splitlines()[2:] for cell in line.split("|")[5:8]]
    assert f"no guard is under {min(left):.0f} mV" in WORDS
    aim = DATA["sensing"]["gain_aim_percent"]
    assert f"brings a strong tile to {aim} % of its nominal reading" in WORDS


def test_what_comes_off_the_table_is_said():
    """The offset of a cell's own zero, and play besides that of the tile in its well."""
    offset = 2 * DATA["sensor"]["offset_sigma_mv"]
    assert f"up to {offset:.0f} mV from half the supply" in WORDS
    plain, loose = [], []
    for calibration in ("zero only", "zero and gain"):
        off = tolerances(DATA, calibration)
        plain.append(worst_case(DATA, off).guards[2] - offset)
        off = replace(off, lateral_mm=off.lateral_mm + 0.3, closer_mm=off.closer_mm + 0.6)
        *guards, headroom = worst_case(DATA, off).guards
        loose += [*guards, headroom - offset]
    assert "headroom: {:.0f} mV with zeros only, {:.0f} mV with gains".format(*plain) in WORDS
    said = (
        "{:.0f}, {:.0f} and {:.0f} mV with zeros only, and {:.0f}, {:.0f} and {:.0f} mV with gains"
    )
    assert said.format(*loose) in WORDS


@pytest.mark.parametrize("data", BOARDS, ids=lambda data: data["name"])
def test_every_boards_margins_are_those_of_the_table(data):
    assert table(data) == table(DATA)
    bands = worst_case(data, tolerances(data, "zero only"))
    room = bands.strong[0] - bands.empty
    assert f"between empty and a piece {room:.0f} mV" in WORDS


def test_the_readings_of_a_tile_are_the_firmwares():
    profile = Profile(DATA)
    near, far = (round(profile.signal_mv(side) / 10) * 10 for side in (True, False))
    single = Profile(BENCHES[0]).signal_mv(True)
    assert f"must read **+{round(single / 10) * 10} mV" in WORDS
    assert f"about +{near} mV" in WORDS
    assert f"about -{far} mV" in WORDS
    assert f"+{near} and -{far} mV" in WORDS


def test_the_sizes_are_those_of_the_parts():
    case, board = RELEASED.case, RELEASED.board
    body = case.x1 - RELEASED.wing.x0
    assert f"{body:.0f} x {case.height:.0f} mm" in WORDS
    assert f"bed must take {case.width:.0f} x {case.height:.0f} mm" in WORDS
    assert f"{board.width:.0f} x {board.height:.0f} mm" in WORDS
    assert f"| floor of a well above the circuit board | {RELEASED.well_floor:g} mm |" in GUIDE
    assert f"{RELEASED.low_parts:g} mm under the wells" in WORDS
    high = USB_WINDOW[1] - USB_WINDOW[0]
    assert f"the window for it, {USB_OPENING[0]:g} x {high:.0f} mm" in WORDS
    for part in parts():
        if not part.name.startswith(("piece", "chess")):
            assert f"`{part.name}`" in GUIDE


def test_a_batterys_hours_are_those_of_the_currents():
    assert f"{BATTERY_MAH} mAh" in WORDS
    for data in BOARDS:
        least, most = battery_hours(data)
        assert f"the {data['rows']}x{data['columns']} board {least:.1f} to {most:.1f} h" in WORDS
        assert draw(data).total < 1000, "what the converter delivers"
        assert least < most


def test_the_plug_of_a_usb_c_board_goes_through_the_window():
    """A board with the Pico's footprint: its receptacle is 3.26 mm high, the largest plug's plastic
    of the USB Type-C specification 12.35 x 6.5 mm."""
    flat = PICO_BOARD + 3.26 / 2
    raised = PIN_HEADER + flat
    aside = (USB_OPENING[0] - 12.35) / 2
    above = USB_WINDOW[1] - (raised + 6.5 / 2)
    assert 0.3 <= aside < above
    assert flat - 6.5 / 2 > USB_WINDOW[0]
    assert f"12.35 x 6.5 mm, has {aside:.1f} mm at each side and {above:.1f} mm above it" in WORDS
    for name in ("Waveshare RP2040-Plus", "Banana Pi BPI-Pico-RP2040"):
        assert name in WORDS
        assert any(name in other for other in PICO.alternates)


@pytest.mark.parametrize("path", ["First evening", "The fab solders", "I solder"])
def test_each_path_says_what_it_takes_what_can_go_wrong_and_what_to_measure(path):
    text = GUIDE.partition(f"\n### {path}\n")[2].partition("\n#")[0]
    items = dict(re.findall(r"^- \*\*([^*]+)\*\*: (.*(?:\n  .*)*)", text, re.MULTILINE))
    assert list(items) == ["Also needs", "Skill", "Hours", "Can go wrong", "Measure"]
    assert re.search(r"^\d+[,;].* printer \d+ h \(slow\) or \d+ h \(fast\)$", items["Hours"])
    assert re.search(r"\]\((release|pictures)/\S+\.(svg|png|jpg)\)", items["Can go wrong"])


def test_there_is_a_screw_and_an_insert_for_every_hole():
    told = []
    for data in BOARDS:
        holes = len(Dimensions(Profile(data)).holes())
        told.append(f"{holes} M3 x 20 and 3 M3 x 8, {holes + 3} inserts")
    assert f"| screws, inserts | {' | '.join(told)} |" in GUIDE
    assert told[0].replace("8,", "8 countersunk,") in WORDS


def test_a_multiplexer_has_the_rows_that_the_guide_names():
    profile = Profile(resized(7, 7))
    rows = [set() for _ in range(4)]
    for cell, channel in enumerate(profile.mux_channels):
        rows[channel // 16].add(profile.cell_name(cell)[1])
    first, second, third, last = (" and ".join(sorted(found, reverse=True)) for found in rows)
    assert (
        f"rows {first} hang on the first, {second} on the second, {third} on the third, {last} on "
        "the fourth" in WORDS
    )


def test_links_lead_to_something():
    for target in re.findall(r"\]\(([^)#]+)\)", GUIDE):
        if "://" not in target:
            assert (HARDWARE / target).exists(), target


def test_a_bare_magnet_has_the_reading_that_is_said_and_is_nearer_than_a_tile():
    profile = Profile(DATA)
    magnet = DATA["magnet"]
    floor = DATA["plate"]["floor_above_hall_mm"]
    field = axial_field_mt(
        magnet["remanence_mt"], magnet["diameter_mm"] / 2, magnet["height_mm"], floor
    )
    bare = field * DATA["sensor"]["sensitivity_mv_per_mt"]
    assert "A bare magnet reads about 1200 mV" in WORDS
    assert bare == pytest.approx(1200, abs=10)
    low, high = profile.sensing["gain_percent"]
    aim = profile.sensing["gain_aim_percent"]
    assert not low <= aim * profile.signal_mv(True) / bare <= high  # it is refused as a gain, too
    assert "a bare magnet on the well's floor is nearer than any tile brings it" in WORDS


def test_the_size_of_the_larger_board_and_the_files_of_the_release_are_right():
    board = Dimensions(Profile(resized(7, 7))).board
    assert f"7x7 ({board.width:.0f} x {board.height:.0f} mm" in WORDS
    seven = resized(7, 7)
    taken, usual = draw(seven), draw(seven, most=False)
    assert (
        f"LEDs {taken.leds:.0f} mA, sensors {usual.sensors:.0f} to {taken.sensors:.0f} mA" in WORDS
    )
    assert f"together {usual.total:.0f} to {taken.total:.0f} mA" in WORDS
    assert f"{taken.fault:.0f} mA if the LEDs take all" in WORDS
    leds = seven["leds"]
    count = 49 * leds["per_cell"]
    white = count * 3 * leds["channel_full_ma"] / 1000
    assert f"{count} LEDs to the same {leds['budget_ma']:.0f} mA as 64" in WORDS
    assert f"the {white:g} A that they would take at full white" in WORDS
    assert f"(up to {taken.total - taken.leds:.0f} mA)" in WORDS
    assert f"**supply of {taken.needs_ma / 1000:g} A**" in WORDS
    for path in (HARDWARE / "release").iterdir():
        ending = re.sub("^tile[0-9]x[0-9]", "", path.name)
        known = re.sub("(schematic|hand|solder)-.*", r"\1-*", ending)
        assert f"`{path.name}`" in GUIDE or f"`tile4x4{known}" in GUIDE or f"`{ending}`" in GUIDE
    assert "`tile7x7-prints.zip`" in GUIDE


def test_what_a_veneer_on_a_wells_floor_takes_from_the_guards_is_the_codes():
    def least(calibration, veneer_mm):
        off = tolerances(DATA, calibration)
        return f"{min(worst_case(off_by(DATA, *FLOOR, veneer_mm), off).guards):.0f}"

    gains, zeros = "zero and gain", "zero only"
    assert (
        f"0.2 mm there take the least guard with gains from {least(gains, 0.0)} to "
        f"{least(gains, 0.2)} mV, 0.6 mm to {least(gains, 0.6)} mV, and with zeros only from "
        f"{least(zeros, 0.0)} to {least(zeros, 0.6)} mV" in WORDS
    )
