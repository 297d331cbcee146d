"""Bodies of the parts for a STEP file: a box for each with the outline and height of the part, so
that enclosures can be designed around it. KiCad's own models are not used (5 GB)."""

from itertools import product
from pathlib import Path

import pcbnew

from hardware.circuit.design import Placed
from hardware.circuit.parts import Kind

_MADE = "2026-01-01T00:00:00"  # constant, as in all files
_HEAD = """ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('box'),'2;1');
FILE_NAME('{name}','{made}',(''),(''),'','Lodeboard','');
FILE_SCHEMA(('AUTOMOTIVE_DESIGN {{ 1 0 10303 214 1 1 1 1 }}'));
ENDSEC;
DATA;
"""
_TAIL = "ENDSEC;\nEND-ISO-10303-21;\n"
Corner = tuple[float, float, float]
_AXES: tuple[Corner, Corner, Corner] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class _Step:
    """Lines of a STEP file, each with its number."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, text: str) -> str:
        self.lines.append(f"#{len(self.lines) + 1}={text};")
        return f"#{len(self.lines)}"

    def point(self, at: Corner) -> str:
        return self.add(f"CARTESIAN_POINT('',({at[0]:.3f},{at[1]:.3f},{at[2]:.3f}))")

    def direction(self, axis: int, sign: float = 1.0) -> str:
        x, y, z = (sign * part + 0.0 for part in _AXES[axis])
        return self.add(f"DIRECTION('',({x:.1f},{y:.1f},{z:.1f}))")


def box_step(name: str, low: Corner, high: Corner) -> str:
    """A STEP file with one box, its edges along the axes, millimetres."""
    step = _Step()
    context = step.add("APPLICATION_CONTEXT('automotive design')")
    kind = step.add(f"PRODUCT_CONTEXT('',{context},'mechanical')")
    thing = step.add(f"PRODUCT('{name}','{name}','',({kind}))")
    formed = step.add(f"PRODUCT_DEFINITION_FORMATION('','',{thing})")
    view = step.add(f"PRODUCT_DEFINITION_CONTEXT('part definition',{context},'design')")
    definition = step.add(f"PRODUCT_DEFINITION('design','',{formed},{view})")
    shape = step.add(f"PRODUCT_DEFINITION_SHAPE('','',{definition})")
    length = step.add("(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))")
    angle = step.add("(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))")
    solid_angle = step.add("(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())")
    measure = f"UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-07),{length},'accuracy','')"
    accuracy = step.add(measure)
    units = step.add(
        "(GEOMETRIC_REPRESENTATION_CONTEXT(3)"
        f"GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT(({accuracy}))"
        f"GLOBAL_UNIT_ASSIGNED_CONTEXT(({length},{angle},{solid_angle}))"
        "REPRESENTATION_CONTEXT('',''))"
    )
    body = _solid(step, low, high)
    place = step.add(
        f"AXIS2_PLACEMENT_3D('',{step.point((0.0, 0.0, 0.0))},{step.direction(2)},"
        f"{step.direction(0)})"
    )
    shown = step.add(f"ADVANCED_BREP_SHAPE_REPRESENTATION('',({place},{body}),{units})")
    step.add(f"SHAPE_DEFINITION_REPRESENTATION({shape},{shown})")
    return _HEAD.format(name=name, made=_MADE) + "\n".join(step.lines) + "\n" + _TAIL


def _solid(step: _Step, low: Corner, high: Corner) -> str:
    """The box between two corners, as corners, edges and six faces that point outwards."""
    corners = list(product((0, 1), repeat=3))
    ends = (low, high)
    places = {
        corner: (ends[corner[0]][0], ends[corner[1]][1], ends[corner[2]][2]) for corner in corners
    }
    points = {corner: step.point(place) for corner, place in places.items()}
    vertices = {corner: step.add(f"VERTEX_POINT('',{points[corner]})") for corner in corners}
    edges = {}
    for first in corners:
        for axis in range(3):
            last = tuple(1 if at == axis else bit for at, bit in enumerate(first))
            if last == first:
                continue
            vector = step.add(f"VECTOR('',{step.direction(axis)},1.)")
            line = step.add(f"LINE('',{points[first]},{vector})")
            edge = f"EDGE_CURVE('',{vertices[first]},{vertices[last]},{line},.T.)"
            edges[first, last] = step.add(edge)
    faces = []
    for axis, side in product(range(3), (0, 1)):
        across = (axis + 1) % 3
        around = [(0, 0), (1, 0), (1, 1), (0, 1)][:: 1 if side else -1]
        ring = [
            tuple(side if at == axis else a if at == across else b for at in range(3))
            for a, b in around
        ]
        loop = []
        for first, last in zip(ring, ring[1:] + ring[:1], strict=True):
            straight = (first, last) in edges
            edge = edges[(first, last) if straight else (last, first)]
            loop.append(step.add(f"ORIENTED_EDGE('',*,*,{edge},.{'T' if straight else 'F'}.)"))
        bound = step.add(f"EDGE_LOOP('',({','.join(loop)}))")
        outer = step.add(f"FACE_OUTER_BOUND('',{bound},.T.)")
        normal = step.direction(axis, 1.0 if side else -1.0)
        at = f"AXIS2_PLACEMENT_3D('',{points[ring[0]]},{normal},{step.direction(across)})"
        plane = step.add(f"PLANE('',{step.add(at)})")
        faces.append(step.add(f"ADVANCED_FACE('',({outer}),{plane},.T.)"))
    shell = step.add(f"CLOSED_SHELL('',({','.join(faces)}))")
    return step.add(f"MANIFOLD_SOLID_BREP('',{shell})")


def outline(footprint: "pcbnew.FOOTPRINT") -> tuple[float, float, float, float]:
    """The part's body as drawn by its footprint, relative to the footprint's origin and before
    rotation: left, top, right, bottom."""
    angle = footprint.GetOrientation()
    footprint.SetOrientation(0)
    at = footprint.GetPosition()
    boxes = [
        item.GetBoundingBox()
        for item in footprint.GraphicalItems()
        if item.IsOnLayer(pcbnew.F_Fab) and "TEXT" not in item.GetClass()
    ]
    footprint.SetOrientation(angle)
    return (
        (min(box.GetLeft() for box in boxes) - at.x) / 1e6,
        (min(box.GetTop() for box in boxes) - at.y) / 1e6,
        (max(box.GetRight() for box in boxes) - at.x) / 1e6,
        (max(box.GetBottom() for box in boxes) - at.y) / 1e6,
    )


def with_bodies(board: Path, parts: list[Placed], folder: Path) -> Path:
    """A copy of the board in `folder`; each soldered part gets a box with the height of its
    kind."""
    loaded = pcbnew.LoadBoard(str(board))
    files: dict[Kind, Path] = {}
    for part in parts:
        footprint = loaded.FindFootprintByReference(part.ref)
        footprint.Models().clear()
        if not part.kind.fitted:
            continue
        if part.kind not in files:
            left, top, right, bottom = outline(footprint)
            name = part.kind.name.replace(" ", "_")
            high = (right, -top, part.kind.height_mm)
            files[part.kind] = folder / f"{name}.step"
            files[part.kind].write_text(
                box_step(name, (left, -bottom, 0.0), high), encoding="ascii"
            )
        model = pcbnew.FP_3DMODEL()
        model.m_Filename = str(files[part.kind])
        footprint.Models().push_back(model)
    copy = folder / board.name
    pcbnew.SaveBoard(str(copy), loaded)
    return copy
