"""The position and rotation of each part.

Positions are those of `hardware.dimensions`: millimetres from the centre of a1, x right, y down.
Angles are KiCad's, anticlockwise in degrees. Every cell has the same small pattern; all other parts
are in the strip at the right.
"""

from dataclasses import dataclass
from itertools import pairwise

from hardware.circuit.design import TEST_POINTS, Placed
from hardware.circuit.sizes import INPUTS
from hardware.dimensions import Box, Dimensions

MUX_STEP = 24.0
HEAT_MM = (24.0, 28.0)  # 672 mm2 on either side: see SPREAD_K_W in hardware/circuit/power.py
LED_ROLES = ("led", "led bypass")
# LED_DATA's test point is close to the Pico, its source: on a board with more rows no track could
# pass several multiplexers.
DATA_POINT = 97.5


@dataclass(frozen=True)
class Place:
    """`label` is the position of the printed reference, from the part's centre; None hides it."""

    x: float
    y: float
    angle: float = 0.0
    label: tuple[float, float] | None = (0.0, -1.55)


def _cell_places(dimensions: Dimensions) -> dict[tuple[str, int], Place]:
    places = {}
    for cell, (x, y) in enumerate(dimensions.cells()):
        places["sensor", cell] = Place(x, y, 0, (3.6, 0))
        places["sensor bypass", cell] = Place(x, y - 3.2, 0)
        places["R filter", cell] = Place(x - 4.6, y + 0.95, 180)
        places["C filter", cell] = Place(x - 8.6, y + 0.95, 180)
        # In rows whose chain runs to the right, LEDs are turned around: data enters at the left.
        rightward = dimensions.rightward(cell)
        side = 1 if rightward else -1
        leds = dimensions.leds_of(cell)
        for number, (led_x, led_y) in enumerate(leds):
            led, bypass = (f"more {number}", f"more bypass {number}") if number else LED_ROLES
            places[led, cell] = Place(led_x, led_y, 180 if rightward else 0, (0, 3.6))
            # The capacitor's name fits beside a single LED; with four it is above.
            label = (side * 2.2, 0.0) if len(leds) == 1 else (side * 0.6, -2.4)
            places[bypass, cell] = Place(
                led_x + side * 5.2, led_y + side * 0.9, 90 if rightward else 270, label
            )
    return places


