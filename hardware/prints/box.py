"""A box for one set of pieces: twelve seats and a lid that slides in and clicks.

x to the right, y towards the player as on the board, from the middle of the first seat; z up from
the table.
"""

from collections.abc import Callable

from manifold3d import Manifold

from hardware.dimensions import SLACK, Box, Dimensions, Point
from hardware.prints.case import MARK
from hardware.prints.faces import face
from hardware.prints.parts import CHESSMEN, RAISED, piece_name
from hardware.prints.shapes import block, disc, joined, outline, point, raised
from hardware.prints.tiles import BEAM, PIECE_BASE, TOWER

ROWS, COLUMNS = 3, 4
PITCH = 36.0
ROOM = 1.5  # a seat's diameter more than a piece's
FLOOR, DEPTH = 2.4, 35.4
BORDER = 20.5  # from the middle of an outer seat to the outside
CORNER = 6.0
RAIL = 3.0  # height of the lid, which narrows upwards by as much on three sides
WALL = 1.5  # beside the lid at its widest
FINGERS = (16.0, 14.0)  # width of the passages between seats, and height of their floor
NOSE = (30.0, 0.75, 0.4)  # length, radius, and height above the seats of the lid's nose
NOSE_AT = 1.9  # from the front
NOSE_PLAY = 0.15
THUMB = (34.0, 9.0, 1.0)  # a hollow by which the lid is pushed: length, width, depth

TOP = FLOOR + DEPTH
HEIGHT = TOP + RAIL
OUTSIDE = Box(-BORDER, -BORDER, (COLUMNS - 1) * PITCH + BORDER, (ROWS - 1) * PITCH + BORDER)


def seats() -> list[Point]:
    return [(column * PITCH, row * PITCH) for row in range(ROWS) for column in range(COLUMNS)]


def box(d: Dimensions) -> Manifold:
    wide: float = d.profile.data["tile"]["diameter_mm"] + ROOM
    body = raised(outline(OUTSIDE, CORNER, CORNER), 0.0, HEIGHT)
    body -= joined(disc(seat, wide, FLOOR, HEIGHT + 1.0) for seat in seats())
    across, low = FINGERS
    reach = wide / 2 - 2.0
    (left, top), (right, bottom) = seats()[0], seats()[-1]
    for row in range(ROWS):
        y = row * PITCH
        body -= block(Box(left - reach, y - across / 2, right + reach, y + across / 2), low, HEIGHT)
    for column in range(COLUMNS):
        x = column * PITCH
        body -= block(Box(x - across / 2, top - reach, x + across / 2, bottom + reach), low, HEIGHT)
    return body - _slide(0.0, 1.0) - _nose(NOSE_PLAY)


def box_lid() -> Manifold:
    """The lid, closed. Its front is the box's."""
    body = _slide(SLACK, 0.0) ^ raised(outline(OUTSIDE, CORNER, CORNER), 0.0, HEIGHT + 1.0)
    body += _nose(0.0)
    x, y = OUTSIDE.centre
    long, wide, deep = THUMB
    ends = ((x + side * (long - wide) / 2, OUTSIDE.y1 - 14.0) for side in (-1, 1))
    body -= joined(disc(end, wide, HEIGHT - deep, HEIGHT + 1.0) for end in ends).hull()
    for owner, side in enumerate((-1, 1)):
        mark = face(owner, True).translate(point((x + side * 30.0, y)))
        body -= raised(mark, HEIGHT - MARK, HEIGHT + 1.0)
    return body


def _slide(slack: float, beyond: float) -> Manifold:
    """The lid's space, narrower upwards at the left, the right and the rear."""
    corners = []
    for z, inward in ((TOP, WALL + slack), (HEIGHT, WALL + RAIL + slack)):
        for x in (OUTSIDE.x0 + inward, OUTSIDE.x1 - inward):
            for y in (OUTSIDE.y0 + inward, OUTSIDE.y1 + beyond):
                corners.append((*point((x, y)), z))
    body = Manifold.hull_points(corners)
    if beyond:
        # Nothing is left above it.
        open_box = Box(OUTSIDE.x0 + WALL + RAIL, OUTSIDE.y0 + WALL + RAIL,
                       OUTSIDE.x1 - WALL - RAIL, OUTSIDE.y1 + beyond)  # fmt: skip
        body += block(open_box, HEIGHT - 0.01, HEIGHT + 1.0)
    return body


def _nose(play: float) -> Manifold:
    """The lid's nose, or with some play its notch in the front wall."""
    length, radius, up = NOSE
    body = Manifold.cylinder(length + 2 * play, radius + play, radius + play, 24)
    x, y = point((OUTSIDE.centre[0] - length / 2 - play, OUTSIDE.y1 - NOSE_AT))
    return body.rotate((0.0, 90.0, 0.0)).translate((x, y, TOP + up))


BOX: dict[str, Callable[[Dimensions], Manifold]] = {"box": box, "box_lid": lambda _: box_lid()}


def stacks(of: str) -> list[list[str]]:
    """The pieces in each seat from below, by their files' names. A stack has one player's pieces,
    which attract each other."""
    if of == "xtic":
        upright = [piece_name(number) for number in range(16) if number & 4]
        lying = [piece_name(number) for number in range(16) if not number & 4]
        return [*([name] for name in upright), *(lying[k : k + 2] for k in range(0, 8, 2))]
    if of == "tiles":
        return [[f"tile_{side}"] * 4 for side in ("first", "second") for _ in range(2)]
    stored = (["pawn"] * 4, ["pawn"] * 3, ["rook"] * 3, ["knight"] * 3,
              ["magician"] * 2, ["magician", "king"])  # fmt: skip
    return [[f"chess_{kind}_{side}" for kind in kinds]
            for side in ("first", "second") for kinds in stored]  # fmt: skip


def height_of(name: str, d: Dimensions) -> float:
    """Height of a piece by its file's name."""
    if name.startswith("piece"):
        return PIECE_BASE + (TOWER if "vertical" in name else BEAM)
    if name.startswith("chess"):
        return CHESSMEN[name.split("_")[1]].height_mm + RAISED
    thick: float = d.profile.data["tile"]["thickness_mm"]
    return thick
