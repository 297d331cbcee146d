"""The printed parts: whole, of the right size, fitting together, and printable without
supports."""

import io
import zipfile
from collections import Counter
from itertools import combinations
from math import cos, pi, sin

import numpy as np
import pcbnew
import pytest
import shapely
import trimesh
from manifold3d import CrossSection
from one_board import DATA

from hardware import dimensions
from hardware.circuit.sizes import sized
from hardware.dimensions import RELEASED, Dimensions
from hardware.prints import box, case, faces, meshes, pictures
from hardware.prints.build import OTHERS, RELEASE
from hardware.prints.faces import face
from hardware.prints.parts import CHESSMEN, parts, stored_mm
from hardware.prints.shapes import point
from hardware.prints.tiles import (
    CAP_DIAMETER,
    GRIP,
    GROOVE,
    JIG_COVER,
    RIM,
    UNDER_GROOVE,
    drawing,
)
from hardware.released import BENCHES
from hardware.strips import join
from host_tools.board.simulator.plate import Plate
from lodeboard.boards.profile import Profile

pytestmark = pytest.mark.hardware
PLATE, TILE, MAGNET = (DATA[name] for name in ("plate", "tile", "magnet"))
BED_MM = 220.0
BRIDGED_MM = 10.5  # what a printer spans through the air
POCKET = MAGNET["diameter_mm"] + 0.2


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prints")
    meshes.make_all(parts(), folder)
    return folder


@pytest.fixture(scope="module")
def printed(folder):
    return {part.name: trimesh.load_mesh(folder / f"{part.name}.stl") for part in parts()}


@pytest.fixture(scope="module")
def placed(folder):
    return meshes.placed(folder)


@pytest.fixture(scope="module")
def flat(folder):
    """The same with the flat top."""
    return meshes.placed(folder, flat=True)


def test_every_part_is_one_watertight_body_that_fits_a_bed(printed):
    for name, mesh in printed.items():
        assert mesh.is_watertight, name
        assert mesh.is_winding_consistent, name
        assert mesh.body_count == 1, name
        assert mesh.volume > 0.0, name
        assert max(mesh.extents[:2]) <= BED_MM, name
        assert mesh.bounds[0][2] == pytest.approx(0.0, abs=1e-4), f"{name} does not lie on the bed"


def drawn(diameter):
    """Area of a circle as its polygon has it."""
    sides = max(min(360 / 7.5, pi * diameter / 0.5), 5)
    sides = int(np.ceil(sides))
    return sides / 2 * np.sin(2 * pi / sides) * diameter**2 / 4


def test_volumes_are_those_of_the_dimensions(printed):
    chamfer, wide, high = 0.6, TILE["diameter_mm"], TILE["thickness_mm"]
    cut = wide - 2 * chamfer
    cone = pi / 12 * chamfer * (wide**2 + wide * cut + cut**2)
    tile = drawn(wide) * (high - 2 * chamfer) + 2 * cone
    tile -= drawn(POCKET) * (high - TILE["pocket_floor_mm"])
    pocket = CrossSection.circle(POCKET / 2, 64)
    tile -= (face(0, True) - pocket).area() * GROOVE + face(0, False).area() * UNDER_GROOVE
    tile -= pi * wide * GRIP * (high - 2 * RIM - GRIP)  # the hollow around its side
    assert printed["tile_first"].volume == pytest.approx(tile, rel=0.005)
    # The first player's plug ends at the bottom of the sun, of which it is the middle.
    plug = drawn(MAGNET["diameter_mm"] + 0.05) * (high - 0.8 - 2.0 - 0.1 - GROOVE)
    assert printed["plug_first"].volume == pytest.approx(plug, rel=0.005)
    assert printed["cap"].volume == pytest.approx(drawn(CAP_DIAMETER) * 0.8, rel=0.005)


def heights(mesh, x, y):
    """Where a line straight down at (x, y) goes through a body, from the top."""
    hits = mesh.ray.intersects_location(((x, y, 500.0),), ((0.0, 0.0, -1.0),))[0]
    return sorted((round(float(hit[2]), 3) for hit in hits), reverse=True)


def test_the_magnet_lies_where_the_margins_have_it(printed):
    floor, thick = TILE["pocket_floor_mm"], TILE["thickness_mm"]
    for name in ("tile_first", "tile_second"):
        assert heights(printed[name], 0.3, 0.2) == pytest.approx([floor, 0.0], abs=1e-3)
        assert heights(printed[name], 3.0, 11.5) == pytest.approx([thick, 0.0], abs=1e-3)
        radius = np.hypot(*printed[name].vertices[:, :2].T).max()
        assert radius == pytest.approx(TILE["diameter_mm"] / 2, abs=0.03)
    # With its cap in, a piece's magnet lies as a tile's does.
    deep = floor + MAGNET["height_mm"]
    for part in (part for part in parts() if part.of in ("xtic", "magician")):
        if part.name == "cap":
            continue
        mesh = printed[part.name]
        assert heights(mesh, 0.3, 0.2)[-1] == pytest.approx(deep + 0.1, abs=1e-3), part.name
        assert heights(mesh, 4.6, 0.2)[-1] == pytest.approx(floor, abs=1e-3), part.name
        radius = np.hypot(*mesh.vertices[:, :2].T).max()
        assert radius == pytest.approx(TILE["diameter_mm"] / 2, abs=0.03), part.name
    jig = heights(printed["jig"], 0.3, 0.2)
    assert jig[0] - jig[1] == pytest.approx(JIG_COVER, abs=1e-3)


