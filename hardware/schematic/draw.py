"""The schematic as readable sheets, drawn with schemdraw.

Every part is drawn with all its pins. The end of each wire has the name of its net; equal names are
connected. There is one sheet for computer and power, one for the sensors, one for the lights.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("SOURCE_DATE_EPOCH", "1767225600")  # the PDF's date

import schemdraw
from schemdraw import elements as elm

from hardware.circuit import parts
from hardware.circuit.design import Placed, more
from lodeboard.boards.profile import Profile

SHIFT = 0.1  # added by schemdraw to the position of a label without size
Spot = tuple[float, float]


@dataclass
class Sheet:
    """A sheet to draw. `spots` are the positions of the references, and `boxes` the extent of each
    part; `groups` are frames with a heading (left, bottom, right, top)."""

    title: str
    groups: list[tuple[str, float, float, float, float]] = field(default_factory=list)
    at: list[tuple[Placed, float, float]] = field(default_factory=list)
    spots: dict[str, Spot] = field(default_factory=dict)
    boxes: dict[str, tuple[float, float, float, float]] = field(default_factory=dict)


def _text(drawing: schemdraw.Drawing, text: str, x: float, y: float, size: int, side: str) -> None:
    drawing += (
        elm.Label()
        .at((x - SHIFT, y - SHIFT))
        .theta(0)
        .label(text, loc="center", halign=side, fontsize=size)
    )


def _passive(drawing: schemdraw.Drawing, sheet: Sheet, part: Placed, x: float, y: float) -> None:
    """A horizontal part with two pins: pin 1 left, pin 2 right."""
    shape = {"R": elm.ResistorIEC, "C": elm.Capacitor, "SW": elm.Button, "BZ": elm.Crystal}
    letter = part.ref.rstrip("0123456789")
    drawing += shape[letter]().at((x - 1.0, y)).to((x + 1.0, y))
    for pin, end, side in (("1", -1.0, "right"), ("2", 1.0, "left")):
        _text(drawing, pin, x + end * 0.8, y + 0.2, 6, "center")
        if pin in part.nets:
            _text(drawing, part.nets[pin], x + end * 1.15, y, 8, side)
    _text(drawing, part.ref, x, y + 0.6, 8, "center")
    _text(drawing, f"{part.kind.value}, {part.role}", x, y - 0.62, 7, "center")
    sheet.spots[part.ref] = (x, y + 0.6)
    sheet.boxes[part.ref] = (x - 3.6, y - 0.4, x + 3.6, y + 0.4)


def _box(drawing: schemdraw.Drawing, sheet: Sheet, part: Placed, x: float, y: float) -> None:
    """A part as a box: the first half of its pins on the left side, the others on the right,
    upwards."""
    pins = part.kind.pins
    half = (len(pins) + 1) // 2
    pairs = part.kind is parts.HEADER
    if pairs:
        left, right = list(pins[0::2]), list(pins[1::2])
    else:
        left, right = list(pins[:half]), list(reversed(pins[half:]))
    step = 0.55
    tall, wide = step * (max(len(left), len(right)) + 0.4), 2.1 if len(pins) > 1 else 0.6
    drawing += elm.Rect(corner1=(-wide, -tall / 2), corner2=(wide, tall / 2)).at((x, y))
    for side, column in ((-1, left), (1, right)):
        for i, (number, name, _) in enumerate(column):
            at = y + (len(column) - 1) * step / 2 - i * step
            drawing += elm.Line().at((x + side * wide, at)).to((x + side * (wide + 0.7), at))
            inner, outer = ("left", "right") if side < 0 else ("right", "left")
            if name != number:
                _text(
                    drawing,
                    name.replace("~{", "").replace("}", ""),
                    x + side * (wide - 0.12),
                    at,
                    7,
                    inner,
                )
            _text(drawing, number, x + side * (wide + 0.35), at + 0.2, 6, "center")
            net = part.nets.get(number, "not connected")
            _text(drawing, net, x + side * (wide + 0.8), at, 8, outer)
    _text(drawing, part.ref, x, y + tall / 2 + 0.55, 9, "center")
    _text(drawing, part.kind.value, x, y + tall / 2 + 0.25, 7, "center")
    sheet.spots[part.ref] = (x, y + tall / 2 + 0.55)
    sheet.boxes[part.ref] = (x - wide - 3.4, y - tall / 2, x + wide + 3.4, y + tall / 2 + 0.1)


def sheets(netlist: list[Placed], profile: Profile) -> list[Sheet]:
    """The parts of each sheet with their positions."""
    centre = Sheet(f"{profile.name}: computer, power, multiplexer")
    sense = Sheet(f"{profile.name}: sensors, one under each cell")
    light = Sheet(f"{profile.name}: lights, in the order of their chain")
    bands: dict[str, list[Placed]] = {name: [] for name in BANDS}
    muxes = 0
    for part in netlist:
        if part.cell >= 0 and (part.role.startswith(("chain", "led")) or more(part.role)):
            place, each = profile.led_order[part.cell], profile.leds_per_cell
            x, y = place % 2 * 20.0, -(place // 2) * 3.6 * each
            if more(part.role):
                y -= 3.6 * int(part.role.split()[-1])
            elif part.kind is parts.LED:
                name = f"{profile.cell_name(part.cell)}, light {place + 1}"
                low = y - 1.3 - 3.6 * (each - 1)
                light.groups.append((name, x - 6.0, low, x + 12.4, y + 1.7))
            light.at.append((part, x + (8.0 if part.kind.letter == "C" else 0.0), y))
        elif part.cell >= 0:
            x, y = part.cell % 2 * 28.0, -(part.cell // 2) * 4.6
            if part.kind is parts.SENSOR:
                name = profile.cell_name(part.cell)
                sense.groups.append((name, x - 6.0, y - 2.1, x + 20.6, y + 1.9))
            dx, dy = {"sensor": (0, 0), "sensor bypass": (8.0, 0.8)}.get(part.role, (8.0, -0.9))
            if part.role == "filter" and part.kind.letter == "C":
                dx = 16.0
            sense.at.append((part, x + dx, y + dy))
        elif part.kind is parts.PICO:
            centre.at.append((part, 0.0, 0.0))
        elif part.kind is parts.HEADER:
            centre.at.append((part, 26.0, 2.6))
        elif part.kind is parts.MUX:
            centre.at.append((part, 13.0 + (13.0 + 13.0 * muxes if muxes else 0.0), 2.0))
            muxes += 1
        else:
            bands[_band(part)].append(part)
    y = -9.8
    for name, members in bands.items():
        if not members:
            continue
        x = LEFT
        if name in BESIDE:
            x, y = centre.groups[-1][3] + 1.2, y + BAND
        left = x
        for part in sorted(members, key=lambda part: len(part.kind.pins) <= 2):
            reach = REACH[min(3, len(part.kind.pins))]
            centre.at.append((part, x + reach, y))
            x += 2 * reach
        centre.groups.append((name, left - 0.4, y - 1.3, x + 0.4, y + 2.3))
        y -= BAND
    return [centre, sense, light]


LEFT = -5.6
REACH = {1: 3.0, 2: 4.1, 3: 5.6}  # half of a part's width, by its number of pins
# Groups of the circuit, and the roles of their parts.
BANDS = {
    "supply of the lights: what they may take is limited": ("limit", "limit bypass", "bulk"),
    "data of the lights: 3.3 V to 5 V": ("shifter", "shifter bypass", "data"),
    "supply of the sensors": ("regulator", "regulator input", "3V3 supply", "mux bypass"),
    "multiplexers are off until the firmware runs": ("off",),
    "beeper": ("beeper",),
    "buttons": ("left", "middle", "right"),
    "test points": (),
}
BESIDE = ("supply of the sensors", "buttons")  # in one row with the band before
BAND = 4.1  # height


def _band(part: Placed) -> str:
    role = part.role.rstrip("0123456789 ")
    return next((name for name, roles in BANDS.items() if role in roles), "test points")


def draw(sheet: Sheet, path: Path) -> None:
    """Draw a sheet as SVG or PDF, according to the suffix of the path."""
    schemdraw.use("svg" if path.suffix == ".svg" else "matplotlib")
    drawing = schemdraw.Drawing(show=False)
    drawing.config(unit=2, fontsize=8, font="sans-serif", lw=1.0, bgcolor="white")
    for part, x, y in sheet.at:
        shape = _passive if len(part.kind.pins) == 2 else _box
        shape(drawing, sheet, part, x, y)
    for name, x0, y0, x1, y1 in sheet.groups:
        frame = elm.Rect(corner1=(x0, y0), corner2=(x1, y1)).at((0, 0)).theta(0)
        drawing += frame.color("gray").linestyle(":")
        _text(drawing, name, x0 + 0.2, y1 - 0.3, 9, "left")
    top = max(y for _, y in sheet.spots.values()) + 1.9
    left = min(x0 for x0, _, _, _ in sheet.boxes.values())
    _text(drawing, f"Lodeboard {sheet.title}. Equal names are connected.", left, top, 14, "left")
    drawing.save(str(path))


def draw_all(netlist: list[Placed], profile: Profile, folder: Path) -> list[Sheet]:
    """Write every sheet as SVG and PDF; returns the sheets with positions."""
    folder.mkdir(parents=True, exist_ok=True)
    made = sheets(netlist, profile)
    for name, sheet in zip(("computer", "sensors", "lights"), made, strict=True):
        for kind in ("svg", "pdf"):
            draw(sheet, folder / f"{profile.name}-schematic-{name}.{kind}")
    return made
