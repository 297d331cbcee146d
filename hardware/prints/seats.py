"""The carrier for strips: it lies on the posts of the base in place of the circuit board and holds
strips, head and buttons as high as that would be."""

from dataclasses import replace

from manifold3d import Manifold

from hardware import dimensions
from hardware.dimensions import Box, Dimensions
from hardware.prints.shapes import around, block, disc, joined
from hardware.strips import join

PLAY = 0.2  # around a piece
LEDGE = 1.2  # thickness of what a piece lies on
SUPPORT = 1.5  # width of it along a piece's edges
PINS = 0.5  # the same beside the pins of head and buttons
RIB = 4.0  # width of the support under a strip's middle
DUCT = 17.0  # width of the opening for a cable beside its socket
WALL = 1.2  # more than the circuit board's width, to hold the buttons at the right
ROOM = 1.0  # between ledges and a post of the base


def carrier(d: Dimensions) -> Manifold:
    """The carrier, its upper face level with that of a circuit board."""
    thick = dimensions.BOARD_THICKNESS
    body = block(replace(d.board, x1=d.board.x1 + WALL), -thick - LEDGE, 0.0)
    for hole in d.holes():
        body -= disc(hole, dimensions.BOSS + 2 * ROOM, -10.0, -thick)
        body -= disc(hole, dimensions.SCREW, -10.0, 10.0)
    for seat in join.seats():
        body -= block(seat.box.grown(PLAY), -thick, 1.0)
        body -= joined(block(box, -10.0, 1.0) for box in _openings(seat))
    return body - joined(block(box, -10.0, 10.0) for box in _ducts())


def _openings(seat: join.Seat) -> list[Box]:
    """Below a piece: all but its support."""
    box = seat.box
    if not seat.name.startswith("strip"):
        return [Box(box.x0 + PINS, box.y0 + SUPPORT, box.x1 - PINS, box.y1 - SUPPORT)]
    low, high = box.y0 + SUPPORT, box.y1 - SUPPORT
    middle = box.centre[0]
    return [Box(box.x0 + SUPPORT, low, middle - RIB / 2, high),
            Box(middle + RIB / 2, low, box.x1 - SUPPORT, high)]  # fmt: skip


def _ducts() -> list[Box]:
    """Where cables go down from their sockets."""
    rows = [join.strips(row) for row in range(len(join.head().ends) - 1)]
    found = []
    for row in rows:
        left, right = sorted((seat.box for seat in row), key=lambda box: box.x0)
        y = left.centre[1]
        found.append(Box(left.x1, y - DUCT / 2, right.x0, y + DUCT / 2))
        found.append(around((right.x1 + 3.0, y), 6.0, DUCT))
    head, buttons = join.head().box, join.buttons().box
    found.append(Box(head.x0 - 4.0, head.y0 + 2.0, head.x0, head.y1 - 2.0))
    found.append(around((buttons.centre[0], buttons.y0 - 3.0), 12.0, 6.0))
    return found
