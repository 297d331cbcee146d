"""How a flat disc comes to rest on an uneven surface.

A released disc settles as low as it can: of all planes above the surface under the disc, the one
that is lowest at the disc's centre. That plane touches three points around the centre (a linear
programme in three unknowns, solved by exchanging one point at a time).
"""

from collections.abc import Sequence

_TOUCH_MM = 1e-9
_FLAT = 1e-9  # twice the area of a triangle whose corners count as collinear

Touch = tuple[float, float, float]  # a point under the disc, relative to its centre, and its height
Plane = tuple[float, float, float]  # c, a, b of z = c + a x + b y


def lowest_plane(touches: Sequence[Touch], edge: int) -> Plane:
    """The plane above all points with the least height at the centre. The last `edge` points lie
    evenly on the disc's edge."""
    last = len(touches) - edge
    feet = [last, last + edge // 3, last + 2 * edge // 3]
    plane, _ = _through([touches[foot] for foot in feet]) or ((0.0, 0.0, 0.0), 0.0)
    for _ in range(200):
        c, a, b = plane
        above = [z - c - a * x - b * y for x, y, z in touches]
        most = max(above)
        if most <= _TOUCH_MM:
            break
        feet, plane = _exchange(touches, feet, above.index(most))
    return plane


def _exchange(touches: Sequence[Touch], feet: list[int], new: int) -> tuple[list[int], Plane]:
    """Replace a foot by the new point so that the centre stays inside the three."""
    best: tuple[tuple[bool, float], list[int], Plane] | None = None
    for i in range(3):
        trial = [*feet[:i], new, *feet[i + 1 :]]
        found = _through([touches[foot] for foot in trial])
        if found is None:
            continue
        plane, inside = found
        # Except for ties, exactly one exchange keeps the centre inside; on a tie take the higher
        # plane.
        rank = (True, plane[0]) if inside > -1e-9 else (False, inside)
        if best is None or rank > best[0]:
            best = rank, trial, plane
    # The feet are not collinear, so the new point is not collinear with every pair of them.
    assert best is not None
    return best[1], best[2]


def _through(three: Sequence[Touch]) -> tuple[Plane, float] | None:
    """The plane through three points, and how far inside them the centre lies (its smallest
    barycentric weight); None if they are collinear."""
    (x0, y0, z0), (x1, y1, z1), (x2, y2, z2) = three
    twice = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    if abs(twice) < _FLAT:
        return None
    w0 = (x1 * y2 - x2 * y1) / twice
    w1 = (x2 * y0 - x0 * y2) / twice
    w2 = (x0 * y1 - x1 * y0) / twice
    a = ((z1 - z0) * (y2 - y0) - (z2 - z0) * (y1 - y0)) / twice
    b = ((x1 - x0) * (z2 - z0) - (x2 - x0) * (z1 - z0)) / twice
    return (w0 * z0 + w1 * z1 + w2 * z2, a, b), min(w0, w1, w2)
