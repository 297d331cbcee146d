"""The figures that the OpenSCAD files include, from the board's data and dimensions.

A board's y points to the player at the bottom, as on paper; a print's must point away, or plate
and case would come out as in a mirror. So y changes its sign here, and only here.

    python -m hardware.prints.parameters

writes `hardware/prints/parameters.scad` again; a test fails when it is out of date. The file is
kept so that OpenSCAD's own window shows the parts without anything else.
"""

from pathlib import Path
from typing import Any

from hardware import dimensions
from hardware.dimensions import RELEASED, Box, Dimensions, Point

HERE = Path(__file__).resolve().parent
FILE = HERE / "parameters.scad"
JIG_COVER = 1.0  # between the jig's magnet and the tile
CAP_DIAMETER = 10.0
BRIDGE = 2.4  # width of what holds a well's floor across the ring of light
USB_OPENING = (13.0, 9.5)  # for a plug whose plastic is 10.6 x 8.5 mm
# Middle of the Pico's connector: socket, the header's plastic, the Pico, half the connector.
USB_HEIGHT = dimensions.PICO_SOCKET + 2.54 + 1.0 + 1.35
HOOD_INSIDE = USB_HEIGHT + USB_OPENING[1] / 2 + 0.2
BUTTON_ROOM = 0.6  # above a button's body
STEP_DEG, STEP_MM = 7.5, 0.5  # of the sides of a circle: 0.04 mm at a well's edge


def corners(box: Box) -> list[float]:
    return [box.x0, 0.0 - box.y1, box.x1, 0.0 - box.y0]


def point(place: Point) -> Point:
    return (place[0], 0.0 - place[1])


def points(places: list[Point]) -> list[Point]:
    return [point(place) for place in places]


def parameters(d: Dimensions) -> dict[str, Any]:
    """Names and values, in OpenSCAD's spelling."""
    data = d.profile.data
    plate, tile, magnet = data["plate"], data["tile"], data["magnet"]
    holes = d.grid_holes()
    return {
        "$fa": STEP_DEG,
        "$fs": STEP_MM,
        "tile_diameter": tile["diameter_mm"],
        "tile_thickness": tile["thickness_mm"],
        "pocket_floor": tile["pocket_floor_mm"],
        "magnet_diameter": magnet["diameter_mm"],
        "magnet_height": magnet["height_mm"],
        "cap_diameter": CAP_DIAMETER,
        "jig_cover": JIG_COVER,
        "well_diameter": plate["well_diameter_mm"],
        "ring_inner": plate["ring_inner_mm"],
        "ring_outer": plate["ring_outer_mm"],
        "bridge": BRIDGE,
        "well_floor": d.well_floor,
        "plate_under": d.plate_under,
        "plate_top": d.plate_top,
        "cells": points(d.cells()),
        "leds": points(d.leds()),
        "buttons": points(d.buttons()),
        "grid_holes": points(holes),
        "strip_holes": points(d.strip_holes()),
        "hood_corner": holes.index((d.right + d.pitch / 2, -d.pitch / 2)),
        "walls": [corners(wall) for wall in d.walls()],
        "board_box": corners(d.board),
        "case_box": corners(d.case),
        "hood_room": corners(d.hood_room),
        "pico": point(d.pico),
        "pico_stack": dimensions.PICO_STACK,
        "usb_opening": USB_OPENING,
        "usb_height": round(USB_HEIGHT, 3),
        "hood_inside": round(HOOD_INSIDE, 3),
        "hood_roof": dimensions.HOOD_ROOF,
        "hood_wall": dimensions.HOOD_WALL,
        "board_thickness": dimensions.BOARD_THICKNESS,
        "board_corner": dimensions.BOARD_CORNER,
        "below_board": dimensions.BELOW_BOARD,
        "case_wall": dimensions.CASE_WALL,
        "case_floor": dimensions.CASE_FLOOR,
        "slack": dimensions.SLACK,
        "screw": dimensions.SCREW,
        "screw_head": dimensions.SCREW_HEAD,
        "screw_thread": dimensions.SCREW_THREAD,
        "boss": dimensions.BOSS,
        "led_height": dimensions.LED_BODY[2],
        "button_body": dimensions.BUTTON_BODY[0],
        "button_body_height": dimensions.BUTTON_BODY[2],
        "button_room": round(dimensions.BUTTON_BODY[2] + BUTTON_ROOM - d.plate_under, 3),
        "button_stem": dimensions.BUTTON_STEM,
        "button_height": dimensions.BUTTON_HEIGHT,
    }


def spelled(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(spelled(item) for item in value) + "]"
    return f"{value:g}"


def text(d: Dimensions = RELEASED) -> str:
    """The whole file."""
    lines = [f"{name} = {spelled(value)};" for name, value in parameters(d).items()]
    head = "// Made by python -m hardware.prints.parameters from the board's data. Millimetres.\n"
    return head + "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="ascii")
