"""The steps of soldering a board by hand, each with a picture of the parts to solder.

The steps are those of the guide (hardware/README.md, "Solder"): low parts before high ones, and
what can be measured before what it might damage.
"""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from hardware.circuit import parts
from hardware.circuit.design import Placed
from hardware.circuit.parts import Kind
from hardware.pcb.board import ORIGIN, Made

TITLES = (
    "1. The 3.3 V side",
    "2. One sensor, at a1",
    "3. Big capacitors, piezo and its resistors, then the Pico",
    "4. After the first power: the other sensors",
    "5. Current limiter, level shifter, LEDs",
    "6. Buttons",
)
_3V3 = {"+3V3", "+3V3A"}
# By Okabe and Ito, distinguishable for colour-blind people; few parts have their names beside them.
COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
MARGIN, LINE = 4.0, 6.5  # mm around the board, and height of a legend line
TOP = MARGIN + LINE + 2  # of the board, below the title
NAMED = 4  # up to this many parts of a kind have their names beside them


def step_of(part: Placed, first_cell: int) -> int | None:
    """The step (1 to 6) in which a part is soldered; None for bare pads. `first_cell`: the cell
    whose sensor is tested alone."""
    kind = part.kind
    if not kind.fitted:
        return None
    if kind is parts.SENSOR:
        return 2 if part.cell == first_cell else 4
    if kind in (parts.PICO, parts.PIEZO, parts.C_BULK) or part.role.startswith("beeper"):
        return 3
    if kind is parts.BUTTON:
        return 6
    if kind in (parts.MUX, parts.R_FILTER, parts.C_FILTER, parts.R_PULL):
        return 1
    if part.role.startswith("regulator"):
        return 1
    if kind in (parts.C_BYPASS, parts.C_SUPPLY) and _3V3 & set(part.nets.values()):
        return 1
    return 5


def parts_of(made: Made, step: int) -> dict[Kind, list[Placed]]:
    """The parts soldered in this step, by kind, in the order of the circuit."""
    profile = made.dimensions.profile
    first = next(c for c in range(profile.cells) if profile.cell_name(c) == "a1")
    found: dict[Kind, list[Placed]] = {}
    for part in made.parts:
        if step_of(part, first) == step:
            found.setdefault(part.kind, []).append(part)
    return found


def draw_steps(made: Made, stem: Path) -> list[Path]:
    """Draw a picture for each step beside `stem`, as SVG: the board from above, its pads, and the
    parts of that step, with their kinds and references below."""
    made_here = []
    for step, title in enumerate(TITLES, 1):
        path = stem.with_name(f"{stem.name}-solder-{step}.svg")
        path.write_text(_picture(made, title, parts_of(made, step)), encoding="utf-8")
        made_here.append(path)
    return made_here


def _picture(made: Made, title: str, wanted: dict[Kind, list[Placed]]) -> str:
    lines = sheet(made, title, len(wanted))
    colours = {kind: COLOURS[i % len(COLOURS)] for i, kind in enumerate(wanted)}
    now = {part.ref for group in wanted.values() for part in group}
    lines += [draw_pads(made, part, "#c8c8c0") for part in made.parts if part.ref not in now]
    for kind, group in wanted.items():
        for part in group:
            lines += [draw_body(made, part, colours[kind]), draw_pads(made, part, "#303030")]
    few = [group for group in wanted.values() if len(group) <= NAMED]
    lines += [_name(made, part) for group in few for part in group]
    lines.append("</g>")
    for i, (kind, group) in enumerate(wanted.items()):
        y = legend_line(made, i)
        lines.append(
            f'<rect x="{MARGIN:g}" y="{y:g}" width="6" height="4" fill="{colours[kind]}"/>'
            f'<text x="{MARGIN + 8:g}" y="{y + 3.7:g}" font-size="4.6">'
            f"{escape(_legend(kind, group))}</text>"
        )
    return "\n".join((*lines, "</svg>", ""))


