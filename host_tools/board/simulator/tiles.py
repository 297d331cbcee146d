"""Bodies with a magnet: tiles, and any other magnet that gets onto the board."""

import math
from dataclasses import dataclass, field
from typing import Any

FOREIGN = -1  # owner of a body that is no player's tile


@dataclass(frozen=True)
class Shape:
    """A disc with a disc magnet, in millimetres. `magnet_offset_mm` is how far the magnet's centre
    is from the disc's, towards the upper face while the up side shows (negative: nearer the
    sensor)."""

    diameter_mm: float
    thickness_mm: float
    magnet_diameter_mm: float
    magnet_height_mm: float
    magnet_offset_mm: float = 0.0


def tile_shape(data: dict[str, Any]) -> Shape:
    """The tile described by a board's data."""
    tile, magnet = data["tile"], data["magnet"]
    lower_gap = tile["pocket_floor_mm"] + magnet["height_mm"] / 2
    return Shape(
        tile["diameter_mm"],
        tile["thickness_mm"],
        magnet["diameter_mm"],
        magnet["height_mm"],
        lower_gap - tile["thickness_mm"] / 2,
    )


@dataclass
class Tile:
    """One body and its position.

    (x_mm, y_mm) is the disc's centre; z_mm is that centre's height less half a thickness, above the
    well floor: the underside of a level tile. `tilt_deg` leans the whole disc towards
    `tilt_towards_deg` (0 along x, 90 along y). While the tile is turned over it runs to 180; then
    `up` changes and it is 0 again. `rest` is what it lies on, `on` the ids of the bodies that
    support it. `lay`: x, y, z and the side up when a hand took it last.
    """

    id: int
    owner: int
    shape: Shape
    remanence_mt: float  # signed: the second player's magnet is inserted upside down
    x_mm: float
    y_mm: float
    z_mm: float = 0.0
    up: bool = True
    tilt_deg: float = 0.0
    tilt_towards_deg: float = 0.0
    held: bool = False
    rest: str = field(default="table")  # well, rim, leaning, stacked, table; hand while held
    on: tuple[int, ...] = ()
    lay: tuple[float, float, float, bool] = (0.0, 0.0, 0.0, True)

    def normal(self) -> tuple[float, float, float]:
        """Unit vector out of the face that is (or was, before tilting) on top."""
        tilt, towards = math.radians(self.tilt_deg), math.radians(self.tilt_towards_deg)
        return (
            math.sin(tilt) * math.cos(towards),
            math.sin(tilt) * math.sin(towards),
            math.cos(tilt),
        )

    def magnet_pose(self) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
        """Centre of the magnet and its axis (a unit vector; the remanence has the sign)."""
        normal = self.normal()
        side = 1.0 if self.up else -1.0
        axis = (side * normal[0], side * normal[1], side * normal[2])
        offset = self.shape.magnet_offset_mm
        centre = (
            self.x_mm + offset * axis[0],
            self.y_mm + offset * axis[1],
            self.z_mm + self.shape.thickness_mm / 2 + offset * axis[2],
        )
        return centre, axis

    def magnet_row(self) -> tuple[float, ...]:
        """The magnet as a row for `magnets.field_at`."""
        centre, axis = self.magnet_pose()
        size = self.shape.magnet_diameter_mm / 2, self.shape.magnet_height_mm / 2
        return (*centre, *axis, *size, self.remanence_mt)

    def top_mm(self, x: float, y: float) -> float:
        """Height of the upper face's plane over a point near the tile."""
        nx, ny, nz = self.normal()
        dx, dy = x - self.x_mm, y - self.y_mm
        half = self.shape.thickness_mm / 2
        return self.z_mm + half + (half - nx * dx - ny * dy) / max(nz, 0.2)