# Places on the page's pictures, seen from above: in the sun's disc and in a ray, between two rays;
# in the moon's crescent and in its star, where the moon is dark. And on the outlines, from below.
FILLED = {
    "first": ([(4.5, 0.0), (0.0, 9.0), (6.0, 6.0), (13.9, 0.0)], [(3.4, 8.2), (5.7, 0.0)]),
    "second": ([(-6.0, -3.5), (4.9, 3.0), (4.9, 5.9), (13.9, 0.0)], [(5.5, -2.0), (-9.8, 0.0)]),
}
OUTLINED = {
    "first": ([(4.7, 0.0), (0.0, 10.9), (14.2, 0.0)], [(3.0, 0.0), (3.4, 8.2), (13.55, 0.0)]),
    "second": ([(-8.7, 0.0), (5.0, 6.0), (14.2, 0.0)], [(5.0, -6.0), (-6.0, -3.5)]),
}


def test_tiles_carry_the_pages_sun_and_moon(printed):
    """Filled is the up side, an outline the down side; what is hollow has the core's colour."""
    thick = TILE["thickness_mm"]
    for side, filled in FILLED.items():
        tile = printed[f"tile_{side}"]
        for (hollow, plain), level in ((filled, thick - GROOVE), (OUTLINED[side], 0.0)):
            for x, y in hollow:
                # Turned over, its far edge is near.
                found = heights(tile, x, y if level else -y)
                assert found[0 if level else -1] == pytest.approx(level or UNDER_GROOVE), (side, x)
            for x, y in plain:
                found = heights(tile, x, y if level else -y)
                wanted = thick if level else 0.0
                assert found[0 if level else -1] == pytest.approx(wanted, abs=1e-3), (side, x, y)
    # A plug continues the picture over the magnet.
    for side, low, high in (("first", (0.0, 0.0), None), ("second", (-3.6, -0.9), (0.0, 0.0))):
        plug = printed[f"plug_{side}"]
        over = TILE["pocket_floor_mm"] + MAGNET["height_mm"] + 0.1
        assert heights(plug, *low)[0] + over == pytest.approx(thick - GROOVE)
        assert high is None or heights(plug, *high)[0] + over == pytest.approx(thick)


def test_a_finger_tells_the_sides_of_a_tile():
    """The picture that is filled is hollow over twice the area, and deeper."""
    for owner in (0, 1):
        middle = CrossSection.circle(12.0, 64)
        filled, outlined = ((face(owner, up) ^ middle).area() for up in (True, False))
        assert filled * GROOVE > 1.4 * outlined * UNDER_GROOVE
    assert GROOVE > UNDER_GROOVE


def test_the_colours_are_the_pages():
    (light, orange), (dark, pale) = faces.colours(0), faces.colours(1)
    bright = [sum(int(name[at : at + 2], 16) for at in (1, 3, 5)) for name in (light, orange)]
    assert bright[0] > bright[1]
    bright = [sum(int(name[at : at + 2], 16) for at in (1, 3, 5)) for name in (dark, pale)]
    assert bright[0] < bright[1]
    assert {"first": (light, orange), "second": (dark, pale)} == pictures.OWNERS


def test_pieces_show_their_four_properties(printed):
    for number, part in enumerate(p for p in parts() if p.name.startswith("piece")):
        mesh = printed[part.name]
        rim = np.hypot(*mesh.section((0, 0, 1), (0, 0, 2.5)).vertices[:, :2].T)
        assert (rim[rim > 12.0].min() < 15.5) == bool(number & 8), f"{part.name}: notches"
        assert (mesh.extents[2] > 25.0) == bool(number & 4), f"{part.name}: tall or lying"
        top = heights(mesh, 0.3, 0.2)[0]
        assert (top < mesh.extents[2] - 4.0) == bool(number & 2), f"{part.name}: hollow"
        corner = (7.2, 7.2) if number & 4 else (13.2, 7.2)
        assert (max(heights(mesh, *corner), default=0.0) > 10.0) == bool(number & 1), (
            f"{part.name}: corners"
        )


def test_nothing_stands_in_anything_elses_way(placed):
    on_board = meshes.on_board()
    for name, part in placed.items():
        for other, body in on_board.items():
            assert meshes.shared_mm3(part, body) < 0.01, f"{name} and {other}"
    for one, other in combinations(placed, 2):
        assert meshes.shared_mm3(placed[one], placed[other]) < 0.01, f"{one} and {other}"


