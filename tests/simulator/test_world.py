import math

import numpy as np
import pytest

from host_tools.board.simulator.fields import FieldMap
from host_tools.board.simulator.tiles import Shape
from host_tools.board.simulator.world import World, WorldError
from host_tools.build import profiles

DISC = Shape(10.0, 2.0, 10.0, 2.0)


@pytest.fixture
def world(profile):
    return World(profile, seed=2)


def test_spare_tiles_lie_in_the_trays(profile, world):
    assert [t.owner for t in world.tiles] == [0] * 8 + [1] * 8
    last = (profile.rows - 1) * profile.pitch_mm
    tray = profile.data["plate"]["tray_distance_mm"]
    assert {t.y_mm for t in world.tiles[:8]} == {last + tray}
    assert {t.y_mm for t in world.tiles[8:]} == {-tray}
    assert all(t.up and t.rest == "table" for t in world.tiles)
    assert nothing_overlaps(world)


def test_a_long_tray_has_two_even_rows_as_wide_as_the_cells():
    profile = profiles.profile("tile7x7")
    world = World(profile)
    tray, last = world.plate.tray_distance_mm, (profile.rows - 1) * profile.pitch_mm
    for tiles, near in ((world.tiles[:14], last + tray), (world.tiles[14:], -tray)):
        rows = sorted({t.y_mm for t in tiles}, key=lambda y: abs(y - near))
        assert rows[0] == near
        assert [sum(t.y_mm == y for t in tiles) for y in rows] == [7, 7]
        assert all(0 <= t.x_mm <= last for t in tiles)
    assert nothing_overlaps(world)


def test_magnets_differ_a_little_and_the_second_player_s_are_reversed(profile, world):
    nominal = profile.data["magnet"]["remanence_mt"]
    spread = profile.data["magnet"]["remanence_tolerance"]
    for tile in world.tiles:
        signed = tile.remanence_mt * (1 if tile.owner == 0 else -1)
        assert abs(signed / nominal - 1) <= spread + 1e-12
    assert len({abs(t.remanence_mt) for t in world.tiles}) == 16


@pytest.mark.parametrize(
    ("x", "y", "rest"),
    [
        (40.6, 80.2, "well"),
        (42.0, 81.5, "well"),  # slips in
        (44.5, 80.0, "well"),  # and here it slides
        (58.0, 80.0, "well"),
        (57.0, 58.0, "well"),
        (60.0, 80.0, "well"),  # on a crest it tips over
        (60.0, 60.0, "well"),
        (-40.0, 240.0, "table"),
        (160.0, 0.0, "leaning"),  # over the edge of the plate
    ],
)
def test_where_a_tile_comes_to_rest(profile, world, x, y, rest):
    assert world.lay(0, x, y) == rest
    tile = world.tile(0)
    if rest == "leaning":
        assert not world.plate.covers(tile.x_mm, tile.y_mm)
        assert tile.z_mm < profile.data["plate"]["well_depth_mm"]
    else:
        assert (tile.z_mm, tile.tilt_deg) == (pytest.approx(0.0, abs=1e-6), 0.0)


def test_a_tile_slides_into_the_nearest_cell(world):
    for x, y, cell in ((53.0, 41.0, 5), (66.0, 39.0, 6), (41.0, 64.0, 9), (55.0, 57.0, 5)):
        world.lay(0, x, y)
        assert [t.id for t in world.on_cell(cell)] == [0], (x, y)


def test_friction_holds_a_tile_that_leans(world):
    world.plate.friction = 1.0
    assert world.lay(0, 50.0, 80.0) == "leaning"
    tile = world.tile(0)
    assert (tile.x_mm, tile.y_mm) == (50.0, 80.0)
    assert 10.0 < tile.tilt_deg < 30.0
    # The upper end is over the ridge, at larger x; its top face looks back to the middle.
    assert math.cos(math.radians(tile.tilt_towards_deg)) == pytest.approx(-1.0, abs=0.05)


