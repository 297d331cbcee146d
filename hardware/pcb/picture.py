"""Pictures of the board, drawn from the fabrication files."""

import re
import warnings
from pathlib import Path

import resvg_py
from gerbonara import LayerStack

from hardware.circuit import parts
from hardware.pcb.board import DOT, ORIGIN, Made, mark_of

SIZE = re.compile(r'width="([\d.]+)mm" height="([\d.]+)mm" viewBox="([-\d.]+) ([-\d.]+) [^"]*"')
# White solder mask with black print, as the guide recommends.
COLOURS = {
    "copper": "#b8b8b0",
    "mask": "#f4f4f0d0",
    "paste": "#999999",
    "silk": "#202020",
    "drill": "#303030",
    "outline": "#808080",
}
BODY, CUT = 2.5, 1.2  # of an LED: half of its side, and the cut at the corner


def draw(archive: Path, stem: Path) -> list[Path]:
    """Draw PNG pictures of both sides beside `stem`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # gerbonara warns about KiCad's dialect
        stack = LayerStack.open(archive.resolve())
        made = []
        for side in ("top", "bottom"):
            svg = str(stack.to_pretty_svg(side=side, colors=COLOURS))
            path = stem.with_name(f"{stem.name}-{side}.png")
            # The renderer does not use millimetres.
            svg = SIZE.sub(r'width="\1" height="\2" viewBox="\3 \4 \1 \2"', svg, count=1)
            path.write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=1200)))
            made.append(path)
    return made


def draw_leds(made: Made, path: Path) -> None:
    """Draw the orientation of LEDs in two rows, as SVG: pads and mark from the board, the body with
    its cut corner, and the capacitor beside it."""
    names = {number: name for number, name, _ in parts.LED.pins}
    lines = []
    columns = made.dimensions.profile.columns
    cells = [0, columns] if made.dimensions.profile.rows > 1 else [0]
    for place, cell in enumerate(cells):
        led = next(p for p in made.parts if p.kind is parts.LED and p.cell == cell)
        near = next(p for p in made.parts if p.role == "led bypass" and p.cell == cell)
        x, y = made.places[led.ref].x, made.places[led.ref].y
        lines.append(f'<g transform="translate({12 + 24 * place} 11)">')
        name = made.dimensions.profile.cell_name(cell)
        lines.append(_words(f"row of {name}: {led.ref}", 0, -8.5, 1.4))
        (dot_x, dot_y), (text_x, text_y) = mark_of(made.board.FindFootprintByReference(led.ref))
        for part in (led, near):
            footprint = made.board.FindFootprintByReference(part.ref)
            for pad in footprint.Pads():
                box, at = pad.GetBoundingBox(), pad.GetPosition()
                wide, high = box.GetWidth() / 1e6, box.GetHeight() / 1e6
                left, top = at.x / 1e6 - ORIGIN[0] - x, at.y / 1e6 - ORIGIN[1] - y
                lines.append(
                    f'<rect x="{left - wide / 2:g}" y="{top - high / 2:g}" width="{wide:g}" '
                    f'height="{high:g}" fill="#c8a050"/>'
                )
                if part is led:
                    number = str(pad.GetNumber())
                    side = 5.6 if top > 0 else -4.9
                    lines.append(_words(f"{number} {names[number]}", left, side, 1.0))
            if part is near:
                at = footprint.GetPosition()
                left, top = at.x / 1e6 - ORIGIN[0] - x, at.y / 1e6 - ORIGIN[1] - y
                lines.append(_words(part.ref, left * 1.5, top + 0.4, 1.0))
        right, down = (1 if value > 0 else -1 for value in (dot_x - x, dot_y - y))
        corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        shape = []
        for across, along in corners:
            cut = [(across * BODY, along * (BODY - CUT)), (across * (BODY - CUT), along * BODY)]
            if (across, along) != (right, down):
                cut = [(across * BODY, along * BODY)]
            # In order around the body: the ends of the cut swap at every second corner.
            shape += cut if across * along > 0 else cut[::-1]
        outline = " ".join(f"{a:g},{b:g}" for a, b in shape)
        lines.append(
            f'<polygon points="{outline}" fill="#ffffff" fill-opacity="0.8" stroke="#000000" '
            'stroke-width="0.15"/><circle r="1.8" fill="none" stroke="#888888" '
            'stroke-width="0.15"/>'
        )
        lines.append(
            f'<circle cx="{dot_x - x:g}" cy="{dot_y - y:g}" r="{DOT / 2:g}" fill="#000000"/>'
        )
        lines.append(_words("CUT", text_x - x, text_y - y + 0.4, 1.0) + "</g>")
    width = 24 * len(cells)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 20" width="{width * 16}">'
    back = f'<rect width="{width}" height="20" fill="#ffffff"/>'
    path.write_text("\n".join((head, back, *lines, "</svg>", "")), encoding="utf-8")


def _words(text: str, x: float, y: float, size: float) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-family="sans-serif" '
        f'text-anchor="middle">{text}</text>'
    )
