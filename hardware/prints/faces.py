"""The faces of the tiles: sun and moon, read from the page's own drawing, with the page's colours.

A filled picture is the up side, an outline the down side. On a print both are hollows, whose bottom
has the colour of the tile's core.
"""

import re
from collections.abc import Callable
from functools import cache
from math import cos, pi, sin
from pathlib import Path

from manifold3d import CrossSection, OpType

from hardware.dimensions import Point

PAGE = Path(__file__).resolve().parents[2] / "host_tools" / "play" / "web" / "page"
RAYS = 8
# Width of an outline and of the two circles around it: two lines of the nozzle and one and a half.
# The page's are finer.
STROKE, CIRCLE = 1.0, 0.6
CIRCLES = (14.2, 12.9)  # their radii
BAND = (13.9, 1.5)  # radius and width of the ring around a filled picture


@cache
def colours(owner: int) -> tuple[str, str]:
    """The page's colours of a tile's body and of its picture."""
    css = (PAGE / "style.css").read_text(encoding="utf-8")
    body, drawn = (
        re.search(rf"^\.owner-{owner} \.{part} {{ fill: (#\w{{6}}); }}", css, re.MULTILINE)
        for part in ("body", "picture")
    )
    assert body
    assert drawn
    return body[1], drawn[1]


def face(owner: int, up: bool) -> CrossSection:
    """What is hollow on a face, in mm from its middle, as seen by a person who looks at it."""
    shapes = [shape.mirror((0.0, 1.0)) for shape in pictures()[2 * owner + (0 if up else 1)]]
    if up:
        return _union([*shapes, _circle(*BAND)])
    lines = [shape.offset(STROKE / 2) - shape.offset(-STROKE / 2) for shape in shapes]
    return _union([*lines, *(_circle(radius, CIRCLE) for radius in CIRCLES)])


@cache
def pictures() -> list[list[CrossSection]]:
    """The page's shapes, its y down: for each owner the filled picture, then the outlined one."""
    text = (PAGE / "js" / "art.js").read_text(encoding="utf-8")
    text = text[text.index("const PICTURES") :]
    found = []
    for markup in re.findall(r"(?:filled|outline): `(.*?)`", text):
        shapes = []
        # Such as `circle r="4.9"` and `rays(6.4, 11.2, 0.042)`.
        for name, numbers in re.findall(r"(\w+)(?:\(| r=\")([-\d., ]+)", markup):
            shapes += DRAWN[name](*(float(number) for number in numbers.split(",")))
        found.append(shapes)
    return found


def _disc(radius: float) -> list[CrossSection]:
    return [CrossSection.circle(radius, 64)]


def _rays(inner: float, outer: float, half: float) -> list[CrossSection]:
    def polar(radius: float, turn: float) -> Point:
        return radius * sin(2 * pi * turn), -radius * cos(2 * pi * turn)

    corners = ((inner, -half), (outer, 0.0), (inner, half))
    return [
        _polygon([polar(radius, ray / RAYS + turn) for radius, turn in corners])
        for ray in range(RAYS)
    ]


def _crescent(outer: float, inner: float, dx: float, dy: float) -> list[CrossSection]:
    return [CrossSection.circle(outer, 96) - CrossSection.circle(inner, 96).translate((dx, dy))]


def _star(x: float, y: float, size: float) -> list[CrossSection]:
    waist = size * 0.24
    points = [(0.0, -size), (waist, -waist), (size, 0.0), (waist, waist), (0.0, size),
              (-waist, waist), (-size, 0.0), (-waist, -waist)]  # fmt: skip
    return [_polygon([(x + px, y + py) for px, py in points])]


DRAWN: dict[str, Callable[..., list[CrossSection]]] = {
    "circle": _disc,
    "rays": _rays,
    "crescent": _crescent,
    "star": _star,
}


def _circle(radius: float, width: float) -> CrossSection:
    """A line along a circle."""
    return CrossSection.circle(radius + width / 2, 96) - CrossSection.circle(radius - width / 2, 96)


def _polygon(points: list[Point]) -> CrossSection:
    shape = CrossSection([points])
    return shape if shape.area() > 0.0 else CrossSection([points[::-1]])


def _union(shapes: list[CrossSection]) -> CrossSection:
    return CrossSection.batch_boolean(shapes, OpType.Add)