def test_the_flat_top_fits_the_same_case(flat, placed):
    assert set(placed) - set(flat) == {"plate", "ring", "lid"}
    on_board = meshes.on_board()
    tops = {name: flat[name] for name in ("plate_flat", "ring_flat", "lid_flat")}
    for name, part in tops.items():
        for other, body in {**on_board, **flat}.items():
            if other != name:
                assert meshes.shared_mm3(part, body) < 0.01, f"{name} and {other}"
    level = RELEASED.flattened().plate_top
    # Rings end level with the top; nothing stands above it.
    assert flat["plate_flat"].bounds[1][2] == pytest.approx(level, abs=1e-3)
    assert flat["ring_flat"].bounds[1][2] == pytest.approx(level, abs=1e-3)
    for hole in RELEASED.grid_holes():
        x, y = point(hole)
        through = heights(flat["plate_flat"], x + 0.13, y + 0.06)
        assert len(through) == 2, "whole above"
        # A screw of 18 mm ends within the insert's hole.
        end = case.heights(RELEASED)["bottom"] + 18.0
        assert RELEASED.well_floor + 3.5 <= end < through[1], hole


def test_a_nail_gets_under_the_rim_of_a_tile_in_the_flat_top():
    top = RELEASED.flattened().plate_top - RELEASED.well_floor
    assert TILE["thickness_mm"] - RIM > top + 0.5
    assert PLATE["well_diameter_mm"] - TILE["diameter_mm"] >= 2.0


@pytest.mark.parametrize("top", ["placed", "flat"])
def test_the_lid_clicks_into_wing_and_cover(top, request):
    """Where it is closed nothing touches; on its way down each spring has to bend by a third of a
    millimetre, and no further than its plastic can."""
    bodies = request.getfixturevalue(top)
    lid = bodies["lid" if top == "placed" else "lid_flat"]
    for name in ("wing", "cover"):
        assert meshes.shared_mm3(lid, bodies[name]) < 0.01
        lifted = lid.copy()
        lifted.apply_translation((0.0, 0.0, 3.0))
        assert meshes.shared_mm3(lifted, bodies[name]) > 1.0, f"{name} holds it"
    wide, thin, below, _, reach = case.CLICK
    long = below - dimensions.LID
    assert 1.5 * thin * reach / long**2 < 0.02, "strain of PLA"
    noses = case.clicks(RELEASED)
    assert len(noses) == 4
    for nose in noses:
        x0, y0, _, x1, y1, _ = nose.bounding_box()
        inside = 1 if (x0 + x1) / 2 < RELEASED.plate.centre[0] else -1
        wall = RELEASED.plate.x0 if inside > 0 else RELEASED.plate.x1
        for side in (-1, 1):  # free on both sides, and thin
            at = (wall + inside * 1.0, (y0 + y1) / 2 + side * wide / 2)
            assert len(heights(lid, *at)) == 2, "a slit up to the roof"
        behind = (wall + inside * (thin + 0.5), (y0 + y1) / 2)
        assert heights(lid, *behind)[-1] >= case.heights(RELEASED)["top"] - dimensions.LID - 0.01


def test_two_bodies_that_share_room_are_noticed(placed):
    lowered = placed["grid"].copy()
    lowered.apply_translation((0.0, 0.0, -2.5))
    found = [meshes.shared_mm3(lowered, body) for body in meshes.on_board().values()]
    assert max(found) > 1.0


def test_the_wells_floor_and_the_plate_are_at_their_heights(placed):
    for cell in RELEASED.cells():
        x, y = point(cell)
        assert heights(placed["grid"], x + 0.3, y + 0.2) == pytest.approx(
            [RELEASED.well_floor, RELEASED.well_floor - dimensions.FLOOR], abs=1e-3
        )
        # The ring of light, between two bridges: nothing but the ring's own plastic.
        a = np.radians(22.0)
        x, y = x + 18.2 * np.cos(a), y + 18.2 * np.sin(a)
        for name in ("plate", "grid"):
            assert heights(placed[name], x, y) == [], name
        assert heights(placed["ring"], x, y)[-1] == pytest.approx(RELEASED.well_floor, abs=1e-3)


def above(d, bodies):
    """Height of the upper side at places over and around the first two cells, above the wells'
    floor, as printed and as the simulated plate has it."""
    upper = trimesh.util.concatenate([bodies[name] for name in ("plate", "ring", "grid")])
    world = Plate(d.profile.rows, d.profile.columns, d.profile.data)
    rng = np.random.default_rng(7)
    spots = rng.uniform((-29.0, -29.0), (59.0, 19.0), (600, 2))
    # Not where a ring's slack, a bevel, or the edge of the well is.
    well, ring = PLATE["well_diameter_mm"] / 2, PLATE["ring_outer_mm"] / 2
    away = np.array([world.nearest(x, y)[1] for x, y in spots])
    spots = spots[((away < well) | (away > well + 0.8)) & (abs(away - ring) > 0.2)]
    found = np.array([max(heights(upper, *point(spot)), default=np.nan) for spot in spots])
    found -= d.well_floor
    return found, np.array([world.height(x, y) for x, y in spots]), spots


def test_the_ridges_are_the_simulated_plates(placed):
    """The same everywhere but on the crest, which is one line of the nozzle wide, and within a
    well, whose wall is upright where a ridge's foot would reach in by less than half a millimetre
    of plastic."""
    found, wanted, spots = above(RELEASED, placed)
    assert len(found) > 400
    assert (wanted > 4.0).sum() > 40, "some lie on ridges"
    flat = dimensions.CREST / 2 * PLATE["ridge_slope"]
    assert (found <= wanted + 0.03).all()
    low = wanted - found
    away = np.array([min(np.hypot(x - a, y - b) for a, b in RELEASED.cells()) for x, y in spots])
    on_plate = away > PLATE["well_diameter_mm"] / 2
    assert low[on_plate].max() <= flat + 0.03
    assert (low[on_plate] > 0.03).mean() < 0.1, "only crests are lower"
    assert low[~on_plate].max() < 0.6