def sheet(made: Made, title: str, legend: int) -> list[str]:
    """The beginning of a picture with space for `legend` lines: the bare board from above, in an
    open group with the board's coordinates."""
    box = made.dimensions.board
    width = box.width + 2 * MARGIN
    height = legend_line(made, legend) + LINE / 2
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width * 4:.0f}" font-family="sans-serif">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
        f'<text x="{MARGIN:g}" y="{MARGIN + 4.5:g}" font-size="6">{escape(title)}</text>',
        f'<g transform="translate({MARGIN - box.x0:g} {TOP - box.y0:g})">',
        f'<rect x="{box.x0:g}" y="{box.y0:g}" width="{box.width:g}" height="{box.height:g}" '
        'rx="3" fill="#f4f4f0" stroke="#808080" stroke-width="0.5"/>',
    ]
    lines += [
        f'<circle cx="{x:g}" cy="{y:g}" r="1.6" fill="#ffffff" stroke="#808080" '
        'stroke-width="0.3"/>'
        for x, y in made.dimensions.holes()
    ]
    return lines


def legend_line(made: Made, number: int) -> float:
    """Position of this line of the legend, from the top of the picture."""
    return TOP + made.dimensions.board.height + MARGIN + LINE * number


def _legend(kind: Kind, group: Sequence[Placed]) -> str:
    value = kind.value if kind.name.partition(" ")[0] == kind.name else kind.name
    return f"{len(group)} x {value}: {_named([part.ref for part in group])}"


def _named(refs: Sequence[str]) -> str:
    """`R1 to R16, R19`: consecutive references as a range."""
    numbers = sorted(int("".join(c for c in ref if c.isdigit())) for ref in refs)
    letter = "".join(c for c in refs[0] if c.isalpha())
    step = 2 if len(numbers) > 2 and numbers[1] - numbers[0] == 2 else 1
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + step:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = []
    for run in runs:
        if len(run) < 3:
            words += [f"{letter}{number}" for number in run]
        else:
            every = ", every second" if step == 2 else ""
            words.append(f"{letter}{run[0]} to {letter}{run[-1]}{every}")
    return ", ".join(words)


def from_board(value: int, axis: int) -> float:
    return round(value / 1e6 - ORIGIN[axis], 3)


def draw_body(made: Made, part: Placed, colour: str) -> str:
    """The part's outline: the extent of its footprint without texts."""
    box = made.board.FindFootprintByReference(part.ref).GetBoundingBox(False, False)
    x, y = from_board(box.GetLeft(), 0), from_board(box.GetTop(), 1)
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{box.GetWidth() / 1e6:g}" '
        f'height="{box.GetHeight() / 1e6:g}" fill="{colour}" fill-opacity="0.65" stroke="#303030" '
        f'stroke-width="0.2"><title>{part.ref}</title></rect>'
    )


def _name(made: Made, part: Placed) -> str:
    place = made.places[part.ref]
    box = made.board.FindFootprintByReference(part.ref).GetBoundingBox(False, False)
    right = place.x < made.dimensions.board.x1 - 15
    x = from_board(box.GetRight(), 0) + 1 if right else from_board(box.GetLeft(), 0) - 1
    anchor = "start" if right else "end"
    y = from_board(box.GetCenter().y, 1) + 1.4
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="4" text-anchor="{anchor}" '
        f'stroke="#ffffff" stroke-width="0.8" paint-order="stroke">{part.ref}</text>'
    )


def draw_pads(made: Made, part: Placed, colour: str) -> str:
    """The part's pads as one path."""
    corners = []
    for pad in made.board.FindFootprintByReference(part.ref).Pads():
        box = pad.GetBoundingBox()
        x, y = from_board(box.GetLeft(), 0), from_board(box.GetTop(), 1)
        wide, high = box.GetWidth() / 1e6, box.GetHeight() / 1e6
        corners.append(f"M{x:g} {y:g}h{wide:g}v{high:g}h{-wide:g}z")
    return f'<path d="{"".join(corners)}" fill="{colour}"/>'
