"""The printed parts, as OpenSCAD makes them: whole, of the right size, fitting together, and
printable without supports."""

import io
import zipfile
from itertools import combinations
from math import pi

import numpy as np
import pytest
import trimesh
from one_board import DATA

from hardware import dimensions
from hardware.circuit.sizes import sized
from hardware.dimensions import RELEASED
from hardware.prints import meshes
from hardware.prints.build import RELEASE
from hardware.prints.parameters import CAP_DIAMETER, JIG_COVER, USB_HEIGHT, point
from hardware.prints.parts import CHESSMEN, PrintError, drawing, openscad, parts
from lodeboard.boards.profile import Profile

pytestmark = pytest.mark.hardware
PLATE, TILE, MAGNET = (DATA[name] for name in ("plate", "tile", "magnet"))
BED_MM = 220.0
BRIDGED_MM = 10.5  # what a printer spans through the air
POCKET = MAGNET["diameter_mm"] + 0.2


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prints")
    for part in parts():
        meshes.make(part, folder)
    return folder


@pytest.fixture(scope="module")
def printed(folder):
    return {part.name: trimesh.load_mesh(folder / f"{part.name}.stl") for part in parts()}


@pytest.fixture(scope="module")
def placed(folder):
    return meshes.placed(folder)


def test_every_part_is_one_watertight_body_that_fits_a_bed(printed):
    for name, mesh in printed.items():
        assert mesh.is_watertight, name
        assert mesh.is_winding_consistent, name
        assert mesh.body_count == 1, name
        assert mesh.volume > 0.0, name
        assert max(mesh.extents[:2]) <= BED_MM, name
        assert mesh.bounds[0][2] == pytest.approx(0.0, abs=1e-4), f"{name} does not lie on the bed"


def drawn(diameter):
    """Area of a circle as its polygon has it; the step is that of parameters.scad."""
    sides = max(min(360 / 7.5, pi * diameter / 0.5), 5)
    sides = int(np.ceil(sides))
    return sides / 2 * np.sin(2 * pi / sides) * diameter**2 / 4


