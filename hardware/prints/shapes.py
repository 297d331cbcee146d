"""Basic bodies of all prints: discs, blocks, outlines. Manifold joins and cuts them."""

from collections.abc import Iterable
from math import ceil, pi

from manifold3d import CrossSection, Manifold, OpType

from hardware.dimensions import Box, Point

STEP_DEG, STEP_MM = 7.5, 0.5  # sides of a circle: 0.04 mm error at a well's edge


def point(place: Point) -> Point:
    """A board position in print coordinates. The board's y points to the player, as on paper; a
    print's y must point away, or plate and case would be mirrored."""
    return (place[0], 0.0 - place[1])


def sides(diameter: float) -> int:
    """Number of sides of a circle."""
    return max(ceil(min(360 / STEP_DEG, pi * diameter / STEP_MM)), 5)


def disc(place: Point, diameter: float, z0: float, z1: float, top: float | None = None) -> Manifold:
    """A round body at a board position, or a cone with diameter `top` at its upper end."""
    x, y = point(place)
    top = diameter if top is None else top
    body = Manifold.cylinder(z1 - z0, diameter / 2, top / 2, sides(max(diameter, top)))
    return body.translate((x, y, z0))


def block(box: Box, z0: float, z1: float) -> Manifold:
    """A prism over a rectangle of the board."""
    return Manifold.cube((box.width, box.height, z1 - z0)).translate((box.x0, -box.y1, z0))


def around(place: Point, width: float, height: float) -> Box:
    x, y = place
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def sideways(x: float, y: float, z: float, diameter: float, length: float, end: float) -> Manifold:
    """A horizontal round body from x to the left; `end` is its diameter there."""
    body = Manifold.cylinder(length, diameter / 2, end / 2, sides(diameter))
    return body.rotate((0.0, -90.0, 0.0)).translate((x, -y, z))


def outline(box: Box, left: float, right: float) -> CrossSection:
    """A rectangle with rounded corners, of these radii at the left and at the right."""

    def rounded(radius: float) -> CrossSection:
        size = (box.width - 2 * radius, box.height - 2 * radius)
        inner = CrossSection.square(size).translate((box.x0 + radius, radius - box.y1))
        return inner.offset(radius, circular_segments=sides(2 * radius)) if radius else inner

    half = CrossSection.square((1000.0, 1000.0)).translate((box.centre[0], -500.0))
    return (rounded(right) ^ half) + (rounded(left) - half)


def raised(shape: CrossSection, z0: float, z1: float) -> Manifold:
    """A prism over an outline."""
    return shape.extrude(z1 - z0).translate((0.0, 0.0, z0))


def joined(bodies: Iterable[Manifold]) -> Manifold:
    found = list(bodies)
    return Manifold.batch_boolean(found, OpType.Add) if found else Manifold()