@pytest.mark.slow
def test_no_tile_lies_level_between_cells(world):
    """Whatever the friction, halfway between cells and elsewhere outside the wells."""
    world.plate.friction = 9.0
    for x in np.arange(-19.0, 140.0, 9.3):
        for y in np.arange(-19.0, 140.0, 12.7):
            _, off = world.plate.nearest(x, y)
            if off > 3.0 and world.lay(0, x, y) != "leaning":
                raise AssertionError(f"level at {x:.1f} {y:.1f}")
            assert off <= 3.0 or world.tile(0).tilt_deg > 2.0


def test_a_tile_slipping_in_stays_anywhere_within_its_play(profile, world):
    plate = profile.data["plate"]
    play = (plate["well_diameter_mm"] - profile.data["tile"]["diameter_mm"]) / 2
    spots = []
    for _ in range(60):
        world.lay(0, 42.5, 40.0)
        tile = world.tile(0)
        spots.append((tile.x_mm - 40.0, tile.y_mm - 40.0))
        world.lay(0, -40.0, 250.0)
    away = np.hypot(*np.array(spots).T)
    assert away.max() <= play + 1e-9
    assert away.std() > 0.1


def test_a_tile_on_another_is_stacked(profile, world):
    world.lay(0, 40.0, 40.0)
    assert world.lay(8, 40.5, 40.0) == "stacked"
    assert world.tile(8).z_mm == pytest.approx(profile.data["tile"]["thickness_mm"])
    assert [t.id for t in world.on_cell(5)] == [0, 8]


def test_a_tile_over_two_neighbours_leans(world):
    world.lay(0, 40.0, 40.0)
    world.lay(1, 80.0, 40.0)
    assert world.lay(8, 60.0, 40.0) == "leaning"
    assert world.tile(8).z_mm > 5.0


def test_a_tile_half_on_another_slides_off_it(world):
    world.lay(0, 40.0, 40.0)
    assert world.lay(8, 62.0, 40.0) == "well"
    assert [t.id for t in world.on_cell(6)] == [8]


def test_pulling_the_lower_tile_away_lets_the_upper_one_fall(world):
    world.lay(0, 40.0, 40.0)
    world.lay(8, 40.0, 40.0)
    world.grab(0)
    assert (world.tile(8).rest, world.tile(8).z_mm) == ("well", 0.0)


def test_a_tile_laid_elsewhere_lets_the_one_on_it_fall(world):
    world.lay(0, 40.0, 40.0)
    world.lay(8, 40.0, 40.0)
    world.lay(0, 80.0, 40.0)
    assert (world.tile(8).rest, world.tile(8).z_mm) == ("well", 0.0)


@pytest.mark.slow
def test_tiles_dropped_anywhere_never_overlap(world):
    rng = np.random.default_rng(1)
    for _ in range(4):
        for tile in world.tiles:
            world.lay(tile.id, *rng.uniform(-30.0, 150.0, 2), up=bool(rng.integers(2)))
        assert nothing_overlaps(world)
        for tile in world.tiles:
            world.lay(tile.id, *world.home(tile))


def nothing_overlaps(world):
    """Every point of every tile's lower face is clear of the tiles that lay there first."""
    angles = np.linspace(0, 2 * math.pi, 24, endpoint=False)
    for upper in world.tiles:
        for lower in world.tiles:
            if upper.id <= lower.id:
                continue
            for radius in (0.0, 8.0, 16.0):
                for angle in angles:
                    x = upper.x_mm + radius * math.cos(angle)
                    y = upper.y_mm + radius * math.sin(angle)
                    if math.hypot(x - lower.x_mm, y - lower.y_mm) > 15.5:
                        continue
                    if underside(upper, x, y) < lower.top_mm(x, y) - 0.3:
                        return False
    return True


def underside(tile, x, y):
    return tile.top_mm(x, y) - tile.shape.thickness_mm / math.cos(math.radians(tile.tilt_deg))


