"""Boards are made from the files in hardware/release: wires, places and sizes there are those that
the firmware's data state. No tool is needed."""

import re
import zipfile
from functools import cache
from math import hypot

import numpy as np
import pytest

from hardware.released import BOARDS, DATA
from host_tools import ROOT
from lodeboard.boards.profile import Profile

RELEASE = ROOT / "hardware" / "release"
EACH = pytest.mark.parametrize(
    "profile", [Profile(data) for data in BOARDS], ids=lambda board: board.name
)
# Pads of a Pico, in order, that are pins of the chip (Pico datasheet, figure 2).
PADS = (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29)
PICO = dict(zip((*range(23), 26, 27, 28), (*PADS, 31, 32, 34), strict=True))
# Pads of a CD74HC4067 (its datasheet, pin functions): inputs 0 to 15, address, enable, common.
INPUTS = (9, 8, 7, 6, 5, 4, 3, 2, 23, 22, 21, 20, 19, 18, 17, 16)
ADDRESS = (10, 11, 14, 13)
ENABLE, COMMON = 15, 1
DATA_OUT, DATA_IN = "2", "4"  # pads of a WS2812B
PAD = re.compile(r'\(pad "(\w+)"[^\n]*(?:\n(?!    \(pad)[^\n]*)*?\(net \d+ "([^"]+)"\)')
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])


@cache
def parts(name):
    """The parts on a released circuit board: the name of the shape, x, y in mm, and the net of each
    pad."""
    with zipfile.ZipFile(RELEASE / f"{name}-kicad.zip") as packed:
        text = packed.read(f"{name}.kicad_pcb").decode()
    found = []
    for part in text.split("\n  (footprint ")[1:]:
        x, y = re.search(r"\(at ([-\d.]+) ([-\d.]+)", part).groups()
        found.append((part[1 : part.index('"', 1)], float(x), float(y), dict(PAD.findall(part))))
    return found


def of_shape(name, shape):
    return [part for part in parts(name) if shape in part[0]]


def corners(name):
    """The corners of all triangles of a printed part."""
    with zipfile.ZipFile(RELEASE / "prints.zip") as packed:
        data = packed.read(f"{name}.stl")[84:]
    return np.frombuffer(data, TRIANGLE)["corners"].reshape(-1, 3).astype(float)


def extent(name):
    """Width, depth and height of a printed part, in mm."""
    found = corners(name)
    return [round(size, 2) for size in (found.max(0) - found.min(0)).tolist()]


@EACH
def test_the_chips_pins_lead_where_the_firmware_expects(profile):
    ((_, _, _, nets),) = of_shape(profile.name, "Pico")
    pins = profile.data["pins"]
    wanted = {pins["adc"]: "ADC", pins["beeper"][0]: "BEEPER_0", pins["beeper"][1]: "BEEPER_1"}
    for part, net in (("mux_select", "SELECT"), ("buttons", "BUTTON")):
        wanted |= {pin: f"{net}_{number}" for number, pin in enumerate(pins[part])}
    assert {pin: nets[str(PICO[pin])] for pin in wanted} == wanted
    assert nets[str(PICO[pins["leds"]])].startswith("LED")


@EACH
def test_each_sensor_is_at_its_input_and_its_place(profile):
    multiplexers = {}
    ((_, _, _, chip),) = of_shape(profile.name, "Pico")
    enables = [chip[str(PICO[pin])] for pin in profile.data["pins"]["mux_enable"]]
    for _, _, _, nets in of_shape(profile.name, "SOIC-24W"):
        number = enables.index(nets[str(ENABLE)]) if enables else 0
        multiplexers[number] = nets
        assert nets[str(COMMON)] == "ADC"
        assert [nets[str(pad)] for pad in ADDRESS] == [f"SELECT_{bit}" for bit in range(4)]
    places = {
        nets["2"].removeprefix("HALL_").lower(): (x, y)
        for _, x, y, nets in of_shape(profile.name, "SOT-23")
        if nets.get("2", "").startswith("HALL_")
    }
    left, top = min(places.values())
    for cell, channel in enumerate(profile.mux_channels):
        name = profile.cell_name(cell)
        mux, place = divmod(channel, profile.data["mux"]["inputs"])
        assert multiplexers[mux][str(INPUTS[place])] == f"SENSE_{name.upper()}"
        row, column = divmod(cell, profile.columns)
        x, y = places[name]
        assert (x - left, y - top) == (column * profile.pitch_mm, row * profile.pitch_mm)
    assert len(places) == profile.cells


@EACH
def test_the_lights_are_chained_in_the_order_in_which_they_are_sent(profile):
    lights = of_shape(profile.name, "WS2812B")
    assert len(lights) == profile.leds_per_cell * profile.cells
    halls = [part for part in of_shape(profile.name, "SOT-23") if "HALL" in str(part[3].get("2"))]
    left, top = min((x, y) for _, x, y, _ in halls)
    data = next(net for net in (nets[DATA_IN] for *_, nets in lights) if "CHAIN" not in net)
    order = []
    while data:
        same = [part for part in lights if part[3][DATA_IN] == data]
        cells = {
            (round((y - top) / profile.pitch_mm), round((x - left) / profile.pitch_mm))
            for _, x, y, _ in same
        }
        ((row, column),) = cells
        assert len(same) == profile.leds_per_cell
        order.append(row * profile.columns + column)
        data = next((nets[DATA_OUT] for *_, nets in same if DATA_OUT in nets), None)
    assert [order.index(cell) for cell in range(profile.cells)] == list(profile.led_order)


def test_the_printed_parts_have_the_sizes_of_the_data():
    plate, tile, magnet = DATA["plate"], DATA["tile"], DATA["magnet"]
    rows, columns = DATA["rows"], DATA["columns"]
    sides = [(count - 1) * plate["pitch_mm"] + 2 * plate["margin_mm"] for count in (columns, rows)]
    assert extent("plate")[:2] == sides
    diameter = tile["diameter_mm"]
    assert extent("tile_first") == [diameter, diameter, tile["thickness_mm"]]
    assert extent("cap")[2] == tile["pocket_floor_mm"]
    assert 0 < extent("plug_first")[0] - magnet["diameter_mm"] < 0.2


def test_the_printed_plate_has_the_ridges_and_wells_of_the_data():
    plate = DATA["plate"]
    half = plate["pitch_mm"] / 2
    found = corners("plate")
    found[:, 1] = -found[:, 1] if found[:, 1].min() < -100 else found[:, 1]

    def height(x, y):
        return max(z for at, to, z in found if abs(at - x) < 0.3 and abs(to - y) < 1.0)

    assert height(half, half) - height(half, 0) == pytest.approx(
        plate["ridge_crossing_mm"] - plate["ridge_middle_mm"], abs=0.01
    )
    radii = {round(hypot(x, y), 2) for name in ("ring", "plate") for x, y, _ in corners(name)}
    wanted = (plate[name] / 2 for name in ("well_diameter_mm", "ring_inner_mm", "ring_outer_mm"))
    assert set(wanted) <= radii
