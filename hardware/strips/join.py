"""A drawing of the 4x4 board of strips from above: where pieces lie, which cable goes where, and
where a jumper is closed. The carrier has a seat at each of these places."""

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from hardware.dimensions import RELEASED, Box, Point
from hardware.released import PROFILE
from hardware.strips import layout
from hardware.strips.circuit import CELLS, turned

COUNT = PROFILE.columns // CELLS  # of strips in a row


@dataclass(frozen=True)
class Seat:
    """A piece on the assembled board: its area from the centre of a1, and its sockets' middles.
    `ends`: of a strip IN and OUT, of the head its rows and the buttons."""

    name: str
    box: Box
    ends: tuple[Point, ...]


def _moved(box: Box, x: float, y: float) -> Box:
    return Box(box.x0 + x, box.y0 + y, box.x1 + x, box.y1 + y)


def strips(row: int) -> list[Seat]:
    """A row's strips in the order of the chain of lights."""
    y, found = row * layout.PITCH, []
    for place in range(COUNT):
        column = COUNT - 1 - place if turned(row) else place
        box = _moved(layout.STRIP, column * CELLS * layout.PITCH, y)
        ends = ((box.x0, y), (box.x1, y))
        found.append(Seat(f"strip {row + 1}-{place + 1}", box, ends[::-1] if turned(row) else ends))
    return found


def head() -> Seat:
    """The Pico lies where it lies on the circuit board."""
    x, y = (a - b for a, b in zip(RELEASED.pico, layout.PICO, strict=True))
    box = _moved(layout.HEAD_BOX, x, y)
    ends = [(box.x0, layout.socket_y(row) + y) for row in range(PROFILE.rows)]
    return Seat("head", box, (*ends, (box.x0, box.y1 - layout.BUTTON_SOCKET)))


def buttons() -> Seat:
    """The middle button lies where it lies on the circuit board."""
    x, y = (a - b for a, b in zip(RELEASED.buttons()[1], layout.BUTTONS, strict=True))
    box = _moved(layout.BUTTON_BOX, x, y)
    return Seat("buttons", box, ((box.centre[0], box.y0),))


def seats() -> list[Seat]:
    rows = [strip for row in range(PROFILE.rows) for strip in strips(row)]
    return [*rows, head(), buttons()]


def cables() -> list[tuple[Point, Point]]:
    """The two sockets of each cable."""
    found = []
    for row in range(PROFILE.rows):
        made = strips(row)
        found += [(a.ends[1], b.ends[0]) for a, b in pairwise(made)]
        found.append((head().ends[row], made[0].ends[0] if turned(row) else made[-1].ends[1]))
    return [*found, (head().ends[-1], buttons().ends[0])]


def closed() -> list[Point]:
    """The empty socket of each row, beside which the jumper END is closed."""
    rows = [strips(row) for row in range(PROFILE.rows)]
    return [made[-1].ends[1] if turned(row) else made[0].ends[0] for row, made in enumerate(rows)]


def draw(path: Path) -> None:
    """Write the drawing as SVG."""
    box = RELEASED.board
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{box.width * 4:g}" '
        f'viewBox="{box.x0:g} {box.y0:g} {box.width:g} {box.height:g}" font-family="sans-serif">',
        "<title>strips, head and buttons from above, with their cables</title>",
        _rect(box, "#f0f0f0"),
    ]
    for seat in seats():
        out.append(_rect(seat.box, "#ffffff"))
        if not seat.name.startswith("strip"):
            out.append(_words(*seat.box.centre, seat.name))
    for row in range(PROFILE.rows):
        for seat in strips(row):
            for (x, y), name in zip(seat.ends, ("IN", "OUT"), strict=True):
                aside = 6.0 if x == seat.box.x0 else -6.0
                out.append(_words(x + aside, y + 9.0, name))
    for cell, (x, y) in enumerate(RELEASED.cells()):
        out.append(f'<circle cx="{x:g}" cy="{y:g}" r="13" fill="none" stroke="#999999"/>')
        out.append(_words(x, y + 1.5, PROFILE.cell_name(cell)))
    for row in range(PROFILE.rows):
        x, y = head().ends[row]
        out.append(_words(x + 6.0, y + 1.2, f"row {row + 1}"))
    for (x0, y0), (x1, y1) in cables():
        out.append(f'<path d="M{x0:g} {y0:g}L{x1:g} {y1:g}" stroke="#0072b2" stroke-width="1.6"/>')
    for x, y in closed():
        out.append(f'<circle cx="{x:g}" cy="{y:g}" r="2.6" fill="#d55e00"/>')
        out.append(_words(x + (8.0 if x < 60 else -8.0), y + 1.2, "END"))
    path.write_text("\n".join((*out, "</svg>", "")), encoding="utf-8")


def _rect(box: Box, fill: str) -> str:
    return (
        f'<rect x="{box.x0:g}" y="{box.y0:g}" width="{box.width:g}" height="{box.height:g}" '
        f'fill="{fill}" stroke="#000000" stroke-width="0.4"/>'
    )


def _words(x: float, y: float, words: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="3.4" text-anchor="middle">{words}</text>'