def test_a_held_tile_trembles_at_eight_to_twelve_hertz(world):
    world.grab(0)
    world.move_held(0, 40.0, 40.0, 30.0)
    heights = []
    for _ in range(1000):
        world.advance(10.0)
        heights.append(world.tile(0).z_mm)
    assert np.std(heights) == pytest.approx(0.3, rel=0.2)
    power = np.abs(np.fft.rfft(np.array(heights) - np.mean(heights))) ** 2
    hertz = np.fft.rfftfreq(1000, 0.01)
    assert power[(hertz > 7.9) & (hertz < 12.1)].sum() > 0.98 * power.sum()


def test_without_tremor_it_is_still(profile):
    world = World(profile, seed=2, tremor_mm=0.0)
    world.grab(0)
    world.move_held(0, 40.0, 40.0, 30.0)
    world.advance(33.0)
    assert (world.tile(0).x_mm, world.tile(0).z_mm) == (40.0, 30.0)


def test_the_wall_of_a_well_holds_a_tile_pushed_sideways(profile):
    world = World(profile, seed=2, tremor_mm=0.0)
    world.lay(0, 40.0, 40.0)
    world.grab(0)
    world.move_held(0, 55.0, 40.0, 0.0)
    assert world.tile(0).x_mm == pytest.approx(41.0)
    world.move_held(0, 55.0, 40.0, 2.5)
    assert world.tile(0).x_mm == pytest.approx(55.0)
    crest = 6.0 + 0.35 * math.sqrt(16.0**2 - 5.0**2)  # where the ridge runs out from under it
    assert world.tile(0).z_mm == pytest.approx(crest, abs=0.4)
    world.move_held(0, 55.0, 40.0, 0.0)  # the ridge carries it
    assert world.tile(0).z_mm == pytest.approx(crest, abs=0.4)


def test_a_held_tile_does_not_pass_through_another(profile):
    world = World(profile, seed=2, tremor_mm=0.0)
    world.lay(0, 40.0, 40.0)
    world.grab(1)
    world.move_held(1, 40.0, 40.0, 0.0)
    assert world.tile(1).z_mm == pytest.approx(profile.data["tile"]["thickness_mm"])


def test_a_tile_held_askew_is_pressed_level_on_the_floor(profile):
    world = World(profile, seed=2, tremor_mm=0.0)
    world.grab(0)
    tilts = []
    for z in (20.0, 1.0, 0.3, 0.0, -1.0):
        world.move_held(0, 40.0, 40.0, z, tilt_deg=5.0)
        tilts.append(world.tile(0).tilt_deg)
    assert tilts[0] == 5.0
    assert tilts == sorted(tilts, reverse=True)
    assert (tilts[-1], world.tile(0).z_mm) == (0.0, 0.0)


def test_a_tile_held_upright_is_never_inside_the_plate(profile):
    world = World(profile, seed=2, tremor_mm=0.0)
    world.grab(0)
    world.move_held(0, 60.0, 40.0, 3.0)
    world.turn_held(0)
    radius, half = 16.0, 3.5
    while world.turning(0):
        world.advance(20.0)
        tile = world.tile(0)
        lean = math.radians(tile.tilt_deg)
        lowest = tile.z_mm + half - radius * math.sin(lean) - half * abs(math.cos(lean))
        assert lowest >= 2.0 - 1e-9


def test_turning_takes_time_and_ends_with_the_other_side_up(world):
    world.grab(0)
    world.move_held(0, 0.0, 0.0, 40.0)
    world.turn_held(0)
    tilts = []
    while world.turning(0):
        world.advance(20.0)
        tilts.append(world.tile(0).tilt_deg)
    assert len(tilts) == 15  # 300 ms
    assert max(tilts) > 150.0
    assert (world.tile(0).up, world.tile(0).tilt_deg) == (False, pytest.approx(0.0, abs=1e-6))


def test_let_go_in_mid_turn_it_falls_on_the_nearer_side(world):
    for ticks, up in ((6, True), (9, False)):
        world.grab(0)
        world.move_held(0, 0.0, 0.0, 40.0)
        world.turn_held(0)
        for _ in range(ticks):
            world.advance(20.0)
        world.drop(0)
        assert (world.tile(0).up, world.tile(0).tilt_deg) == (up, 0.0)
        world.lay(0, *world.home(world.tile(0)))