def test_volumes_are_those_of_the_dimensions(printed):
    top = RELEASED.plate_under
    chamfer, wide, high = 0.6, TILE["diameter_mm"], TILE["thickness_mm"]
    cut = wide - 2 * chamfer
    cone = pi / 12 * chamfer * (wide**2 + wide * cut + cut**2)
    tile = drawn(wide) * (high - 2 * chamfer) + 2 * cone
    tile -= drawn(POCKET) * (high - TILE["pocket_floor_mm"])
    tile -= (drawn(24) - drawn(20)) * 0.6 + 4 * 7 * 2 * 0.4
    assert printed["tile_first"].volume == pytest.approx(tile, rel=0.005)
    plug = drawn(MAGNET["diameter_mm"] + 0.05) * (high - 0.8 - 2.0 - 0.1)
    assert printed["plug"].volume == pytest.approx(plug, rel=0.005)
    assert printed["cap"].volume == pytest.approx(drawn(CAP_DIAMETER) * 0.8, rel=0.005)
    spacer = (drawn(dimensions.BOSS) - drawn(dimensions.SCREW)) * top
    assert printed["spacer"].volume == pytest.approx(spacer, rel=0.005)
    ring = drawn(PLATE["ring_outer_mm"] - dimensions.SLACK) - drawn(PLATE["well_diameter_mm"])
    bevel = pi * 34.5 * 0.5 * 0.5 / 2
    assert printed["ring"].volume == pytest.approx(ring * 2.0 - bevel, rel=0.02)
    walls = RELEASED.walls()
    long = sum(max(wall.width, wall.height) for wall in walls) * dimensions.WALL
    crossings = (len(walls) // 2) ** 2 * dimensions.WALL**2
    assert printed["grid"].volume > (long - crossings) * top
    assert printed["grid"].volume < (long + 8 * drawn(dimensions.BOSS)) * top


def heights(mesh, x, y):
    """Where a line straight down at (x, y) goes through a body, from the top."""
    hits = mesh.ray.intersects_location(((x, y, 500.0),), ((0.0, 0.0, -1.0),))[0]
    return sorted((round(float(hit[2]), 3) for hit in hits), reverse=True)


def test_the_magnet_lies_where_the_margins_have_it(printed):
    floor, thick = TILE["pocket_floor_mm"], TILE["thickness_mm"]
    for name in ("tile_first", "tile_second"):
        assert heights(printed[name], 0.3, 0.2) == pytest.approx([floor, 0.0], abs=1e-3)
        assert heights(printed[name], 7.0, 0.2) == pytest.approx([thick, 0.0], abs=1e-3)
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


def test_two_bodies_that_share_room_are_noticed(placed):
    lowered = placed["plate"].copy()
    lowered.apply_translation((0.0, 0.0, -2.5))
    found = [meshes.shared_mm3(lowered, body) for body in meshes.on_board().values()]
    assert max(found) > 1.0


def test_the_wells_floor_and_the_plate_are_at_their_heights(placed):
    for cell in RELEASED.cells():
        x, y = point(cell)
        assert heights(placed["plate"], x + 0.3, y + 0.2) == pytest.approx(
            [RELEASED.well_floor, RELEASED.well_floor - dimensions.FLOOR], abs=1e-3
        )
        # The ring of light: nothing of the plate, the ring's own plastic, and its bevel's edge.
        r = 18.2
        assert heights(placed["plate"], x + r, y + 0.2) == []
        assert heights(placed["ring"], x + r, y + 0.2)[0] == pytest.approx(
            RELEASED.plate_top, abs=1e-3
        )
        assert heights(placed["grid"], x + r, y + 0.2) == [], "a wall under the ring"


def test_screws_go_through_all_parts_into_the_case(placed):
    for hole in RELEASED.holes():
        x, y = point(hole)
        for name in ("plate", "grid", "spacer", "hood"):
            assert heights(placed[name], x + 0.1, y + 0.1) == [], f"{name} at {hole}"
        post = heights(placed["base"], x + 0.1, y + 0.1)
        assert post[0] == pytest.approx(-7.6, abs=0.01), "bottom of the hole for the insert"
        rim = heights(placed["base"], x + 3.0, y + 0.1)
        assert rim[0] == pytest.approx(-dimensions.BOARD_THICKNESS, abs=1e-3)


def test_the_case_is_not_its_own_mirror_image(placed):
    # Seen from above, the first player at the bottom: the Pico is at the top right.
    x, y = point(RELEASED.pico)
    assert heights(placed["plate"], x, y) == []
    assert y > point((0.0, RELEASED.bottom / 2))[1]
    # A plug can go in from the far edge.
    ray = placed["hood"].ray.intersects_any(((x, 200.0, USB_HEIGHT),), ((0.0, -1.0, 0.0),))
    far = placed["hood"].ray.intersects_location(((x, 200.0, USB_HEIGHT),), ((0.0, -1.0, 0.0),))[0]
    assert ray.all()
    assert far[:, 1].max() < y, "only the hood's other wall may be in the way"
    assert heights(placed["hood"], x, y), "the hood covers the Pico"
    plug = trimesh.creation.box((10.6 + 1.0, 40.0, 8.5 + 0.8))  # a common plug's plastic, with room
    plug.apply_translation((x, placed["hood"].bounds[1][1], USB_HEIGHT))
    assert meshes.shared_mm3(plug, placed["hood"]) < 0.01


def spans(mesh):
    """Widths of what would be printed over nothing: level undersides above the bed."""
    down = np.flatnonzero(
        (mesh.face_normals[:, 2] < -0.75) & (mesh.triangles[:, :, 2].min(1) > 0.05)
    )
    if not len(down):
        return []
    pairs = mesh.face_adjacency[np.isin(mesh.face_adjacency, down).all(axis=1)]
    groups = trimesh.graph.connected_components(pairs, nodes=down, min_len=1)
    return [
        float(
            min(
                trimesh.bounds.oriented_bounds_2D(mesh.triangles[group][:, :, :2].reshape(-1, 2))[1]
            )
        )
        for group in groups
    ]


def test_every_part_can_be_printed_without_supports(printed):
    for name, mesh in printed.items():
        assert max(spans(mesh), default=0.0) <= BRIDGED_MM, name


def test_a_part_on_its_head_could_not(printed):
    hood = printed["hood"].copy()
    hood.apply_transform(trimesh.transformations.rotation_matrix(np.pi, (1, 0, 0)))
    hood.apply_translation((0, 0, -hood.bounds[0][2]))
    assert max(spans(hood)) > BRIDGED_MM


@pytest.fixture(scope="module")
def seven(tmp_path_factory):
    d = dimensions.Dimensions(Profile(sized("7x7")))
    folder = tmp_path_factory.mktemp("seven")
    meshes.make_all(parts(d), folder, d)
    return d, folder


def test_the_larger_boards_parts_fit_a_bed_and_each_other(seven):
    d, folder = seven
    assert any(d.seams()), "its case is larger than a bed"
    for part in parts(d):
        mesh = trimesh.load_mesh(folder / f"{part.name}.stl")
        assert mesh.is_watertight, part.name
        assert mesh.body_count == 1, part.name
        assert max(mesh.extents[:2]) <= BED_MM, part.name
        assert max(spans(mesh), default=0.0) <= BRIDGED_MM, part.name
    built, board = meshes.placed(folder, d), meshes.on_board(d)
    assert len([name for name in built if name.startswith("plate")]) == 4
    slab = board["board"]
    for name, mesh in built.items():
        assert meshes.shared_mm3(mesh, slab) < 0.01, name
    for one, other in combinations(built, 2):
        assert meshes.shared_mm3(built[one], built[other]) < 0.01, f"{one} and {other}"
    plate = trimesh.util.concatenate([m for name, m in built.items() if name.startswith("plate")])
    for x, y in d.cells():
        assert heights(plate, *point((x + 0.3, y + 0.2))) == pytest.approx(
            [d.well_floor, d.well_floor - dimensions.FLOOR], abs=1e-3
        )
    for x, y in d.holes():
        assert heights(plate, *point((x + 0.1, y + 0.1))) == []


def test_pieces_of_a_plate_hold_on_to_each_other(seven):
    d, folder = seven
    built = meshes.placed(folder, d)
    for name in ("plate", "base"):
        pulled = built[f"{name}_2_1"].copy()
        pulled.apply_translation((1.0, 0.0, 0.0))
        assert meshes.shared_mm3(pulled, built[f"{name}_1_1"]) > 1.0, name
        pulled = built[f"{name}_1_2"].copy()
        pulled.apply_translation((0.0, -1.0, 0.0))
        assert meshes.shared_mm3(pulled, built[f"{name}_1_1"]) > 1.0, name


def test_the_larger_boards_files_lie_ready(seven):
    d, folder = seven
    with zipfile.ZipFile(RELEASE / "tile7x7-prints.zip") as archive:
        assert set(archive.namelist()) == {f"{part.name}.stl" for part in parts(d)}
        for name in archive.namelist():
            assert archive.read(name) == (folder / name).read_bytes(), name


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


@pytest.mark.parametrize("size", ["2x3", "3x3"])
def test_the_case_of_another_size_fits_its_board(size, tmp_path):
    d = dimensions.Dimensions(Profile(sized(size)))
    for part in parts(d):
        mesh = trimesh.load_mesh(meshes.make(part, tmp_path))
        assert mesh.is_watertight, part.name
        assert mesh.body_count == 1, part.name
        assert max(spans(mesh), default=0.0) <= BRIDGED_MM, part.name
    built, board = meshes.placed(tmp_path, d), meshes.on_board(d)
    for name, mesh in built.items():
        for other, body in board.items():
            assert meshes.shared_mm3(mesh, body) < 0.01, f"{name} and {other}"
    for one, other in combinations(built, 2):
        assert meshes.shared_mm3(built[one], built[other]) < 0.01, f"{one} and {other}"
    plate = built["plate"]
    for x, y in d.cells():
        assert heights(plate, *point((x + 0.3, y + 0.2)))[0] == pytest.approx(d.well_floor)


def test_a_name_that_is_no_part_is_an_error():
    with pytest.raises(PrintError, match="no part"):
        openscad(["-o", "/dev/null", "--export-format", "stl", "-D", 'part="nothing"',
                  str(meshes.HERE / "case.scad")])  # fmt: skip