def test_a_plate_without_ridges_is_noticed(placed):
    flat = {name: placed[name] for name in ("ring", "grid")}
    level = dict(PLATE, ridge_middle_mm=2.0, ridge_crossing_mm=2.0)
    d = dimensions.Dimensions(Profile(dict(DATA, plate=level)))
    flat["plate"] = meshes.of_manifold(case.plate(d))
    found, wanted, _ = above(RELEASED, flat)
    assert np.nanmax(wanted - found) > 5.0


def test_light_leaves_beside_a_ridge(placed):
    """A ridge's flank over a ring is the ring's own clear plastic: nothing dark hangs over it."""
    ring = trimesh.creation.annulus(17.5, 19.2, 60.0)
    for cell in RELEASED.cells():
        there = ring.copy()
        there.apply_translation((*point(cell), RELEASED.well_floor + 30.0))
        assert meshes.shared_mm3(placed["plate"], there) < 0.5


@pytest.mark.parametrize("turned", [False, True])
def test_fingers_reach_a_tile_on_a_full_board(printed, placed, turned):
    """Across a cell's corners a tip of 5 mm gets past the ridges and all neighbours under the rim
    of a tile, whichever side is up."""
    size = 5.0
    at = TILE["diameter_mm"] / 2 - GRIP / 2 + size / 2
    tip = trimesh.creation.icosphere(subdivisions=4, radius=size / 2)
    middle = RELEASED.cells()[5]
    full = []
    for cell in RELEASED.cells():
        full.append(printed["tile_second"].copy())
        if turned:
            full[-1].apply_transform(np.diag((1.0, -1.0, -1.0, 1.0)))
            full[-1].apply_translation((0.0, 0.0, TILE["thickness_mm"]))
        full[-1].apply_translation((*point(cell), RELEASED.well_floor))
    for a in np.radians((45.0, 135.0, 225.0, 315.0)):
        x, y = point(middle)
        there = tip.copy()
        # As low as the edge of the well lets it, and under the slope that the rim ends in.
        up = RELEASED.well_floor + TILE["thickness_mm"] - RIM - GRIP - 0.3
        there.apply_translation((x + at * np.cos(a), y + at * np.sin(a), up))
        for name in ("plate", "ring", "grid"):
            assert meshes.shared_mm3(there, placed[name]) < 0.01, name
        touched = [meshes.shared_mm3(there, tile) for tile in full]
        assert 0.0 < touched[5] < 0.4  # it reaches under the rim, not into the side
        assert max(touched[:5] + touched[6:]) == 0.0


def test_pillars_carry_every_floor_clear_of_sensors_and_leds(placed):
    assert len(case.pillars(RELEASED)) == 4 * len(RELEASED.cells())
    for place in case.pillars(RELEASED):
        x, y = point(place)
        assert heights(placed["grid"], x + 0.1, y + 0.1)[-1] == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize("name", ["tile4x4", "tile7x7"])
def test_pillars_stand_clear_of_every_pad(name, tmp_path):
    with zipfile.ZipFile(RELEASE / f"{name}-kicad.zip") as archive:
        board = pcbnew.LoadBoard(archive.extract(f"{name}.kicad_pcb", tmp_path))
    origin = board.GetDesignSettings().GetAuxOrigin()
    d = dimensions.Dimensions(Profile(sized(name.removeprefix("tile"))))
    boxes = [pad.GetBoundingBox() for pad in board.GetPads()]
    low = np.array([(b.GetLeft() - origin.x, b.GetTop() - origin.y) for b in boxes]) / 1e6
    high = np.array([(b.GetRight() - origin.x, b.GetBottom() - origin.y) for b in boxes]) / 1e6
    for place in case.pillars(d):
        away = np.maximum(np.maximum(low - place, np.array(place) - high), 0.0)
        assert np.hypot(*away.T).min() > dimensions.PILLAR / 2 + 0.2, place


def give_mm_per_newton(radius, thickness):
    """Of a disc carried at its edge, pushed in its middle: (3 + v) F r2 / (16 pi (1 + v) D) with
    D = E t3 / (12 (1 - v2)), Timoshenko, Theory of Plates and Shells, article 19. PLA."""
    young, poisson = 3000.0, 0.35
    stiff = young * thickness**3 / (12 * (1 - poisson**2))
    return (3 + poisson) * radius**2 / (16 * pi * (1 + poisson) * stiff)


def test_pillars_make_a_floor_five_times_as_stiff():
    loose = give_mm_per_newton(PLATE["ring_inner_mm"] / 2, dimensions.FLOOR)
    carried = give_mm_per_newton(dimensions.PILLAR_AT * 2**0.5, dimensions.FLOOR)
    assert loose == pytest.approx(0.053, abs=0.002)
    assert carried == pytest.approx(0.0067, abs=0.0003)
    assert carried < loose / 5


