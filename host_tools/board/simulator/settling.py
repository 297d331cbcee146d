"""Where a released tile comes to rest: in a well, leaning, stacked, on the table.

It lands where it is, level unless something under it is uneven, and slides down as long as its
centre sinks faster than friction allows.
"""

import math
import random

from host_tools.board.simulator.plate import Plate, disc_edge
from host_tools.board.simulator.resting import Touch, lowest_plane
from host_tools.board.simulator.tiles import Tile

# A tile released within this distance beyond the play of a well slips in.
SLIP_IN_MM = 2.0
_LEVEL_DEG = 0.3
_TOUCH_MM = 1e-6
_STEP_MM = 2.0
_WAYS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]

NONE = -1  # no tile: the plate or the table

Known = dict[tuple[float, float], float]
"""Heights at which a tile's centre rests, by its place: for many tiles on the same ground."""


def distance_mm(one: Tile, x: float, y: float) -> float:
    """Horizontal distance of a tile's centre from a point."""
    return math.hypot(one.x_mm - x, one.y_mm - y)


def reach_mm(one: Tile, other: Tile) -> float:
    """Two level discs overlap if their centres are nearer than this."""
    return (one.shape.diameter_mm + other.shape.diameter_mm) / 2


def play_mm(plate: Plate, tile: Tile) -> float:
    """How far a tile lying in a well can be from its centre; below 0 if it does not fit."""
    return plate.well_radius_mm - tile.shape.diameter_mm / 2


def settle(
    tile: Tile,
    others: list[Tile],
    plate: Plate,
    rng: random.Random,
    known: Known | None = None,
) -> None:
    """Let a tile fall where it is; the others do not move. Sets its pose, `rest` and `on`."""
    _fall_flat(tile)
    ground = Ground(tile, others, plate, {} if known is None else known)
    while not _fall_into_well(tile, others, plate, rng):
        lower = ground.downhill(tile.x_mm, tile.y_mm)
        if lower is None:
            _come_to_rest(tile, ground, plate)
            return
        tile.x_mm, tile.y_mm = lower


class Ground:
    """What a tile can lie on: the plate, the table and other tiles."""

    def __init__(self, tile: Tile, others: list[Tile], plate: Plate, known: Known) -> None:
        self._radius = tile.shape.diameter_mm / 2
        self.edge = len(disc_edge(self._radius))
        self._tile = tile
        self._others = others
        self._known = known
        self._plate = plate

    def under(self, x: float, y: float) -> tuple[list[Touch], list[int]]:
        """Points on which the underside of a disc at (x, y) can rest, and for each the id of the
        tile there (NONE: none). The last `edge` lie on the disc's edge."""
        near = [t for t in self._others if distance_mm(t, x, y) < reach_mm(t, self._tile)]
        touches = self._plate.touches(x, y, self._radius)
        if not near:
            return touches, [NONE] * len(touches)
        touches = [touch for other in near for touch in self._around(other, x, y)] + touches
        owners = [NONE] * len(touches)
        for index, (dx, dy, _) in enumerate(touches):
            for other in near:
                off = math.hypot(x + dx - other.x_mm, y + dy - other.y_mm)
                if off <= other.shape.diameter_mm / 2 + _TOUCH_MM:
                    top = other.top_mm(x + dx, y + dy)
                    if top > touches[index][2]:
                        touches[index], owners[index] = (dx, dy, top), other.id
        return touches, owners

    def _around(self, other: Tile, x: float, y: float) -> list[Touch]:
        """The points on another tile's edge that are under a disc at (x, y)."""
        found: list[Touch] = []
        for ex, ey in disc_edge(other.shape.diameter_mm / 2):
            dx, dy = other.x_mm + ex - x, other.y_mm + ey - y
            if math.hypot(dx, dy) <= self._radius:
                found.append((dx, dy, self._plate.height(x + dx, y + dy)))
        return found

    def downhill(self, x: float, y: float) -> tuple[float, float] | None:
        """The next position of a sliding tile, or None if friction holds it."""
        here = self._centre(x, y)
        if here <= _TOUCH_MM:
            return None
        best, steepest = None, self._plate.friction
        for dx, dy in _WAYS:
            spot = (x + _STEP_MM * dx, y + _STEP_MM * dy)
            slope = (here - self._centre(*spot)) / (_STEP_MM * math.hypot(dx, dy))
            if slope > steepest:
                best, steepest = spot, slope
        return best

    def _centre(self, x: float, y: float) -> float:
        place = (round(x, 6), round(y, 6))
        if place not in self._known:
            touches, _ = self.under(x, y)
            self._known[place] = lowest_plane(touches, self.edge)[0]
        return self._known[place]


def _fall_flat(tile: Tile) -> None:
    """Fall from the tilt at release onto the nearer face. The lower edge touches first and stays in
    place."""
    tilt, towards = tile.tilt_deg, math.radians(tile.tilt_towards_deg)
    if tilt > 90.0:
        tile.up = not tile.up
        tilt, towards = 180.0 - tilt, towards + math.pi
    offset_mm = tile.shape.diameter_mm / 2 * (1.0 - math.cos(math.radians(tilt)))
    tile.x_mm -= offset_mm * math.cos(towards)
    tile.y_mm -= offset_mm * math.sin(towards)
    tile.tilt_deg = 0.0


def _fall_into_well(tile: Tile, others: list[Tile], plate: Plate, rng: random.Random) -> bool:
    cell, off = plate.nearest(tile.x_mm, tile.y_mm)
    play = play_mm(plate, tile)
    if play < 0 or off > play + SLIP_IN_MM:
        return False
    x, y = tile.x_mm, tile.y_mm
    if off > play:  # it slips in and stays anywhere within its play
        cx, cy = plate.centre(cell)
        radius, angle = play * math.sqrt(rng.random()), rng.uniform(0.0, 2 * math.pi)
        x, y = cx + radius * math.cos(angle), cy + radius * math.sin(angle)
    if any(distance_mm(t, x, y) < reach_mm(t, tile) for t in others):
        return False
    tile.x_mm, tile.y_mm, tile.z_mm, tile.rest, tile.on = x, y, 0.0, "well", ()
    return True


def _come_to_rest(tile: Tile, ground: Ground, plate: Plate) -> None:
    touches, owners = ground.under(tile.x_mm, tile.y_mm)
    c, a, b = lowest_plane(touches, ground.edge)
    slope = math.hypot(a, b)
    tile.tilt_deg = math.degrees(math.atan(slope))
    tile.tilt_towards_deg = math.degrees(math.atan2(-b, -a))
    half = tile.shape.thickness_mm / 2
    tile.z_mm = c + half * (math.sqrt(1.0 + slope * slope) - 1.0)
    feet = [z > c + a * x + b * y - _TOUCH_MM for x, y, z in touches]
    tile.on = tuple(sorted({owner for owner, on in zip(owners, feet, strict=True) if on} - {NONE}))
    tile.rest = _rest_word(tile, c, plate)
    if tile.tilt_deg < _LEVEL_DEG:
        tile.tilt_deg = 0.0


def _rest_word(tile: Tile, height: float, plate: Plate) -> str:
    if tile.tilt_deg >= _LEVEL_DEG:
        return "leaning"
    if tile.on:
        return "stacked"
    if not plate.covers(tile.x_mm, tile.y_mm):
        return "table"
    return "rim" if height > plate.depth_mm / 2 else "well"
