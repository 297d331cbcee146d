"""STL files of all parts, and the assembled board."""

from pathlib import Path

import numpy as np
import trimesh
from manifold3d import Manifold

from hardware import dimensions
from hardware.dimensions import RELEASED, Dimensions
from hardware.prints import case
from hardware.prints.box import BOX
from hardware.prints.parts import CHESSMEN, LONG, Part, parts, seams
from hardware.prints.shapes import point
from hardware.prints.tiles import Tiles

HALF_TURN = trimesh.transformations.rotation_matrix(np.pi, (1, 0, 0))


def make_all(wanted: list[Part], folder: Path, d: Dimensions = RELEASED) -> None:
    """Write the STL files of these parts. A part that is cut is made once for all its pieces."""
    folder.mkdir(parents=True, exist_ok=True)
    known: dict[str, trimesh.Trimesh] = {}
    for part in wanted:
        if part.drawn not in known:
            known[part.drawn] = of_manifold(body_of(part, d))
        mesh = known[part.drawn]
        if part.quarter is not None:
            mesh = quarter(mesh, part, d)
        steady(mesh).export(folder / f"{part.name}.stl")


def body_of(part: Part, d: Dimensions) -> Manifold:
    """A whole part in its printing position."""
    if part.of in ("board", "flat", "socket"):
        return case.laid(part.drawn, case.CASE[part.drawn](d))
    tiles, kind = Tiles(d), part.drawn
    if part.of == "box":
        return case.laid(kind, BOX[kind](d))
    if part.of == "magician":
        _, kind, side = kind.split("_")
        man = CHESSMEN[kind]
        return tiles.chessman(kind, man.height_mm, man.flutes, man.rim, side == "second")
    if kind.startswith("piece_"):
        return tiles.piece(int(kind.split("_")[1], 16))
    if kind.startswith("tile_"):
        return tiles.tile(kind == "tile_second")
    if kind.startswith("plug_"):
        return tiles.plug(kind == "plug_second")
    return {"cap": tiles.cap, "jig": tiles.jig}[kind]()


def of_manifold(body: Manifold) -> trimesh.Trimesh:
    """The same body with the corners of an STL file."""
    mesh = body.to_mesh()
    return trimesh.Trimesh(mesh.vert_properties[:, :3], mesh.tri_verts, process=False)


def quarter(mesh: trimesh.Trimesh, part: Part, d: Dimensions) -> trimesh.Trimesh:
    """The piece of a part between its seams. Plate and base are joined by dovetails; in the light
    grid the wall on a seam stays whole, and screws hold the pieces."""
    assert part.quarter is not None
    i, j = part.quarter
    xs, ys = seams(part.drawn, d)
    if part.drawn in case.TURNED:  # it is printed with its far side towards the player
        mesh = mesh.copy()
        mesh.apply_transform(HALF_TURN)
    lows, highs = mesh.bounds
    half = dimensions.SLACK / 2
    far = 1000.0
    tails = part.drawn != "grid"
    wall = 0.0 if tails else dimensions.WALL / 2
    # In print coordinates y points up: the upper row of pieces has the greatest y.
    left = xs[i - 1] + half - wall if i else -far
    right = xs[i] - half - wall if i < len(xs) else far
    top = -ys[j - 1] - half + wall if j else far
    bottom = -ys[j] + half + wall if j < len(ys) else -far
    z0, z1 = lows[2] - 1.0, highs[2] + 1.0
    region = box((left, bottom, z0), (right, top, z1))
    if tails:
        out, into = [], []
        places = [k * d.pitch - d.pitch / 2 for k in range(d.profile.rows + 1)]
        for y in places:
            if y not in ys and bottom < -y < top:
                if i < len(xs):
                    out.append(_tail(xs[i], -y, (1, 0), 0.0, (z0, z1)))
                if i:
                    into.append(_tail(xs[i - 1], -y, (1, 0), dimensions.SLACK, (z0, z1)))
        places = [k * d.pitch - d.pitch / 2 for k in range(d.profile.columns + 1)]
        if part.drawn in LONG:
            places = [float(mesh.bounds[:, 0].mean())]
        for x in places:
            if x not in xs and left < x < right:
                if j < len(ys):
                    out.append(_tail(x, -ys[j], (0, -1), 0.0, (z0, z1)))
                if j:
                    into.append(_tail(x, -ys[j - 1], (0, -1), dimensions.SLACK, (z0, z1)))
        region = trimesh.boolean.union([region, *out], engine="manifold")
        if into:
            region = trimesh.boolean.difference([region, *into], engine="manifold")
    piece = trimesh.boolean.intersection([mesh, region], engine="manifold")
    if part.drawn in case.TURNED:
        piece.apply_transform(HALF_TURN)
    return piece