def test_screws_come_from_below_into_blind_holes(placed):
    """Through floor, post and circuit board; nothing of them is seen from above."""
    for hole in RELEASED.holes():
        x, y = point(hole)
        for name in ("base", "grid"):
            assert heights(placed[name], x + 0.1, y + 0.1) == [], f"{name} at {hole}"
        taker = placed["plate" if hole in RELEASED.grid_holes() else "cover"]
        through = heights(taker, x + 0.13, y + 0.06)  # along no edge of its mesh
        assert len(through) == 2, "whole above"
        low = RELEASED.well_floor if hole in RELEASED.grid_holes() else 0.0
        # A screw of 20 mm ends within the hole, an insert's length deep in plastic.
        end = case.heights(RELEASED)["bottom"] + 20.0
        assert low + 5.0 <= end < through[1], hole


LARGER = [d for d in OTHERS if not d.bench]


@pytest.mark.parametrize("d", [RELEASED, *LARGER], ids=lambda d: d.profile.name)
def test_feet_are_clear_of_screws(d):
    for foot in case.foot_places(d):
        for hole in d.holes():
            assert np.hypot(foot[0] - hole[0], foot[1] - hole[1]) > 9.0, (foot, hole)


def test_the_case_is_symmetrical_and_level(placed):
    z = case.heights(RELEASED)
    middle = RELEASED.plate.centre[0]
    low, high = trimesh.util.concatenate(list(placed.values())).bounds
    assert (low[0] + high[0]) / 2 == pytest.approx(middle, abs=0.01)
    for name in ("wing", "cover", "hatch", "lid", "button_left", "button_middle", "button_right"):
        assert placed[name].bounds[1][2] == pytest.approx(z["top"], abs=0.01), name


@pytest.fixture(scope="module")
def socketed(printed):
    """The cover for a Pico in sockets, in its place."""
    cover = printed["cover_socket"].copy()
    cover.apply_transform(np.diag((1.0, -1.0, -1.0, 1.0)))
    cover.apply_translation((0.0, 0.0, case.heights(RELEASED)["top"] - cover.bounds[1][2]))
    return cover


def test_the_case_is_not_its_own_mirror_image(placed):
    # Seen from above, the first player at the bottom: the Pico is at the top right.
    x, y = point(RELEASED.pico)
    assert heights(placed["plate"], x, y) == []
    assert y > point((0.0, RELEASED.bottom / 2))[1]
    # A plug can go in from the far edge.
    ray = placed["base"].ray
    height = dimensions.PICO_STACK - 2.7 / 2  # half of the connector, which is on top
    hits = ray.intersects_location(((x, 200.0, height),), ((0.0, -1.0, 0.0),))[0]
    assert hits[:, 1].max() < y, "only the base's other wall may be in the way"
    assert heights(placed["cover"], x, y - 20.0), "the cover lies over the Pico"


@pytest.mark.parametrize("stands_on", [0.0, 2.54, 8.5 + 2.54], ids=["flat", "header", "socket"])
def test_a_plug_goes_through_the_rear_wall_to_the_pico(placed, socketed, stands_on):
    """A common plug's plastic of 10.6 x 8.5 mm, with room, from outside to the connector's mouth,
    which stands out over the edge of the circuit board."""
    x, _ = point(RELEASED.pico)
    cover = socketed if stands_on > 5.0 else placed["cover"]
    mouth = -(RELEASED.pico_box.y0 - dimensions.USB_OUT)
    assert mouth > -RELEASED.board.y0
    plug = trimesh.creation.box((10.6 + 1.0, 40.0, 8.5 + 0.8))
    plug.apply_translation((x, mouth + 20.0, stands_on + dimensions.PICO_STACK - 2.7 / 2))
    walls = {"base": placed["base"], "cover": cover, "board": meshes.on_board()["board"]}
    for name, body in walls.items():
        assert meshes.shared_mm3(plug, body) < 0.01, name
    other = placed["cover"] if stands_on > 5.0 else socketed
    assert meshes.shared_mm3(plug, other) > 1.0, "each has its own cover"


def test_a_pico_in_sockets_fits_under_its_cover(socketed):
    high = dimensions.PICO_SOCKET + dimensions.PIN_HEADER + dimensions.PICO_STACK
    stack = meshes.standing(RELEASED.pico, (*dimensions.PICO_SIZE, high))
    assert meshes.shared_mm3(stack, socketed) < 0.01


def test_bootsel_and_run_are_under_the_hatch(placed):
    """Pins count from the connector's end: 30 is RUN, 28 is GND. Its button lies between the rows
    in the half at the connector."""
    x, y = RELEASED.pico
    pins = [(x + 8.89, y - 24.13 + 2.54 * (40 - number)) for number in (30, 28)]
    for place in (*pins, (x, RELEASED.pico_box.y0 + 13.0)):
        ray = heights(placed["cover"], *point(place))
        assert ray == [], place
        assert heights(placed["hatch"], *point(place)), place


def test_a_full_board_is_stored_under_the_lid(printed, placed):
    for cell in RELEASED.cells():
        tile = printed["tile_first"].copy()
        tile.apply_translation((*point(cell), RELEASED.well_floor))
        for name in ("lid", "plate", "grid", "ring"):
            assert meshes.shared_mm3(tile, placed[name]) < 0.01, name
        tile.apply_translation((0.0, 0.0, 1.0))
        assert meshes.shared_mm3(tile, placed["lid"]) > 1.0, "the lid holds it down"


