import math

import numpy as np
import pytest

from host_tools.simulator.resting import disc_points, lowest_plane


def heights_over(points, c, a, b):
    return c + points @ np.array([a, b])


def rest(points, heights):
    plane = lowest_plane(points, heights)
    assert np.all(heights_over(points, *plane) >= heights - 1e-6), "sunk into the surface"
    return plane


@pytest.fixture
def points():
    return disc_points(16.0)


def test_on_level_ground_it_lies_level(points):
    assert rest(points, np.full(len(points), 3.0)) == pytest.approx((3.0, 0.0, 0.0), abs=1e-9)


def test_on_a_slope_it_lies_along_the_slope(points):
    slope = heights_over(points, 1.0, 0.1, -0.2)
    assert rest(points, slope) == pytest.approx((1.0, 0.1, -0.2))


def test_on_a_step_under_its_far_half_it_leans(points):
    step = np.where(points[:, 0] > 8.0, 2.0, 0.0)
    c, a, b = rest(points, step)
    edge = points[points[:, 0] > 8.0][:, 0].min()
    # One foot on the step's edge, the other at the far end of the disc.
    assert math.hypot(a, b) == pytest.approx(2.0 / (edge + 16.0), rel=0.02)
    assert c == pytest.approx(16.0 * a, rel=0.02)


def test_on_a_step_under_its_centre_it_lies_on_the_step(points):
    step = np.where(points[:, 0] > -4.0, 2.0, 0.0)
    assert rest(points, step) == pytest.approx((2.0, 0.0, 0.0), abs=1e-9)


def test_across_two_supports_it_lies_like_a_bridge(points):
    two = np.where(np.abs(points[:, 0]) > 10.0, 7.0, 0.0)
    assert rest(points, two) == pytest.approx((7.0, 0.0, 0.0), abs=1e-9)


def test_no_lower_plane_exists_on_rough_ground():
    """Three feet around the centre prove it: any other plane above them is higher there."""
    rng = np.random.default_rng(3)
    points = disc_points(16.0)
    for _ in range(60):
        heights = rng.choice([0.0, 2.0, 7.0, 9.0], len(points), p=[0.9, 0.06, 0.03, 0.01])
        heights += rng.choice([0.0, 0.3], len(points)) * rng.random(len(points))
        c, a, b = rest(points, heights)
        feet = points[heights > heights_over(points, c, a, b) - 1e-6]
        angles = np.sort(np.arctan2(feet[:, 1], feet[:, 0]))
        gaps = np.diff(np.append(angles, angles[0] + 2 * math.pi))
        assert gaps.max() <= math.pi + 1e-6, "it would tip over"