def _tail(
    x: float, y: float, way: tuple[int, int], grown: float, z: tuple[float, float]
) -> trimesh.Trimesh:
    """A dovetail from (x, y) in a direction, as a prism; `grown` on all sides for its seat."""
    neck, head, length = dimensions.TAIL
    ends = ((-1.0, neck / 2 + grown), (length + grown, head / 2 + grown))
    corners = [
        (x + way[0] * along - way[1] * side, y + way[1] * along + way[0] * side, height)
        for along, wide in ends
        for side in (-wide, wide)
        for height in z
    ]
    return trimesh.convex.convex_hull(np.array(corners))


def steady(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """The same body with its triangles sorted: OpenSCAD's order varies."""
    corners = np.asarray(mesh.triangles, np.float32) + np.float32(0.0)  # no negative zeros
    # Each begins with its smallest corner, and keeps its orientation.
    order = np.lexsort((corners[..., 2], corners[..., 1], corners[..., 0]), axis=1)[:, 0]
    turns = (order[:, None] + np.arange(3)) % 3
    corners = np.take_along_axis(corners, turns[:, :, None], axis=1)
    flat = corners.reshape(len(corners), 9)
    corners = corners[np.lexsort(flat.T[::-1])]
    return trimesh.Trimesh(**trimesh.triangles.to_kwargs(corners), process=False)


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> trimesh.Trimesh:
    return trimesh.creation.box(bounds=np.array((low, high)))


def standing(place: tuple[float, float], size: tuple[float, float, float]) -> trimesh.Trimesh:
    """A block on the circuit board; `place` in board coordinates."""
    x, y = point(place)
    width, length, height = size
    return box((x - width / 2, y - length / 2, 0.0), (x + width / 2, y + length / 2, height))


def on_board(d: Dimensions = RELEASED) -> dict[str, trimesh.Trimesh]:
    """The circuit board and the space of its parts, by name."""
    corner = d.board
    slab = box((corner.x0, -corner.y1, -dimensions.BOARD_THICKNESS), (corner.x1, -corner.y0, 0.0))
    screws = [trimesh.creation.cylinder(dimensions.SCREW / 2, 10.0) for _ in d.holes()]
    for hole, screw in zip(d.holes(), screws, strict=True):
        screw.apply_translation((*point(hole), 0.0))
    found = {"board": trimesh.boolean.difference([slab, *screws], engine="manifold")}
    for number, place in enumerate(d.cells()):
        found[f"sensor {number}"] = standing(place, (3.0, 3.0, 1.2))
    for number, place in enumerate(d.leds()):
        found[f"led {number}"] = standing(place, dimensions.LED_BODY)
    for number, place in enumerate(d.buttons()):
        found[f"switch {number}"] = standing(place, dimensions.BUTTON_BODY)
        high = dimensions.BUTTON_HEIGHT
        stem = trimesh.creation.cylinder(dimensions.BUTTON_STEM / 2, high)
        stem.apply_translation((*point(place), high / 2))
        found[f"stem {number}"] = stem
    found["pico"] = standing(d.pico, (*dimensions.PICO_SIZE, dimensions.PICO_BOARD))
    wide, deep = dimensions.USB_BODY
    plug = (d.pico[0], d.pico_box.y0 - dimensions.USB_OUT + deep / 2)
    found["usb"] = standing(plug, (wide, deep, dimensions.USB_CONNECTOR))
    found["usb"].apply_translation((0.0, 0.0, dimensions.PICO_BOARD))
    for number, place in enumerate(d.bulks()):
        found[f"bulk {number}"] = standing(place, dimensions.BULK_BODY)
    found["beeper"] = standing(d.beeper, dimensions.BEEPER_BODY)
    return found


def placed(
    folder: Path, d: Dimensions = RELEASED, flat: bool = False
) -> dict[str, trimesh.Trimesh]:
    """The printed parts of the assembled board, from the files in `folder`, with the lid on and
    without the carrier, which the circuit board replaces. `flat`: with the flat top."""
    every = [part for part in parts(d) if part.of in ("board", "flat")]
    unused = {"carrier"}
    for part in every:
        if part.of == "flat":
            unused.add(part.drawn.removesuffix("_flat") if flat else part.drawn)
    found = {}
    for part in every:
        if part.drawn in unused:
            continue
        mesh = trimesh.load_mesh(folder / f"{part.name}.stl")
        if part.drawn in case.TURNED:
            mesh.apply_transform(HALF_TURN)
        low = case.CASE[part.drawn](d).bounding_box()[2]
        copies = []
        for x, y in d.cells() if part.drawn.startswith("ring") else [(0.0, 0.0)]:
            copies.append(mesh.copy())
            copies[-1].apply_translation((*point((x, y)), low - mesh.bounds[0][2]))
        found[part.name] = trimesh.util.concatenate(copies)
    return found


def shared_mm3(one: trimesh.Trimesh, other: trimesh.Trimesh) -> float:
    """Volume that two bodies share."""
    low, high = (
        np.maximum(one.bounds[0], other.bounds[0]),
        np.minimum(one.bounds[1], other.bounds[1]),
    )
    if (low >= high).any():
        return 0.0  # most pairs are far apart, and an intersection takes long
    shared = trimesh.boolean.intersection([one, other], engine="manifold")
    return 0.0 if shared.is_empty else float(shared.volume)