@pytest.mark.parametrize("of", ["xtic", "magician", "tiles"])
def test_every_set_of_pieces_has_its_seats_in_a_box(printed, of):
    """All pieces of the set, a stack of one player's in each seat, none in another's way or the
    lid's."""
    stacks = box.stacks(of)
    wanted = {part.name: part.count for part in parts() if part.of == of}
    wanted = {name: count for name, count in wanted.items() if name.startswith(BOXED)}
    assert Counter(name for stack in stacks for name in stack) == wanted
    assert len(stacks) <= len(box.seats())
    lid = meshes.of_manifold(box.box_lid())
    for seat, stack in zip(box.seats(), stacks, strict=False):
        assert len({name.rpartition("_")[2] for name in stack}) == 1 or of == "xtic"
        up = box.FLOOR
        for name in stack:
            piece = printed[name].copy()
            high = box.height_of(name, RELEASED)
            # A round back is a little lower.
            assert high - 0.6 < piece.extents[2] <= high + 0.02
            piece.apply_translation((*point(seat), up))
            assert meshes.shared_mm3(piece, printed["box"]) < 0.01, name
            assert meshes.shared_mm3(piece, lid) < 0.01, name
            up += high


BOXED = ("piece", "chess", "tile")


def test_the_boxs_lid_slides_in_and_clicks(printed):
    """Closed it touches nothing and cannot be lifted; on its way its nose rides over the front."""
    lid = meshes.of_manifold(box.box_lid())

    def touched(forward, up):
        moved = lid.copy()
        moved.apply_translation((0.0, -forward, up))
        return meshes.shared_mm3(moved, printed["box"])

    assert touched(0.0, 0.0) < 0.01
    assert touched(0.0, 1.0) > 1.0, "the rails hold it down"
    assert 0.1 < touched(1.5, 0.0) < 40.0, "the nose in its notch holds it"
    assert touched(20.0, 0.0) < 0.01, "nothing else is in its way"


def test_sixteen_tiles_stand_in_the_wing(printed, placed):
    thick, wide = TILE["thickness_mm"], TILE["diameter_mm"]
    x, y = point(RELEASED.wing.centre)
    row = trimesh.creation.cylinder(wide / 2, 16 * thick + 4.0)
    row.apply_transform(trimesh.transformations.rotation_matrix(np.pi / 2, (1, 0, 0)))
    row.apply_translation((x, y, case.heights(RELEASED)["top"] + 2.0))
    assert meshes.shared_mm3(row, placed["wing"]) < 0.01
    row.apply_translation((0.0, 0.0, -1.0))
    assert meshes.shared_mm3(row, placed["wing"]) > 1.0, "they touch its bottom"


def test_legged_sensors_lie_as_high_as_those_of_the_circuit_board():
    """The carrier of a cell on a bench takes the circuit board's place."""
    d = Dimensions(Profile(BENCHES[0]))
    carrier = meshes.of_manifold(case.carrier(d))
    assert carrier.extents[2] == pytest.approx(dimensions.BOARD_THICKNESS, abs=1e-3)
    for cell in d.cells():
        seat = heights(carrier, *point(cell))[0]
        hall = seat + case.LEGGED[2] - case.LEGGED_HALL
        assert hall == pytest.approx(dimensions.HALL_ABOVE_BOARD, abs=1e-3)
        floor = d.well_floor - hall
        assert floor == pytest.approx(PLATE["floor_above_hall_mm"], abs=1e-3)
    for hole in d.holes():
        assert heights(carrier, *point(hole)) == []


def test_strips_head_and_buttons_lie_in_the_carrier_as_high_as_the_circuit_board(printed, placed):
    carrier = printed["carrier"].copy()
    carrier.apply_translation((0.0, 0.0, -carrier.extents[2]))
    assert meshes.shared_mm3(carrier, placed["base"]) < 0.01
    thick = dimensions.BOARD_THICKNESS
    used = {end for cable in join.cables() for end in cable}
    for seat in join.seats():
        piece = trimesh.creation.box((seat.box.width, seat.box.height, thick))
        piece.apply_translation((*point(seat.box.centre), -thick / 2))
        for body in (carrier, placed["base"], placed["grid"]):
            assert meshes.shared_mm3(piece, body) < 0.01, seat.name
        for way in ((0.0, 0.0, -0.1), (0.5, 0.0, 0.0), (0.0, -0.5, 0.0)):
            moved = piece.copy()
            moved.apply_translation(way)
            assert meshes.shared_mm3(moved, carrier) > 0.5, (seat.name, way)
        for x, y in used.intersection(seat.ends):
            out = {seat.box.x0: (-1.0, 0.0), seat.box.x1: (1.0, 0.0)}.get(x, (0.0, -1.0))
            beside = (x + out[0], y + out[1])
            assert heights(carrier, *point(beside)) == [], "a cable goes down beside its socket"
    for hole in RELEASED.holes():
        assert heights(carrier, *point(hole)) == []


