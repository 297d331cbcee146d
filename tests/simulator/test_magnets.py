import magpylib
import numpy as np
import pytest

from host_tools.board.simulator import many
from host_tools.board.simulator.magnets import field_at

UP = (0.0, 0.0, 1.0)


def field_z(rows, points, compute=field_at):
    """Field of each magnet (a row) at each point."""
    found = np.empty((len(rows), len(points)))
    compute(rows, points, found)
    return found


def field_below(diameter, height, remanence, gap, offset_mm=0.0):
    """Field of an upright disc at a point `gap` below its lower face."""
    row = (0.0, 0.0, gap + height / 2, *UP, diameter / 2, height / 2, remanence)
    return field_z([row], [(offset_mm, 0.0, 0.0)])[0, 0]


def test_agrees_with_magpylib_on_random_poses():
    rng = np.random.default_rng(7)
    count = 400
    size = np.column_stack((rng.uniform(3, 20, count), rng.uniform(1, 12, count)))
    remanence = rng.uniform(-1400, 1400, count)
    centre = rng.uniform((-70, -70, 3), (70, 70, 60), (count, 3))
    axis = rng.normal(size=(count, 3))
    axis /= np.linalg.norm(axis, axis=1, keepdims=True)
    points = np.column_stack((rng.uniform(-60, 60, (9, 2)), np.zeros(9)))
    rows = np.column_stack((centre, axis, size / 2, remanence))
    ours = field_z(rows.tolist(), points.tolist())
    compiled = field_z(rows, points, many.field_at)
    np.testing.assert_allclose(compiled, ours, rtol=1e-12, atol=1e-12)
    for i in range(count):
        turn = rotation_onto(axis[i])
        magnet = magpylib.magnet.Cylinder(
            polarization=(0, 0, remanence[i] / 1000),
            dimension=size[i] / 1000,
            position=centre[i] / 1000,
            orientation=turn,
        )
        field = magnet.getB(points / 1000) * 1000
        # Relative to the whole vector: its z part alone passes through zero.
        assert np.all(np.abs(ours[i] - field[:, 2]) <= 1e-9 * np.linalg.norm(field, axis=1))


def rotation_onto(axis):
    from scipy.spatial.transform import Rotation  # noqa: PLC0415 - comes with magpylib

    return Rotation.align_vectors([axis], [(0, 0, 1)])[0]


@pytest.mark.parametrize(("gap", "expected"), [(4.5, 62.0), (7.9, 21.0)])
def test_tile_magnet_on_its_axis(gap, expected):
    assert field_below(8, 2, 1190, gap) == pytest.approx(expected, abs=1.0)


@pytest.mark.parametrize(("offset_mm", "expected"), [(0, 64), (5, 30), (10, 0), (15, -2)])
def test_disc_beside_its_axis(offset_mm, expected):
    assert field_below(10, 2, 1190, 5.0, offset_mm) == pytest.approx(expected, abs=2.0)


def test_axis_mantle_edge_and_inside_are_finite():
    offset_mm = np.array([0.0, 3.999999999, 4.0, 4.000000001, 0.5, 4.0])
    height = np.array([9.0, 0.0, 0.0, 0.0, 0.1, 1.0])
    points = np.column_stack((offset_mm, np.zeros(6), height)).tolist()
    field = field_z([(0.0, 0.0, 0.0, *UP, 4.0, 1.0, 1190.0)], points)
    assert np.all(np.isfinite(field))
    assert field[0, 1] == pytest.approx(field[0, 3], rel=1.0)
    assert 0 < field[0, 4] < 1190  # inside, along the magnetisation, less than remanence


def test_far_away_it_is_a_dipole():
    moment = 1190 * np.pi * 16 * 2 / (4 * np.pi)
    assert field_below(8, 2, 1190, 299.0) == pytest.approx(2 * moment / 300**3, rel=1e-3)
