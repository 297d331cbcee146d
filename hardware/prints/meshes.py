"""STL files: made by OpenSCAD, joined here, and put together again as on the board."""

from pathlib import Path

import numpy as np
import trimesh

from hardware import dimensions
from hardware.dimensions import RELEASED, Dimensions
from hardware.prints.parameters import HERE, HOOD_INSIDE, point
from hardware.prints.parts import Part, openscad


def make(part: Part, folder: Path) -> Path:
    """Write one part's STL; its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{part.name}.stl"
    source = str(HERE / part.source)
    if not part.bodies:
        openscad(["-o", str(path), *part.defines(), source])
        steady(trimesh.load_mesh(path)).export(path)
        return path

    def solid(name: str, body: int = 0) -> trimesh.Trimesh:
        defines = part.defines(f'part="{name}"', f"body={body}")
        openscad(["-o", str(path), *defines, source])
        return trimesh.load_mesh(path)

    bodies = [solid(f"{part.name}_body", body) for body in range(part.bodies)]
    whole = trimesh.boolean.union(bodies, engine="manifold")
    if part.cut:
        whole = trimesh.boolean.difference([whole, solid(f"{part.name}_cut")], engine="manifold")
    steady(whole).export(path)
    return path


def steady(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """The same body with its triangles in order: OpenSCAD's come as its memory happens to lie."""
    corners = np.asarray(mesh.triangles, np.float32) + np.float32(0.0)  # no minus zeros
    # Each begins with its least corner, and keeps its sense.
    order = np.lexsort((corners[..., 2], corners[..., 1], corners[..., 0]), axis=1)[:, 0]
    turns = (order[:, None] + np.arange(3)) % 3
    corners = np.take_along_axis(corners, turns[:, :, None], axis=1)
    flat = corners.reshape(len(corners), 9)
    corners = corners[np.lexsort(flat.T[::-1])]
    return trimesh.Trimesh(**trimesh.triangles.to_kwargs(corners), process=False)


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> trimesh.Trimesh:
    return trimesh.creation.box(bounds=np.array((low, high)))


def standing(place: tuple[float, float], size: tuple[float, float, float]) -> trimesh.Trimesh:
    """A block on the circuit board, `place` in the board's own axes."""
    x, y = point(place)
    width, length, height = size
    return box((x - width / 2, y - length / 2, 0.0), (x + width / 2, y + length / 2, height))


def on_board(d: Dimensions = RELEASED) -> dict[str, trimesh.Trimesh]:
    """The circuit board and the room that its parts may take, by name."""
    corner = d.board
    slab = box((corner.x0, -corner.y1, -dimensions.BOARD_THICKNESS), (corner.x1, -corner.y0, 0.0))
    screws = [trimesh.creation.cylinder(dimensions.SCREW / 2, 10.0) for _ in d.holes()]
    for hole, screw in zip(d.holes(), screws, strict=True):
        screw.apply_translation((*point(hole), 0.0))
    parts = {"board": trimesh.boolean.difference([slab, *screws], engine="manifold")}
    for number, place in enumerate(d.cells()):
        parts[f"sensor {number}"] = standing(place, (3.0, 3.0, 1.2))
    for number, place in enumerate(d.leds()):
        parts[f"led {number}"] = standing(place, dimensions.LED_BODY)
    for number, place in enumerate(d.buttons()):
        parts[f"button {number}"] = standing(place, dimensions.BUTTON_BODY)
        high = dimensions.BUTTON_HEIGHT
        stem = trimesh.creation.cylinder(dimensions.BUTTON_STEM / 2, high)
        stem.apply_translation((*point(place), high / 2))
        parts[f"stem {number}"] = stem
    parts["pico"] = standing(d.pico, (*dimensions.PICO_SIZE, dimensions.PICO_STACK))
    return parts


def placed(folder: Path, d: Dimensions = RELEASED) -> dict[str, trimesh.Trimesh]:
    """The printed parts of the board as they are put together, from the files in `folder`."""

    def load(name: str, z: float, places: list[tuple[float, float]]) -> trimesh.Trimesh:
        mesh = trimesh.load_mesh(folder / f"{name}.stl")
        copies = []
        for place in places:
            copies.append(mesh.copy())
            copies[-1].apply_translation((*point(place), z))
        return trimesh.util.concatenate(copies)

    here = [(0.0, 0.0)]
    under = -dimensions.BOARD_THICKNESS - dimensions.BELOW_BOARD - dimensions.CASE_FLOOR
    hood = trimesh.load_mesh(folder / "hood.stl")
    hood.apply_transform(trimesh.transformations.rotation_matrix(np.pi, (1, 0, 0)))
    hood.apply_translation((0.0, 0.0, HOOD_INSIDE + dimensions.HOOD_ROOF))
    return {
        "base": load("base", under, here),
        "grid": load("grid", 0.0, here),
        "spacer": load("spacer", 0.0, d.strip_holes()),
        "plate": load("plate", d.plate_under, here),
        "ring": load("ring", d.well_floor, d.cells()),
        "hood": hood,
    }


def shared_mm3(one: trimesh.Trimesh, other: trimesh.Trimesh) -> float:
    """Volume that two bodies share."""
    shared = trimesh.boolean.intersection([one, other], engine="manifold")
    return 0.0 if shared.is_empty else float(shared.volume)
