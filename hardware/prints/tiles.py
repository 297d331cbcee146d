"""Tiles, the pieces of xtic and Magician Chess, the cap and plug over their magnets, and the jig
that orients magnets. Each is in its printing position: flat side on the bed, no supports.
"""

import json
import re
from pathlib import Path

import numpy as np
from manifold3d import CrossSection, Manifold

from hardware.dimensions import Dimensions, Point
from hardware.prints.faces import face
from hardware.prints.parts import RAISED
from hardware.prints.shapes import disc, joined, raised, sides

# The page draws the same outlines.
OUTLINES = Path(__file__).resolve().parents[2] / (
    "host_tools/play/web/page/js/magician_outlines.js"
)  # fmt: skip
CURVE = 12  # straight segments per curve
HERE = (0.0, 0.0)
CHAMFER = 0.6
# Depth of a tile's marks, on its up side and on the bed side, in layers of 0.2 mm: the filament is
# changed there for two colours.
GROOVE, UNDER_GROOVE = 0.6, 0.4
# depth of the groove around a tile's side, and height of the rim on both sides of it
GRIP, RIM = 0.8, 1.2
NOTCHES = 12
PLAY = 0.2  # clearance of a magnet in its pocket
JIG_COVER = 1.0  # between the jig's magnet and the tile
CAP_DIAMETER = 10.0
PIECE_BASE = 5.0
TOWER, BEAM, WIDE, LONG_SIDE, BORE = 26.0, 9.0, 15.0, 27.0, 8.0
DRAWING = 0.95  # scale of the drawing, clear of the king's rim and the magician's hollows


class Tiles:
    """All bodies with a magnet, for the tiles and magnets of one board."""

    def __init__(self, d: Dimensions) -> None:
        tile, magnet = d.profile.data["tile"], d.profile.data["magnet"]
        self.wide: float = tile["diameter_mm"]
        self.thick: float = tile["thickness_mm"]
        self.floor: float = tile["pocket_floor_mm"]
        self.pocket: float = magnet["diameter_mm"] + PLAY
        self.magnet: float = magnet["height_mm"]

    def chamfered(self, height: float) -> Manifold:
        wide, low = self.wide, self.wide - 2 * CHAMFER
        body = disc(HERE, low, 0.0, CHAMFER, wide)
        body += disc(HERE, wide, CHAMFER, height - CHAMFER)
        return body + disc(HERE, wide, height - CHAMFER, height, low)

    def notches(self, height: float) -> Manifold:
        """Notches of the second player's tiles and of brown pieces, seen and felt from every
        side."""
        notch = Manifold.cylinder(height + 2, 1.6, 1.6, 24)
        notch = notch.translate((self.wide / 2 + 0.4, 0.0, -1.0))
        return joined(notch.rotate((0.0, 0.0, 360.0 / NOTCHES * k)) for k in range(NOTCHES))

    def tile(self, second: bool) -> Manifold:
        """A tile. The magnet is inserted from the up side and lies on the floor, near the down
        side."""
        thick = self.thick
        body = self.chamfered(thick)
        body -= disc(HERE, self.pocket, self.floor, thick + 1)
        body -= raised(face(second, True), thick - GROOVE, thick + 1)
        # Mirrored, as it is seen from below.
        body -= raised(face(second, False).mirror((0.0, 1.0)), -1.0, UNDER_GROOVE)
        # A groove all around, as steep as printers allow, so that nails and fingertips can grip the
        # rim on either side.
        low, high, inner = RIM, thick - RIM, self.wide - 2 * GRIP
        middle = disc(HERE, inner, low + GRIP, high - GRIP)
        waist = disc(HERE, self.wide, low, low + GRIP, inner)
        waist += middle + disc(HERE, inner, high - GRIP, high, self.wide)
        body -= disc(HERE, self.wide + 4.0, low, high) - waist
        return body - self.notches(thick) if second else body

    def plug(self, second: bool) -> Manifold:
        """Closes the pocket of a tile above its magnet, with its part of the picture."""
        high = self.thick - self.floor - self.magnet - 0.1
        body = disc(HERE, self.pocket - 0.15, 0.0, high)
        return body - raised(face(second, True), high - GROOVE, high + 1)

    def cap(self) -> Manifold:
        return disc(HERE, CAP_DIAMETER, 0.0, self.floor)

    def seat(self) -> Manifold:
        """The pocket from below for a piece's magnet and its cap."""
        hole = disc(HERE, CAP_DIAMETER + 0.2, -1.0, self.floor)
        return hole + disc(HERE, self.pocket, 0.0, self.floor + self.magnet + 0.1)

    def piece(self, number: int) -> Manifold:
        """One of xtic's sixteen pieces: the bits of its number are brown, vertical, hollow,
        square."""
        brown, vertical, hollow, square = (bool(number & bit) for bit in (8, 4, 2, 1))
        body = self.chamfered(PIECE_BASE)
        body += _body(vertical, square).translate((0.0, 0.0, PIECE_BASE - 0.01))
        if hollow and vertical:
            body -= disc(HERE, BORE, PIECE_BASE + 4, PIECE_BASE + 4 + TOWER)
        elif hollow:
            room = Manifold.cube((LONG_SIDE - 10, BORE, BEAM))
            body -= room.translate((5 - LONG_SIDE / 2, -BORE / 2, PIECE_BASE + 3))
        body -= self.seat()
        return body - self.notches(PIECE_BASE) if brown else body

    def chessman(self, kind: str, height: float, flutes: int, rim: bool, second: bool) -> Manifold:
        """A disc with a raised drawing on top; higher pieces are stronger. Hollows in the
        magician's side and a raised rim on the king's top can be felt."""
        body = self.chamfered(height)
        shape, cuts = drawing(kind)
        top = _polygon(shape)
        for cut in cuts:
            top -= _polygon(cut)
        body += raised(top.scale((DRAWING, DRAWING)), height - 0.01, height - 0.01 + RAISED)
        if rim:
            edge = self.wide - 2 * CHAMFER - 0.4
            band = disc(HERE, edge, height - 0.01, height - 0.01 + RAISED)
            body += band - disc(HERE, edge - 3.2, 0.0, height + 5)
        body -= self.seat()
        if second:
            body -= self.notches(height)
        # Above a solid base, with a sloped lower side for printing.
        for k in range(flutes):
            flute = Manifold.cylinder(3.0, 4.0, 7.0, sides(14.0))
            flute += Manifold.cylinder(height, 7.0, 7.0, sides(14.0)).translate((0, 0, 2.99))
            flute = flute.translate((self.wide / 2 + 4, 0.0, PIECE_BASE))
            body -= flute.rotate((0.0, 0.0, 360.0 / flutes * k + 90.0))
        return body

    def jig(self) -> Manifold:
        """Two seats for a tile, each over a magnet in the jig. A magnet dropped into the tile's
        pocket is attracted in the right orientation and hovers in the wrong one. The second
        player's seat has notches."""
        seat, depth, apart = self.wide + 0.6, 4.0, 38.0
        under = self.magnet + 0.2 + JIG_COVER
        places = ((0.0, 0.0), (apart, 0.0))
        body = joined(disc(place, seat + 5, 0.0, under + depth) for place in places).hull()
        take = Manifold.cube((10.0, 12.0, depth + 1))
        for x, y in places:
            body -= disc((x, y), seat, under, under + depth + 1)
            body -= disc((x, y), self.pocket, -1.0, under - JIG_COVER)
            for side in (-1, 1):  # for gripping the tile
                body -= take.translate((x - 5, side * (seat / 2 + 3) - 6, under))
        notch = Manifold.cylinder(under + depth + 2, 1.5, 1.5, 24)
        notch = notch.translate((seat / 2 + 2.7, 0.0, -1.0))
        turned = (notch.rotate((0.0, 0.0, 15.0 * k)) for k in range(-4, 5))
        return body - joined(turned).translate((apart, 0.0, 0.0))


