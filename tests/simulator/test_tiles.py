"""Where the magnet of a tile is, and which way it points."""

import pytest
from one_board import DATA

from host_tools.board.simulator.tiles import Tile, tile_shape


def tile(**pose):
    return Tile(0, 0, tile_shape(DATA), 1190.0, 10.0, 20.0, **pose)


@pytest.mark.parametrize(("up", "gap"), [(True, 4.6), (False, 8.0)])
def test_a_seated_magnet_s_gap_to_the_hall_element(up, gap):
    (x, y, z), axis = tile(up=up).magnet_pose()
    lower_face = z - DATA["magnet"]["height_mm"] / 2
    assert lower_face + DATA["plate"]["floor_above_hall_mm"] == pytest.approx(gap)
    assert (x, y) == (10.0, 20.0)
    assert axis == pytest.approx((0.0, 0.0, 1.0 if up else -1.0))


def test_a_tile_on_edge_has_its_magnet_off_its_middle():
    (x, y, z), axis = tile(z_mm=15.0, tilt_deg=90.0, tilt_towards_deg=90.0).magnet_pose()
    assert axis == pytest.approx((0.0, 1.0, 0.0))
    assert (x, z) == pytest.approx((10.0, 18.5))
    assert y == pytest.approx(20.0 - 1.7)


def test_the_end_of_a_turn_is_the_other_side_up():
    turned_over = tile(up=True, tilt_deg=180.0).magnet_pose()
    other_side = tile(up=False).magnet_pose()
    for one, other in zip(turned_over, other_side, strict=True):
        assert one == pytest.approx(other)
