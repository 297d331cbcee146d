"""Outlines and places of the pieces on their panel, in millimetres: x right, y down, from the
centre of the first strip's first cell."""

from dataclasses import dataclass, replace

from hardware.circuit.design import Placed
from hardware.dimensions import BUTTON_PITCH, LED_OFFSETS, Box, Point
from hardware.pcb.placement import Place
from hardware.released import DATA
from hardware.strips.circuit import CELLS, HEAD, IN, OUT, STRIPS

PITCH: float = DATA["plate"]["pitch_mm"]
GAP = 2.0  # between two pieces: the cutter's diameter
PANEL = Box(-15.0, -16.0, 85.0, 84.0)
STRIP = Box(PANEL.x0, -16.0, PITCH + 15.0, 16.0)
STEP = STRIP.height + GAP  # from one strip to the next
HEAD_BOX = Box(STRIP.x1 + GAP, PANEL.y0, PANEL.x1, 58.0)
BUTTON_BOX = Box(HEAD_BOX.x0, HEAD_BOX.y1 + GAP, PANEL.x1, PANEL.y1)
# Middle of the Pico, as far below the upper edge as on the 4x4 board, and of the screw below it.
PICO: Point = (74.4, PANEL.y0 + 26.5)
SCREW: Point = (PICO[0], PICO[1] + 38.5)
BUTTONS: Point = (BUTTON_BOX.centre[0], BUTTON_BOX.y1 - 7.0)  # the middle one
POINTS = ("VBUS", "+5V", "+3V3", "GND", "LED_DATA", "ADC")
EDGE = 3.4  # from the middle of a cable socket to the edge
LEDS = LED_OFFSETS[DATA["leds"]["per_cell"]]

BUTTON_SOCKET = 4.8  # from its middle to the head's lower edge


def socket_y(row: int) -> float:
    """Middle of the head's socket for a row."""
    return PANEL.y0 + 8.4 + row * 16.2


@dataclass(frozen=True)
class Tab:
    """Holds two pieces together until they are snapped apart. `upright`: between pieces side by
    side."""

    x: float
    y: float
    upright: bool


TAB = 3.6  # length of a tab along the edge
BITE, BITE_STEP = 0.5, 1.0  # diameter of the holes along which it breaks, and their distance


def tabs() -> list[Tab]:
    """Two between each two pieces."""
    beside = STRIP.x1 + GAP / 2
    found = [Tab(x, STRIP.y1 + GAP / 2 + i * STEP, upright=False)
             for i in range(STRIPS - 1) for x in (5.0, PITCH - 5.0)]  # fmt: skip
    found += [Tab(beside, i * STEP + y, upright=True) for i in range(STRIPS) for y in (-12, 12)
              if i * STEP + y + TAB < BUTTON_BOX.y1]  # fmt: skip
    middle = BUTTON_BOX.y0 - GAP / 2
    return found + [Tab(x, middle, upright=False) for x in (63.0, 79.0)]


def bites(tab: Tab) -> list[Point]:
    """The middles of a tab's holes: a row along the edge of either piece."""
    count = int(TAB / BITE_STEP)
    along = [(i - (count - 1) / 2) * BITE_STEP for i in range(count)]
    aside = (-GAP / 2 + 0.1, GAP / 2 - 0.1)
    return [(tab.x + b, tab.y + a) if tab.upright else (tab.x + a, tab.y + b)
            for b in aside for a in along]  # fmt: skip