def _body(vertical: bool, square: bool) -> Manifold:
    """The upright or lying body on a piece's base."""
    if vertical and square:
        return Manifold.cube((WIDE, WIDE, TOWER)).translate((-WIDE / 2, -WIDE / 2, 0.0))
    if vertical:
        return disc(HERE, WIDE + 1, 0.0, TOWER)
    if square:
        return Manifold.cube((LONG_SIDE, WIDE, BEAM)).translate((-LONG_SIDE / 2, -WIDE / 2, 0.0))
    ends = [(side * (LONG_SIDE - WIDE) / 2, 0.0) for side in (-1, 1)]
    plan = joined(disc(end, WIDE, 0.0, BEAM) for end in ends).hull()
    # A half-round back that fingers can feel too.
    ball = Manifold.sphere(WIDE / 2 + 0.005, 32)
    back = joined(ball.translate((x, 0.0, BEAM - WIDE / 2)) for x, _ in ends)
    foot = joined(disc(end, WIDE, -WIDE / 2, 1 - WIDE / 2) for end in ends)
    return plan ^ (back + foot).hull()


def drawing(kind: str) -> tuple[list[Point], list[list[Point]]]:
    """The outline of a piece and the polygons cut out of it, in mm from the middle of its top, y
    away from the player."""
    text = OUTLINES.read_text(encoding="utf-8")
    drawn = json.loads(text[text.index("{") : text.rindex("}") + 1])[kind]
    return _corners(drawn["outline"]), [_corners(cut) for cut in drawn["cuts"]]


def _corners(path: str) -> list[Point]:
    """The corners of a closed path of M, L, C and Z, with curves as straight segments and y
    inverted."""
    points: list[Point] = []
    for letter, numbers in re.findall(r"([MLC])([^MLCZ]*)", path):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        ends = list(zip(values[::2], values[1::2], strict=True))
        if letter == "C":
            curve = [points[-1], *ends]
            for step in range(1, CURVE + 1):
                t = step / CURVE
                weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
                pairs = list(zip(weights, curve, strict=True))
                points.append((sum(w * p[0] for w, p in pairs), sum(w * p[1] for w, p in pairs)))
        else:
            points += ends
    return [(x, 0.0 - y) for x, y in points]


def _polygon(points: list[Point]) -> CrossSection:
    """The area of a polygon with corners in either orientation."""
    x, y = np.array(points).T
    turned = np.dot(x, np.roll(y, -1)) < np.dot(y, np.roll(x, -1))
    return CrossSection([points[::-1] if turned else points])