def spans(mesh):
    """Widths of what would be printed over nothing: level undersides above the bed."""
    down = np.flatnonzero(
        (mesh.face_normals[:, 2] < -0.75) & (mesh.triangles[:, :, 2].min(1) > 0.05)
    )
    if not len(down):
        return []
    pairs = mesh.face_adjacency[np.isin(mesh.face_adjacency, down).all(axis=1)]
    groups = trimesh.graph.connected_components(pairs, nodes=down, min_len=1)
    shapes = [
        shapely.union_all([shapely.Polygon(corners[:, :2]) for corners in mesh.triangles[group]])
        for group in groups
    ]
    # Twice the farthest that any place of it lies from what holds it.
    return [
        2.0 * float(shapely.maximum_inscribed_circle(shape.buffer(0.001)).length)
        for shape in shapes
    ]


def test_every_part_can_be_printed_without_supports(printed):
    for name, mesh in printed.items():
        assert max(spans(mesh), default=0.0) <= BRIDGED_MM, name


def test_a_part_on_its_head_could_not(printed):
    cover = printed["cover"].copy()
    cover.apply_transform(trimesh.transformations.rotation_matrix(np.pi, (1, 0, 0)))
    cover.apply_translation((0, 0, -cover.bounds[0][2]))
    assert max(spans(cover)) > BRIDGED_MM


@pytest.fixture(scope="module")
def seven(tmp_path_factory):
    d = dimensions.Dimensions(Profile(sized("7x7")))
    folder = tmp_path_factory.mktemp("seven")
    meshes.make_all(parts(d), folder, d)
    return d, folder, meshes.placed(folder, d)


def test_the_larger_boards_parts_fit_a_bed_and_each_other(seven):
    d, folder, built = seven
    assert any(d.seams()), "its case is larger than a bed"
    for part in parts(d):
        mesh = trimesh.load_mesh(folder / f"{part.name}.stl")
        assert mesh.is_watertight, part.name
        assert mesh.body_count == 1, part.name
        assert max(mesh.extents[:2]) <= BED_MM, part.name
        assert max(spans(mesh), default=0.0) <= BRIDGED_MM, part.name
    board = meshes.on_board(d)
    assert len([name for name in built if name.startswith("plate")]) == 4
    slab = board["board"]
    for name, mesh in built.items():
        assert meshes.shared_mm3(mesh, slab) < 0.01, name
    for one, other in combinations(built, 2):
        assert meshes.shared_mm3(built[one], built[other]) < 0.01, f"{one} and {other}"
    grid = trimesh.util.concatenate([m for name, m in built.items() if name.startswith("grid")])
    for x, y in d.cells():
        assert heights(grid, *point((x + 0.3, y + 0.2))) == pytest.approx(
            [d.well_floor, d.well_floor - dimensions.FLOOR], abs=1e-3
        )
    for x, y in d.holes():
        assert heights(grid, *point((x + 0.1, y + 0.1))) == []
    lid = [mesh.bounds for name, mesh in built.items() if name.startswith("lid")]
    room = min(low[2] for low, _ in lid), max(high[2] for _, high in lid) - dimensions.LID
    assert room[0] == pytest.approx(d.plate_top, abs=1e-3)
    assert room[1] - d.well_floor >= stored_mm(d) > 16.0, "the king under the lid"


def test_a_funnel_around_the_lights_widens_to_the_walls(seven):
    """A ray down through the slot of the ring meets it; in the corners between cells is a block."""
    d, _, built = seven
    grid = trimesh.util.concatenate([m for name, m in built.items() if name.startswith("grid")])
    slope = d.plate_under / ((d.pitch - dimensions.WALL) / 2 - d.funnel / 2)
    turn = pi / 3  # between two bridges
    for x, y in d.cells():
        for beyond in (0.4, 0.8):
            far = d.funnel / 2 + beyond
            met = heights(grid, *point((x + far * cos(turn), y + far * sin(turn))))
            assert met == pytest.approx([beyond * slope, 0.0], abs=0.15)
        within = d.funnel / 2 - 0.2
        assert heights(grid, *point((x + within * cos(turn), y + within * sin(turn)))) == []
        assert heights(grid, *point((x + 15.0, y + 15.0))) == pytest.approx(
            [d.well_floor, 0.0], abs=1e-3
        )


def test_pieces_of_a_plate_hold_on_to_each_other(seven):
    _, _, built = seven
    for name in ("plate", "base"):
        pulled = built[f"{name}_2_1"].copy()
        pulled.apply_translation((1.0, 0.0, 0.0))
        assert meshes.shared_mm3(pulled, built[f"{name}_1_1"]) > 1.0, name
        pulled = built[f"{name}_1_2"].copy()
        pulled.apply_translation((0.0, -1.0, 0.0))
        assert meshes.shared_mm3(pulled, built[f"{name}_1_1"]) > 1.0, name


def test_the_larger_boards_files_lie_ready(seven):
    d, folder, _ = seven
    with zipfile.ZipFile(RELEASE / "tile7x7-prints.zip") as archive:
        assert set(archive.namelist()) == {f"{part.name}.stl" for part in parts(d)}
        for name in archive.namelist():
            assert archive.read(name) == (folder / name).read_bytes(), name


