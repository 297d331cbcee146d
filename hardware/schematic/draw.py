"""The circuit as sheets that a person can read, drawn with schemdraw.

Every part is drawn with all its pins; a wire's end carries the name of its net, and equal
names are connected. One sheet for computer and power, one for the sensors, one for the lights.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("SOURCE_DATE_EPOCH", "1767225600")  # the PDF's date

import schemdraw
from schemdraw import elements as elm

from hardware.circuit import parts
from hardware.circuit.design import Placed
from lodeboard.boards.profile import Profile

WIRE = 1.6
Spot = tuple[float, float]


@dataclass
class Sheet:
    """A sheet to be drawn. `spots` are the places of the references, and each part's reach."""

    title: str
    at: list[tuple[Placed, float, float]] = field(default_factory=list)
    spots: dict[str, Spot] = field(default_factory=dict)
    boxes: dict[str, tuple[float, float, float, float]] = field(default_factory=dict)


def _text(drawing: schemdraw.Drawing, text: str, x: float, y: float, size: int, side: str) -> None:
    drawing += elm.Label().at((x, y)).theta(0).label(text, loc="center", halign=side, fontsize=size)


def _passive(drawing: schemdraw.Drawing, sheet: Sheet, part: Placed, x: float, y: float) -> None:
    """A part with two pins, lying: pin 1 left, pin 2 right."""
    shape = {"R": elm.ResistorIEC, "C": elm.Capacitor, "SW": elm.Button, "BZ": elm.Crystal}
    letter = part.ref.rstrip("0123456789")
    drawing += shape[letter]().at((x - 1.0, y)).to((x + 1.0, y))
    for pin, end, side in (("1", -1.0, "right"), ("2", 1.0, "left")):
        _text(drawing, pin, x + end * 0.8, y + 0.22, 6, "center")
        if pin in part.nets:
            _text(drawing, part.nets[pin], x + end * 1.15, y, 8, side)
    _text(drawing, part.ref, x, y + 0.6, 8, "center")
    _text(drawing, part.kind.value, x, y - 0.6, 7, "center")
    sheet.spots[part.ref] = (x, y + 0.6)
    sheet.boxes[part.ref] = (x - 3.6, y - 0.4, x + 3.6, y + 0.4)


def _box(drawing: schemdraw.Drawing, sheet: Sheet, part: Placed, x: float, y: float) -> None:
    """A part as a box, its first half of pins down the left, the rest up the right."""
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
            _text(drawing, number, x + side * (wide + 0.35), at + 0.16, 6, "center")
            net = part.nets.get(number, "not connected")
            _text(drawing, net, x + side * (wide + 0.8), at, 8, outer)
    _text(drawing, part.ref, x, y + tall / 2 + 0.55, 9, "center")
    _text(drawing, part.kind.value, x, y + tall / 2 + 0.25, 7, "center")
    sheet.spots[part.ref] = (x, y + tall / 2 + 0.55)
    sheet.boxes[part.ref] = (x - wide - 3.4, y - tall / 2, x + wide + 3.4, y + tall / 2 + 0.1)


def sheets(netlist: list[Placed], profile: Profile) -> list[Sheet]:
    """Which part stands where, on which sheet."""
    centre = Sheet(f"{profile.name}: computer, power, multiplexer")
    sense = Sheet(f"{profile.name}: sensors, one under each cell")
    light = Sheet(f"{profile.name}: lights, in the order of their chain")
    loose = 0
    boxes = {parts.PICO.name: (0.0, 0.0), parts.HEADER.name: (26.0, 2.6)}
    row = 0
    for part in netlist:
        if part.cell >= 0 and part.role.startswith(("chain", "led")):
            place = profile.led_order[part.cell]
            x, y = place % 2 * 18.0, -(place // 2) * 2.9
            light.at.append((part, x + (8.0 if part.kind.letter == "C" else 0.0), y))
        elif part.cell >= 0:
            x, y = part.cell % 2 * 26.0, -(part.cell // 2) * 3.4
            dx, dy = {"sensor": (0, 0), "sensor bypass": (8.0, 0.8)}.get(part.role, (8.0, -0.9))
            if part.role == "filter" and part.kind.letter == "C":
                dx = 16.0
            sense.at.append((part, x + dx, y + dy))
        elif part.kind.name in boxes:
            centre.at.append((part, *boxes[part.kind.name]))
        elif part.kind is parts.MUX:
            centre.at.append((part, 13.0, 2.0 - 9.5 * row))
            row += 1
        elif part.kind is parts.TEST_POINT:
            place = int(part.ref[len(part.kind.letter) :]) - 1
            centre.at.append((part, 0.0 + place * 5.6, -19.0))
        elif len(part.kind.pins) == 2:
            x, y = loose % 4 * 9.0, -8.6 - loose // 4 * 1.9
            centre.at.append((part, x, y))
            loose += 1
        else:
            count = sum(1 for p, _, _ in centre.at if p.kind in _SMALL)
            centre.at.append((part, 13.0 + 9.6 * count, -16.3))
    return [centre, sense, light]


_SMALL = (parts.SWITCH, parts.SHIFTER, parts.REGULATOR)


def draw(sheet: Sheet, path: Path) -> None:
    """Draw a sheet as SVG or PDF, told by the path's ending."""
    schemdraw.use("svg" if path.suffix == ".svg" else "matplotlib")
    drawing = schemdraw.Drawing(show=False)
    drawing.config(unit=2, fontsize=8, font="sans-serif", lw=1.0)
    for part, x, y in sheet.at:
        shape = _passive if len(part.kind.pins) == 2 else _box
        shape(drawing, sheet, part, x, y)
    top = max(y for _, y in sheet.spots.values()) + 1.6
    left = min(x0 for x0, _, _, _ in sheet.boxes.values())
    _text(drawing, f"Lodeboard {sheet.title}", left, top, 14, "left")
    drawing.save(str(path))


def draw_all(netlist: list[Placed], profile: Profile, folder: Path) -> list[Sheet]:
    """Write every sheet as SVG and PDF; the sheets, with what stands where."""
    folder.mkdir(parents=True, exist_ok=True)
    made = sheets(netlist, profile)
    for name, sheet in zip(("computer", "sensors", "lights"), made, strict=True):
        for kind in ("svg", "pdf"):
            draw(sheet, folder / f"{profile.name}-schematic-{name}.{kind}")
    return made
