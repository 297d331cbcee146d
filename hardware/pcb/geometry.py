"""Pads, tracks and holes of a board's routing, and the distances between them."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

CLEARANCE = 0.25  # a little more than the rules require: paths are only checked at nodes
Mask = NDArray[np.bool_]


@dataclass(frozen=True, order=True)
class Pad:
    """Copper of a part: a rectangle along the axes. Without a net it is an obstacle."""

    net: str
    x: float
    y: float
    half_x: float
    half_y: float
    layers: tuple[int, ...]


@dataclass(frozen=True, order=True)
class Track:
    net: str
    layer: int
    x0: float
    y0: float
    x1: float
    y1: float
    width: float


@dataclass(frozen=True, order=True)
class Hole:
    """A via if it has a net, otherwise a hole with its keep-out radius."""

    net: str
    x: float
    y: float
    radius: float


@dataclass
class Routes:
    tracks: list[Track] = field(default_factory=list)
    vias: list[Hole] = field(default_factory=list)


class RouteError(Exception):
    """Some nets could not be routed; the text names them."""


Shape = tuple[tuple[int, ...], float, float, float, float, float, float, float]


def apart(a: Pad, b: Pad) -> float:
    """The length of a track with right angles between two pads."""
    return abs(a.x - b.x) + abs(a.y - b.y)


def bounds(mask: Mask) -> NDArray[np.int64]:
    """Smallest column and row of a map's nodes, and largest."""
    rows, columns = (np.flatnonzero(mask.any(axis=axes)) for axes in ((0, 2), (0, 1)))
    return np.array((columns[0], rows[0], columns[-1], rows[-1]), np.int64)


def too_near(a: Shape, b: Shape) -> bool:
    """Whether two tracks or vias are nearer than the clearance."""
    if not set(a[0]) & set(b[0]):
        return False
    reach = a[7] + b[7] + CLEARANCE - 1e-6
    (ax, ay, bx, by), (cx, cy, dx, dy) = a[1:5], b[1:5]
    if min(ax, bx) - reach > max(cx, dx) or max(ax, bx) + reach < min(cx, dx):
        return False
    if min(ay, by) - reach > max(cy, dy) or max(ay, by) + reach < min(cy, dy):
        return False

    def side(px: float, py: float, qx: float, qy: float, x: float, y: float) -> float:
        return (qx - px) * (y - py) - (qy - py) * (x - px)

    if (
        side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) < 0
        and side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) < 0
    ):
        return True
    ends = (
        (ax, ay, cx, cy, dx, dy),
        (bx, by, cx, cy, dx, dy),
        (cx, cy, ax, ay, bx, by),
        (dx, dy, ax, ay, bx, by),
    )
    return any(from_line(*end) < reach for end in ends)


def from_line(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Distance of a point from the line segment between a and b."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / square))
    return float(((x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2) ** 0.5)
