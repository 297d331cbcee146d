"""What holds for parts and names wherever they are placed."""

from itertools import combinations

from hardware.circuit import parts
from hardware.pcb.footprints import SHELL


def overlaps(boxes):
    """The names of each two boxes (name, left, top, right, bottom) that share some area."""
    return [
        (a[0], b[0])
        for a, b in combinations(boxes, 2)
        if a[1] < b[3] and b[1] < a[3] and a[2] < b[4] and b[2] < a[4]
    ]


def bare_holes(sizes):
    """Where a board's files to order have holes without copper: for screws, and under the connector
    of the Pico."""
    x, y = sizes.pico
    shell = [(x + side * across, y + down) for across, down, _ in SHELL for side in (-1, 1)]
    return sorted((round(x, 3), round(y, 3)) for x, y in [*sizes.holes(), *shell])


def check_places(made):
    """Every part is on the board, off the walls, and low enough; sensors are below their cells."""
    sizes = made.dimensions
    for part in made.parts:
        place = made.places[part.ref]
        assert sizes.board.holds(place.x, place.y, room=2.0), part.ref
        if part.kind is parts.SENSOR:
            assert (place.x, place.y) == sizes.cells()[part.cell]
        for wall in sizes.walls():
            assert not wall.grown(0.5).holds(place.x, place.y), part.ref
        hood = sizes.hood_room.holds(place.x, place.y)
        if part.kind.fitted and part.kind is not parts.BUTTON and not hood:
            assert part.kind.height_mm <= sizes.low_parts, part.ref