def test_a_single_cells_parts_fit_each_other_and_lie_ready(tmp_path):
    (d,) = (d for d in OTHERS if d.bench)
    meshes.make_all(parts(d), tmp_path, d)
    with zipfile.ZipFile(RELEASE / f"{d.profile.name}-prints.zip") as archive:
        assert set(archive.namelist()) == {f"{part.name}.stl" for part in parts(d)}
        for name in archive.namelist():
            assert archive.read(name) == (tmp_path / name).read_bytes(), name
            mesh = trimesh.load_mesh(tmp_path / name)
            assert (mesh.is_watertight, mesh.body_count) == (True, 1), name
            assert max(spans(mesh), default=0.0) <= BRIDGED_MM, name
    built = meshes.placed(tmp_path, d)
    for one, other in combinations(built, 2):
        assert meshes.shared_mm3(built[one], built[other]) < 0.01, f"{one} and {other}"
    for foot in case.foot_places(d):
        for hole in d.holes():
            assert np.hypot(foot[0] - hole[0], foot[1] - hole[1]) > 9.0, (foot, hole)


def area(polygon):
    x, y = np.array(polygon).T
    return abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2


def cut_open(mesh, z):
    """Distances from the axis of a body's outlines at a height, and their area within 13 mm."""
    slab = trimesh.creation.cylinder(13.0, 0.2)
    slab.apply_translation((0.0, 0.0, z))
    around = mesh.section((0, 0, 1), (0, 0, z)).vertices
    return np.hypot(*around[:, :2].T), meshes.shared_mm3(mesh, slab) / 0.2


def test_chessmen_show_their_drawing_in_one_colour(printed):
    """It stands out by 1 mm and is the page's, a little smaller."""
    for side in ("first", "second"):
        for kind, man in CHESSMEN.items():
            mesh = printed[f"chess_{kind}_{side}"]
            assert mesh.extents[2] == pytest.approx(man.height_mm + 1.0, abs=0.02), kind
            away, raised = cut_open(mesh, man.height_mm + 0.5)
            outline, cuts = drawing(kind)
            wanted = (area(outline) - sum(area(cut) for cut in cuts)) * 0.95**2
            assert raised == pytest.approx(wanted, rel=0.01), kind
            inner = away[away < 13.0]
            assert inner.max() == pytest.approx(
                0.95 * np.hypot(*np.array(outline).T).max(), abs=0.01
            ), kind


def test_fingers_tell_the_king_and_the_magician(printed):
    """Tallest with a rim around its top; hollows in its side: each is one kind's alone."""
    for side in ("first", "second"):
        tall = {kind: printed[f"chess_{kind}_{side}"].extents[2] for kind in CHESSMEN}
        assert tall["king"] - sorted(tall.values())[-2] >= 4.0
        for kind, man in CHESSMEN.items():
            mesh = printed[f"chess_{kind}_{side}"]
            top, _ = cut_open(mesh, man.height_mm + 0.5)
            assert (top.max() > 15.0) == (kind == "king"), f"{kind}: rim"
            body, _ = cut_open(mesh, man.height_mm - 2.0)
            # Deeper than the second player's notches by two millimetres near enough.
            assert (body.min() < 13.1) == (kind == "magician"), f"{kind}: hollows"
            assert kind == "magician" or body.min() > 14.7, kind


def test_a_side_of_magician_chess_has_its_pieces_and_a_spare_to_promote_to():
    start = "RMNKNMR" + "PPPPPP"
    for kind, man in CHESSMEN.items():
        spare = 0 if kind == "king" else 1
        assert man.per_side == start.count(man.letter) + spare, kind


def test_the_files_that_lie_ready_are_these(printed):
    with zipfile.ZipFile(RELEASE / "prints.zip") as archive:
        assert set(archive.namelist()) == {f"{name}.stl" for name in printed}
        for name, mesh in printed.items():
            data = io.BytesIO(archive.read(f"{name}.stl"))
            ready = trimesh.load_mesh(data, file_type="stl")
            assert ready.volume == pytest.approx(mesh.volume, rel=1e-6), name
            assert ready.bounds == pytest.approx(mesh.bounds, abs=1e-4), name
            turning = np.abs(mesh.moment_inertia).max()
            assert ready.moment_inertia == pytest.approx(mesh.moment_inertia, abs=1e-6 * turning)


def test_the_case_of_another_size_fits_its_board(tmp_path):
    d = dimensions.Dimensions(Profile(sized("2x3")))
    meshes.make_all(parts(d), tmp_path, d)
    for part in parts(d):
        mesh = trimesh.load_mesh(tmp_path / f"{part.name}.stl")
        assert mesh.is_watertight, part.name
        assert mesh.body_count == 1, part.name
        assert max(spans(mesh), default=0.0) <= BRIDGED_MM, part.name
    built, board = meshes.placed(tmp_path, d), meshes.on_board(d)
    for name, mesh in built.items():
        for other, body in board.items():
            assert meshes.shared_mm3(mesh, body) < 0.01, f"{name} and {other}"
    for one, other in combinations(built, 2):
        assert meshes.shared_mm3(built[one], built[other]) < 0.01, f"{one} and {other}"
    for x, y in d.cells():
        assert heights(built["grid"], *point((x + 0.3, y + 0.2)))[0] == pytest.approx(d.well_floor)
