import math
import random

import pytest

from host_tools.board.simulator.plate import disc_edge
from host_tools.board.simulator.resting import lowest_plane

RADIUS = 16.0
EDGE = disc_edge(RADIUS)
INSIDE = [(x * ring / 16, y * ring / 16) for ring in range(1, 16) for x, y in EDGE]
POINTS = [*INSIDE, *EDGE]


def rest(ground):
    """The plane on which a disc rests on a ground whose height at (x, y) is `ground(x, y)`."""
    touches = [(x, y, ground(x, y)) for x, y in POINTS]
    c, a, b = lowest_plane(touches, len(EDGE))
    assert all(c + a * x + b * y >= z - 1e-6 for x, y, z in touches), "sunk into the surface"
    return c, a, b


def test_on_level_ground_it_lies_level():
    assert rest(lambda x, y: 3.0) == pytest.approx((3.0, 0.0, 0.0), abs=1e-9)


def test_on_a_slope_it_lies_along_the_slope():
    assert rest(lambda x, y: 1.0 + 0.1 * x - 0.2 * y) == pytest.approx((1.0, 0.1, -0.2))


def test_on_a_step_under_its_far_half_it_leans():
    c, a, b = rest(lambda x, y: 2.0 if x > 8.0 else 0.0)
    edge = min(x for x, _ in POINTS if x > 8.0)
    # One foot on the step's edge, the other at the far end of the disc.
    assert math.hypot(a, b) == pytest.approx(2.0 / (edge + 16.0), rel=0.02)
    assert c == pytest.approx(16.0 * a, rel=0.02)


def test_on_a_step_under_its_centre_it_lies_on_the_step():
    assert rest(lambda x, y: 2.0 if x > -4.0 else 0.0) == pytest.approx((2.0, 0.0, 0.0), abs=1e-9)


def test_across_two_supports_it_lies_like_a_bridge():
    plane = rest(lambda x, y: 7.0 if abs(x) > 10.0 else 0.0)
    assert plane == pytest.approx((7.0, 0.0, 0.0), abs=1e-9)


def test_no_lower_plane_exists_on_rough_ground():
    """Three feet around the centre prove it: any other plane above them is higher there."""
    rng = random.Random(3)
    for _ in range(60):
        heights = {
            point: rng.choices([0.0, 2.0, 7.0, 9.0], [0.9, 0.06, 0.03, 0.01])[0]
            + rng.choice([0.0, 0.3]) * rng.random()
            for point in POINTS
        }
        c, a, b = rest(lambda x, y, heights=heights: heights[x, y])
        feet = [(x, y) for (x, y), z in heights.items() if z > c + a * x + b * y - 1e-6]
        angles = sorted(math.atan2(y, x) for x, y in feet)
        around = [*angles[1:], angles[0] + math.tau]
        gaps = [after - before for before, after in zip(angles, around, strict=True)]
        assert max(gaps) <= math.pi + 1e-6, "it would tip over"
