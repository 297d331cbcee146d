"""Tiles never float: each lies on the plate, the table or other tiles."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from one_board import PROFILE

from host_tools.board.simulator.plate import disc_edge
from host_tools.board.simulator.tiles import FOREIGN, Shape
from host_tools.board.simulator.world import World

DISC = Shape(10.0, 2.0, 10.0, 2.0)
NEAR_MM = 0.1
RINGS = 6

# Close together, so that they make stacks.
PLACES = st.tuples(st.floats(22.0, 58.0), st.floats(22.0, 58.0))
TILES = st.integers(0, 5)
ACTS = st.one_of(
    st.tuples(st.just("lay"), TILES, PLACES),
    st.tuples(st.just("pull"), TILES, PLACES),
    st.tuples(st.just("grab"), TILES, PLACES),
    st.tuples(st.just("foreign"), TILES, PLACES),
    st.tuples(st.just("take"), TILES, PLACES),
)


def supported(world, body):
    """Feet all around its centre, on the plate or on a body that rests."""
    radius = body.shape.diameter_mm / 2
    edge = disc_edge(radius)
    inside = [(x * ring / RINGS, y * ring / RINGS) for ring in range(1, RINGS) for x, y in edge]
    crests = world.plate.corners(body.x_mm, body.y_mm, radius)
    height = body.shape.thickness_mm / math.cos(math.radians(body.tilt_deg))
    others = [other for other in world.bodies() if not other.held and other is not body]
    rims = [
        (other.x_mm + dx - body.x_mm, other.y_mm + dy - body.y_mm)
        for other in others
        for dx, dy in disc_edge(other.shape.diameter_mm / 2 - NEAR_MM / 10)
    ]
    rims = [(dx, dy) for dx, dy in rims if math.hypot(dx, dy) <= radius]
    angles = []
    for dx, dy in (*crests, *inside, *edge, *rims):
        x, y = body.x_mm + dx, body.y_mm + dy
        under = body.top_mm(x, y) - height
        ground = world.plate.height(x, y)
        for other in others:
            over = math.hypot(x - other.x_mm, y - other.y_mm) <= other.shape.diameter_mm / 2
            if over and other.top_mm(x, y) < under + body.shape.thickness_mm / 2:
                ground = max(ground, other.top_mm(x, y))
        if ground > under - NEAR_MM:
            angles.append(math.atan2(dy, dx))
    if len(angles) < 2:
        return False
    angles.sort()
    around = [*angles[1:], angles[0] + math.tau]
    gaps = [after - before for before, after in zip(angles, around, strict=True)]
    return max(gaps) <= math.pi + 0.1


def check(world):
    for body in world.bodies():
        if not body.held:
            assert supported(world, body), f"{body.id} floats at {body.z_mm:.1f} mm"


def do(world, act, number, place):
    foreign = [body.id for body in world.foreign]
    held = [body.id for body in world.bodies() if body.held]
    if act == "lay" and number not in held:
        world.lay(number, *place)
    elif act == "pull" and number not in held:
        world.grab(number)
        world.move_held(number, -200.0, 0.0, 30.0)
    elif act == "grab" and number in held:
        world.move_held(number, *place, 40.0)
        world.drop(number)
    elif act == "foreign" and len(foreign) < 3:
        world.add_foreign(DISC, 1190.0, *place)
    elif act == "take" and foreign:
        world.take_foreign(foreign[number % len(foreign)])


SERIES = st.lists(ACTS, min_size=4, max_size=14)


@pytest.mark.slow
@settings(max_examples=6, deadline=None)
@given(SERIES, st.booleans())
def test_nothing_floats_after_any_act(acts, flat):
    carry_out(acts, flat)


@pytest.mark.reliability
@settings(max_examples=600, deadline=None)
@given(SERIES, st.booleans())
def test_nothing_floats_after_many_acts(acts, flat):
    carry_out(acts, flat)


def carry_out(acts, flat):
    world = World(PROFILE, tremor_mm=0.0)
    if flat:
        world.plate.flatten()
    for number in range(6):
        world.lay(number, 40.0 + number, 40.0)
    for act in acts:
        do(world, *act)
        check(world)


@pytest.mark.parametrize("away", ["grab", "lay", "take_foreign"])
@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_stack_comes_down_when_the_lowest_goes(away, count):
    world = World(PROFILE, tremor_mm=0.0)
    lowest = world.tile(0)
    if away == "take_foreign":
        lowest = world.add_foreign(world.tile(0).shape, 1190.0, 40.0, 40.0)
    else:
        world.lay(0, 40.0, 40.0)
    for number in range(1, count):
        assert world.lay(number, 40.0, 40.0) == "stacked"
    if away == "grab":
        world.grab(0)
    elif away == "lay":
        world.lay(0, 120.0, 40.0)
    else:
        world.take_foreign(lowest.id)
    assert [t.id for t in world.on_cell(5)] == list(range(1, count))
    assert [t.z_mm for t in world.on_cell(5)] == pytest.approx([7.0 * n for n in range(count - 1)])
    assert [t.rest for t in world.on_cell(5)] == ["well"] + ["stacked"] * (count - 2)
    assert all(body.owner != FOREIGN for body in world.on_cell(5))


def test_a_tile_laid_back_under_its_stack_comes_to_lie_on_top():
    world = World(PROFILE, tremor_mm=0.0)
    for number in range(3):
        world.lay(number, 40.0, 40.0)
    world.lay(0, 40.3, 40.0)
    check(world)
    assert [t.z_mm for t in world.on_cell(5)] == pytest.approx([0.0, 7.0, 14.0])