def strip_places(made: list[Placed], down: float) -> dict[str, Place]:
    """Places of a strip whose cells lie `down` mm below the first one's."""
    at: dict[tuple[str, str, int], Place] = {
        ("J", IN, -1): Place(STRIP.x0 + EDGE, 0.0, 270, None),
        ("J", OUT, -1): Place(STRIP.x1 - EDGE, 0.0, 90, None),
        ("JP", IN, -1): Place(-5.6, -13.2, 0, None),
        ("JP", OUT, -1): Place(PITCH + 5.6, 13.2, 180, None),
    }
    for cell in range(CELLS):
        x = cell * PITCH
        at["U", "sensor", cell] = Place(x, 0.0, 0, None)
        at["C", "sensor bypass", cell] = Place(x, -3.2, 0, None)
        at["R", "filter", cell] = Place(x - 4.6, 0.95, 180, None)
        at["C", "filter", cell] = Place(x - 4.6, -0.95, 180, None)
        for number, (dx, dy) in enumerate(LEDS):
            # Supply pin and capacitor at the side of the cell's middle.
            side = -1 if dx > 0 else 1
            led, bypass = ("chain", "led bypass")
            if number:
                led, bypass = f"more {number}", f"more bypass {number}"
            at["D", led, cell] = Place(x + dx, dy, 0 if dx > 0 else 180, None)
            at["C", bypass, cell] = Place(
                x + dx + side * 5.2, dy + side * 0.9, 90 if side > 0 else 270, None
            )
    return _by_ref(made, at, down)


def head_places(made: list[Placed]) -> dict[str, Place]:
    """Low parts lie between the rows of the Pico's sockets."""
    x, y = PICO
    left = HEAD_BOX.x0 + EDGE
    at: dict[tuple[str, str, int], Place] = {
        ("A", "pico", -1): Place(x, y, 0, None),
        ("C", "bulk 0", -1): Place(x - 2.3, y - 20.0, 0, None),
        ("C", "bulk 1", -1): Place(x - 2.3, y - 12.4, 0, None),
        ("U", "limit", -1): Place(x + 4.9, y - 20.0, 90, None),
        ("C", "limit bypass", -1): Place(x + 4.9, y - 16.6, 0, None),
        ("R", "limit", -1): Place(x + 4.9, y - 23.2, 0, None),
        ("C", "3V3 supply", -1): Place(x + 4.9, y - 13.4, 0, None),
        ("C", "mux bypass 0", -1): Place(x + 4.9, y - 9.6, 0, None),
        ("U", "mux 0", -1): Place(x, y + 2.2, 0, None),
        ("BZ", "beeper", -1): Place(x - 2.5, y + 18.0, 0, None),
        ("R", "beeper 0", -1): Place(x + 7.3, y + 30.0, 90, None),
        ("R", "beeper 1", -1): Place(x + 7.3, y + 26.4, 90, None),
        ("U", "shifter", -1): Place(x - 6.8, SCREW[1], 0, None),
        ("C", "shifter bypass", -1): Place(x - 6.8, SCREW[1] + 3.2, 0, None),
        ("R", "data", -1): Place(x - 6.8, SCREW[1] - 3.2, 0, None),
        ("J", "buttons", -1): Place(left, HEAD_BOX.y1 - BUTTON_SOCKET, 270, None),
    }
    for row in range(4):
        at["J", f"row {row}", -1] = Place(left, socket_y(row), 270, None)
    places = ((-6.8, 28.8), (-0.2, 28.8), (-0.2, 33.4), (6.6, 35.4), (6.4, 40.8), (6.6, 45.6))
    for name, (aside, down) in zip(POINTS, places, strict=True):
        at["TP", name, -1] = Place(x + aside, y + down - 1.0, 0, None)
    return _by_ref(made, at, 0.0)


def button_places(made: list[Placed]) -> dict[str, Place]:
    x, y = BUTTONS
    at: dict[tuple[str, str, int], Place] = {}
    for i, name in enumerate(("left", "middle", "right")):
        # The footprint's origin is pin 1, not its centre.
        at["SW", name, -1] = Place(x + (i - 1) * BUTTON_PITCH - 2.25, y + 3.25, 90, None)
    at["J", HEAD, -1] = Place(x, BUTTON_BOX.y0 + EDGE, 180, None)
    return _by_ref(made, at, 0.0)


def _by_ref(
    made: list[Placed], at: dict[tuple[str, str, int], Place], down: float
) -> dict[str, Place]:
    found = {}
    for part in made:
        role = "chain" if part.role.startswith("chain") else part.role
        place = at[part.kind.letter, role, part.cell]
        found[part.ref] = replace(place, y=place.y + down)
    return found