@pytest.mark.parametrize(("tilt", "up", "way"), [(40.0, True, -1.0), (140.0, False, 1.0)])
def test_let_go_askew_it_falls_flat_about_its_lower_edge(profile, tilt, up, way):
    world = World(profile, seed=2, tremor_mm=0.0)
    world.grab(0)
    world.move_held(0, -200.0, 100.0, 30.0)
    world.tile(0).tilt_deg = tilt
    world.tile(0).tilt_towards_deg = 0.0  # the edge at larger x is the lower one, up to 90 degrees
    world.drop(0)
    tile = world.tile(0)
    offset_mm = 16.0 * (1.0 - math.cos(math.radians(40.0)))
    assert (tile.x_mm, tile.y_mm) == pytest.approx((-200.0 + way * offset_mm, 100.0))
    assert (tile.up, tile.tilt_deg) == (up, 0.0)


def test_the_field_turns_smoothly_with_the_tile(profile):
    world = World(profile, seed=2, tremor_mm=0.0)
    field = FieldMap(world)
    world.grab(0)
    world.move_held(0, 0.0, 0.0, 25.0)
    world.turn_held(0)
    readings = []
    while world.turning(0):
        world.advance(2.0)
        readings.append(field.update()[0])
    assert readings[0] > 0 > readings[-1]
    assert np.abs(np.diff(readings)).max() < 0.05 * (readings[0] - readings[-1])


def test_arranging_lays_what_is_asked_and_clears_the_rest(world):
    world.lay(0, 40.0, 40.0)
    world.arrange([(0, True), (1, False)] + [None] * 14)
    lying = {cell: [(t.owner, t.up) for t in world.on_cell(cell)] for cell in range(16)}
    assert lying[0] == [(0, True)]
    assert lying[1] == [(1, False)]
    assert all(not lying[cell] for cell in range(2, 16))


def test_the_other_set_is_sixteen_tiles_alike_in_the_same_places(world):
    first = [(t.x_mm, t.y_mm, t.remanence_mt) for t in world.tiles]
    world.arrange([(1, False)] + [None] * 15)
    world.unpack(True)
    assert {t.owner for t in world.tiles} == {0}
    assert [(t.x_mm, t.y_mm) for t in world.tiles] == [spot[:2] for spot in first]
    assert [t.remanence_mt for t in world.tiles] == [abs(spot[2]) for spot in first]
    for cell in range(16):
        x, y = world.plate.centre(cell)
        assert world.lay(world.spare(0).id, x, y) == "well"
    world.reseed(2)
    assert world.alike
    world.unpack(False)
    assert [(t.x_mm, t.y_mm, t.remanence_mt) for t in world.tiles] == first
    assert all(t.up for t in world.tiles)


def test_a_foreign_disc_lies_in_a_well_where_it_fell(world):
    disc = world.add_foreign(DISC, 1190.0, 46.0, 40.0)
    assert (disc.x_mm, disc.z_mm, disc.rest) == (46.0, 0.0, "well")
    assert [t.id for t in world.on_cell(5)] == [disc.id]


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (lambda w: w.tile(99), "no tile 99"),
        (lambda w: w.drop(3), "tile 3 is not in a hand"),
        (lambda w: w.move_held(3, 0, 0, 0), "tile 3 is not in a hand"),
        (lambda w: w.turn_held(3), "tile 3 is not in a hand"),
        (lambda w: (w.grab(3), w.grab(3)), "tile 3 is already in a hand"),
        (lambda w: (w.grab(3), w.lay(3, 0, 0)), "tile 3 is in a hand"),
        (lambda w: (w.grab(3), w.unpack(True)), "tile 3 is in a hand"),
        (lambda w: w.take_foreign(3), "player's tile"),
        (lambda w: w.arrange([(0, True)] * 9 + [None] * 7), "player 1 has only 8 tiles"),
        (lambda w: (w.arrange([(0, True)] * 8 + [None] * 8), w.spare(0)), "no spare tile"),
    ],
)
def test_what_cannot_be_done_is_refused(world, act, reason):
    with pytest.raises(WorldError, match=reason):
        act(world)
