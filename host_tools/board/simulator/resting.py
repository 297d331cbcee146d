"""How a flat disc comes to rest on an uneven surface.

Let go, it settles as low as it can: of all planes that lie above the surface under the
disc, the one that is lowest at the disc's centre. That plane touches three points around
the centre (a linear programme in three unknowns, solved by exchanging one point at a
time).
"""

from collections.abc import Sequence

_TOUCH_MM = 1e-9
_FLAT = 1e-9  # twice the area of three points in a line

Touch = tuple[float, float, float]  # a point under the disc, seen from its centre, and its height
Plane = tuple[float, float, float]  # c, a, b of z = c + a x + b y


def lowest_plane(touches: Sequence[Touch], edge: int) -> Plane:
    """The plane over all points with the least height at the centre. The last `edge` of them lie
    on the disc's edge, evenly around it."""
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
    """Let the new point take the place of that foot which leaves the centre inside."""
    best: tuple[tuple[bool, float], list[int], Plane] | None = None
    for i in range(3):
        trial = [*feet[:i], new, *feet[i + 1 :]]
        found = _through([touches[foot] for foot in trial])
        if found is None:
            continue
        plane, inside = found
        # Exactly one exchange keeps the centre inside, but for ties: then the higher plane.
        rank = (True, plane[0]) if inside > -1e-9 else (False, inside)
        if best is None or rank > best[0]:
            best = rank, trial, plane
    assert best is not None  # three points in a line with each two of the feet: they would be, too
    return best[1], best[2]


def _through(three: Sequence[Touch]) -> tuple[Plane, float] | None:
    """The plane through three points, and by how much the centre lies inside of them (the least of
    its weights); None if they lie in a line."""
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
