"""The measurements at the first power-on, and a picture of their places.

The guide (hardware/README.md, "First power") describes the same; a test compares them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from hardware.circuit import parts
from hardware.circuit.design import Placed
from hardware.pcb.board import Made
from hardware.pcb.steps import MARGIN, draw_body, draw_pads, from_board, legend_line, sheet

TITLE = "First power: the black probe on 1, the red one on 2 and on"
BEFORE = "Before power: more than 100 ohm from 1 to {}."
BLACK, RED, LATER = "#000000", "#d00000", "#b06000"
DISC = 2.6  # mm, radius of a number's disc
SIDE = 5.2  # mm from the middle of a pad to that of its disc
WITH_THE_SENSORS, WITH_THE_LEDS = 3, 5  # measured after this soldering step


@dataclass(frozen=True)
class Measure:
    """Where to measure and the expected value. `pad` belongs to the test point of that net, or to a
    sensor if `part` says so."""

    net: str
    must_be: str
    after: int = WITH_THE_SENSORS
    part: str = ""
    pad: str = "1"


def measures(netlist: Sequence[Placed]) -> list[Measure]:
    """The measurements of this board; the first is the place of the black probe."""
    points = {part.role for part in netlist if part.kind is parts.TEST_POINT}
    found = [
        Measure("GND", "the black probe"),
        Measure("VBUS", "4.7 to 5.2 V"),
        Measure("+3V3", "3.2 to 3.4 V"),
    ]
    sensor = next(part for part in netlist if part.nets.get("2") == "HALL_A1")
    reading = "1.65 V, give or take 0.1"
    if "+3V3A" in points:
        # Its multiplexers are off until firmware runs, so no sensor is connected to the converter.
        found.append(Measure("+3V3A", "3.2 to 3.4 V"))
        found.append(Measure("HALL_A1", reading, part=sensor.ref, pad="2"))
    else:
        found.append(Measure("ADC", reading))
    found.append(Measure("+5V", "as VBUS, 0.1 V less at most", WITH_THE_LEDS))
    found.append(Measure("LED_DATA", "0 V; changes when the firmware starts", WITH_THE_LEDS))
    return found


def draw_measures(made: Made, stem: Path) -> Path:
    """Draw the picture beside `stem`, as SVG: the board from above with a number at each place."""
    wanted = measures(made.parts)
    lines = sheet(made, TITLE, len(wanted) + 1)
    lines += [draw_pads(made, part, "#c8c8c0") for part in made.parts]
    kinds = (parts.PICO, parts.TEST_POINT)
    sensor = next(part for part in made.parts if part.nets.get("2") == "HALL_A1")
    for part in made.parts:
        if part is sensor or part.kind in kinds:
            lines += [draw_body(made, part, "#ffffff"), draw_pads(made, part, "#303030")]
    x, y = made.places[sensor.ref].x, made.places[sensor.ref].y
    lines.append(_words("the sensor at a1", x, y + 9))
    lines.append(_words("Pico", *made.dimensions.pico))
    lines.append(_words("plug", made.dimensions.pico[0], made.dimensions.pico_box.y0 + 4))
    lines += [_place(made, number, each) for number, each in enumerate(wanted, 1)]
    lines.append("</g>")
    for number, each in enumerate(wanted, 1):
        y = legend_line(made, number - 1) + 3
        lines.append(_disc(MARGIN + DISC, y - 1.5, number, each))
        lines.append(
            f'<text x="{MARGIN + 8:g}" y="{y:g}" font-size="4.6">{escape(_legend(each))}</text>'
        )
    rails = [f"{i} ({each.net})" for i, each in enumerate(wanted, 1)
             if each.net in ("VBUS", "+5V", "+3V3", "+3V3A")]  # fmt: skip
    before = BEFORE.format(", ".join(rails))
    y = legend_line(made, len(wanted)) + 3
    lines.append(f'<text x="{MARGIN:g}" y="{y:g}" font-size="4.6">{escape(before)}</text>')
    path = stem.with_name(f"{stem.name}-measure.svg")
    path.write_text("\n".join((*lines, "</svg>", "")), encoding="utf-8")
    return path


def _legend(each: Measure) -> str:
    where = f"pin {each.pad} of {each.part}, the sensor at a1" if each.part else each.net
    later = f" (after step {each.after} of soldering)" if each.after > WITH_THE_SENSORS else ""
    return f"{where}: {each.must_be}{later}"


def _place(made: Made, number: int, each: Measure) -> str:
    """The number beside its pad, with a line to the middle of the pad."""
    part = next(
        part
        for part in made.parts
        if part.ref == each.part or (not each.part and part.role == each.net)
    )
    footprint = made.board.FindFootprintByReference(part.ref)
    at = next(pad for pad in footprint.Pads() if str(pad.GetNumber()) == each.pad).GetPosition()
    x, y = from_board(at.x, 0), from_board(at.y, 1)
    return (
        f'<line x1="{x:g}" y1="{y:g}" x2="{x - SIDE:g}" y2="{y:g}" stroke="{_colour(each)}" '
        f'stroke-width="0.6"/><circle cx="{x:g}" cy="{y:g}" r="0.5" fill="{_colour(each)}">'
        f"<title>{number} {each.net}</title></circle>" + _disc(x - SIDE, y, number, each)
    )


def _disc(x: float, y: float, number: int, each: Measure) -> str:
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{DISC:g}" fill="{_colour(each)}"/>'
        f'<text x="{x:g}" y="{y + 1.4:g}" font-size="4" text-anchor="middle" fill="#ffffff">'
        f"{number}</text>"
    )


def _colour(each: Measure) -> str:
    if each.net == "GND":
        return BLACK
    return RED if each.after == WITH_THE_SENSORS else LATER


def _words(text: str, x: float, y: float) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="4" text-anchor="middle">{text}</text>'