def mux_places(dimensions: Dimensions) -> list[float]:
    """Height of each multiplexer in the strip: as near to the middle of its rows as Pico, test
    points and the other multiplexers allow."""
    profile = dimensions.profile
    first = dimensions.pico_box.y1 + 32.0
    last = dimensions.strip_bottom - 40.0
    count = max(profile.mux_channels) // INPUTS + 1
    found = []
    for mux in range(count):
        rows = [c // profile.columns for c, i in enumerate(profile.mux_channels)
                if i // INPUTS == mux]  # fmt: skip
        middle = sum(rows) / len(rows) * dimensions.pitch
        least = first + MUX_STEP * mux
        most = max(least, last - MUX_STEP * (count - 1 - mux))
        found.append(min(max(middle, least), most))
    return found


def heat_spreader(dimensions: Dimensions) -> Box:
    """Where the regulator's tab is soldered to copper on both sides, which takes its heat to the
    air: in the largest gap between multiplexers, away from sensors and Pico."""
    ends = [dimensions.pico_box.y1 + 20.0, *mux_places(dimensions), dimensions.strip_bottom - 30.0]
    middle = max(pairwise(ends), key=lambda gap: gap[1] - gap[0])
    y, x = sum(middle) / 2, dimensions.strip.centre[0] + 3.0
    width, height = HEAT_MM
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def _supply_places(dimensions: Dimensions) -> dict[str, Place]:
    """The regulator at the upper edge of its copper, with its capacitors beside it."""
    copper = heat_spreader(dimensions)
    x, y = copper.centre[0], copper.y0 - 1.9
    places = {
        "regulator": Place(x, y, 270, (0, -5.4)),
        "regulator input": Place(x - 5.4, y - 3.15, 180, (0, -1.8)),
    }
    for number, side in enumerate((-1, 1)):
        places[f"regulator {number}"] = Place(x + side * 6.0, copper.y0 - 0.45, 90, (side * 2.4, 0))
    return places


def _strip_places(dimensions: Dimensions) -> dict[str, Place]:
    left = dimensions.strip.x0
    pico_x, pico_y = dimensions.pico
    edge = dimensions.board.x1
    places = {
        # Flat on the board, with nothing below it: high parts lie behind its other end.
        "pico": Place(pico_x, pico_y, 0, (0, 27.2)),
        # The footprint's origin is pin 1, not its centre.
        "beeper": Place(dimensions.beeper[0] - 2.5, dimensions.beeper[1], 0, None),
        **{f"bulk {i}": Place(x, y, 90, (0, -5.4)) for i, (x, y) in enumerate(dimensions.bulks())},
        "limit": Place(left + 5.0, pico_y + 32.5, 0, (0, 2.5)),
        "R limit": Place(left + 8.7, pico_y + 32.5, 0, (0, 1.6)),
        "limit bypass": Place(left + 1.4, pico_y + 31.55, 180),
        "3V3 supply": Place(edge - 2.1, pico_y - 14, 90, (0, -2.6)),
        **_supply_places(dimensions),
        "shifter": Place(left + 6.0, pico_y + 19.5, 180, (0, -2.5)),
        "shifter bypass": Place(left + 2.2, pico_y + 21.0, 180, (0, 1.6)),
        "data": Place(left + 2.2, pico_y + 18.55, 180),
        "beeper 0": Place(edge - 2.1, pico_y + 36.5, 90, (0, 2.4)),
        "beeper 1": Place(edge - 2.1, pico_y + 31.0, 90, (0, -2.4)),
        "spare": Place(left + 4.0, pico_y - 9.5, 0, None),
    }
    for mux, y in enumerate(mux_places(dimensions)):
        places[f"mux {mux}"] = Place(left + 12.0, y, 270, (0, -7.2))
        places[f"mux bypass {mux}"] = Place(left + 22.5, y + 4.65, 0)
        places[f"off {mux}"] = Place(left + 22.5, y + 0.6, 0)
    for i, name in enumerate(TEST_POINTS):
        column, row = divmod(i, 2) if i < 6 else (0, 2)
        y = dimensions.strip_bottom - 28 + row * 8
        if name == "LED_DATA":
            y = min(y, pico_y + DATA_POINT)
        places[f"TP {name}"] = Place(left + 5 + 12 * column, y, 0, None)
    for i, (x, y) in enumerate(dimensions.buttons()):
        # The footprint's origin is pin 1, not its centre.
        places[("left", "middle", "right")[i]] = Place(x - 2.25, y + 3.25, 90, None)
    return places


def places(netlist: list[Placed], dimensions: Dimensions) -> dict[str, Place]:
    """Position of every part by reference. Raises KeyError for an unknown part."""
    cells = _cell_places(dimensions)
    strip = _strip_places(dimensions)
    found = {}
    for part in netlist:
        letter = part.ref.rstrip("0123456789")
        if part.cell >= 0:
            role = "led" if part.role.startswith("chain") else part.role
            role = f"{letter} filter" if role == "filter" else role
            found[part.ref] = cells[role, part.cell]
            continue
        role = f"{letter} {part.role}"
        found[part.ref] = strip[role] if role in strip else strip[part.role]
    return found


def fiducials(dimensions: Dimensions) -> list[tuple[float, float]]:
    """Three fiducials for the placement machine."""
    board = dimensions.board
    return [
        (board.x0 + 1.8, board.y0 + 12),
        (board.x0 + 1.8, board.y1 - 12),
        (board.x1 - 2.5, dimensions.strip_bottom - 30),
    ]
