"""How a flat disc comes to rest on an uneven surface.

Let go, it settles as low as it can: of all planes that lie above the surface under the
disc, the one that is lowest at the disc's centre. That plane touches three points around
the centre (a linear programme in three unknowns, solved by exchanging one point at a
time).
"""

import functools
import math

import numpy as np

from host_tools.simulator.magnets import Floats

_RINGS = 16
_SPOKES = 60
_TOUCH_MM = 1e-9


@functools.cache
def disc_points(radius: float) -> Floats:
    """Points spread over a disc around the origin, its edge included: (points, 2)."""
    radii = radius * np.arange(1, _RINGS + 1) / _RINGS
    angles = 2 * math.pi * np.arange(_SPOKES) / _SPOKES
    return np.column_stack(
        (np.outer(radii, np.cos(angles)).ravel(), np.outer(radii, np.sin(angles)).ravel())
    )


def lowest_plane(points: Floats, heights: Floats) -> tuple[float, float, float]:
    """The plane z = c + a x + b y over all heights with the least c, as (c, a, b).

    `points` end with those of `disc_points`: the last ring is the edge of the disc.
    """
    rows = np.column_stack((np.ones(len(points)), points))
    edge = len(points) - _SPOKES
    feet = [edge, edge + _SPOKES // 3, edge + 2 * _SPOKES // 3]
    plane = _solve(rows[feet], heights[feet])
    for _ in range(200):
        above = heights - rows @ plane
        worst = int(np.argmax(above))
        if above[worst] <= _TOUCH_MM:
            break
        feet, plane = _exchange(rows, heights, feet, worst)
    return float(plane[0]), float(plane[1]), float(plane[2])


def _exchange(rows: Floats, heights: Floats, feet: list[int], new: int) -> tuple[list[int], Floats]:
    """Let the new point take the place of that foot which leaves the centre inside."""
    found: list[tuple[bool, float, float, list[int], Floats]] = []
    for i in range(3):
        trial = [*feet[:i], new, *feet[i + 1 :]]
        corner = rows[trial]
        if abs(np.linalg.det(corner)) < 1e-9:
            continue
        weights = _solve(corner.T, np.array([1.0, 0.0, 0.0]))
        plane = _solve(corner, heights[trial])
        inside = float(weights.min())
        found.append((inside > -1e-9, float(plane[0]), inside, trial, plane))
    # Exactly one exchange keeps the centre inside, but for ties: then the higher plane.
    best = max(found, key=lambda each: each[:2] if each[0] else (False, each[2]))
    return best[3], best[4]


def _solve(matrix: Floats, right: Floats) -> Floats:
    return np.asarray(np.linalg.solve(matrix, right), dtype=np.float64)
