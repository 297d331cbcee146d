"""A tile between fingers: where the hand wants it, limited by plate and tiles."""

import math

from host_tools.board.simulator.plate import Plate
from host_tools.board.simulator.settling import distance_mm, play_mm, reach_mm
from host_tools.board.simulator.tiles import Tile
from host_tools.board.simulator.tremor import Tremor

TURN_MS = 300.0  # turning a tile over in the fingers


class Grip:
    """One held tile. The hand sets `x`, `y`, `z` and `tilt`; `pose` moves the tile."""

    def __init__(self, tile: Tile, tremor: Tremor) -> None:
        self.tile = tile
        self.x, self.y, self.z = tile.x_mm, tile.y_mm, tile.z_mm
        self.tilt = tile.tilt_deg
        self.turn_left = 0.0  # degrees still to turn
        self.tremor = tremor

    def turn(self, dt_ms: float) -> None:
        """Continue turning the tile over, if it is being turned."""
        step = min(self.turn_left, 180.0 * dt_ms / TURN_MS)
        if step <= 0.0:
            return
        self.turn_left = self.turn_left - step if self.turn_left - step > 1e-9 else 0.0
        self.tilt += step
        if self.tilt >= 180.0 - 1e-9:
            self.tilt = max(self.tilt - 180.0, 0.0)
            self.tile.up = not self.tile.up

    def pose(self, time_ms: float, others: list[Tile], plate: Plate) -> None:
        """Move the tile to where the hand and its tremor put it, as far as the plate and the other
        tiles allow."""
        tile, tilt = self.tile, self.tilt
        dx, dy, dz = self.tremor.at(time_ms)
        x, y, z = self.x + dx, self.y + dy, self.z + dz
        low = z - _sag(tile, tilt)
        x, y, floor = _on_plate(tile, x, y, low, plate)
        floor = max(floor, _on_tiles(tile, x, y, low, others))
        if self.turn_left == 0.0:  # a tile set down at an angle is pressed level
            room = min(max(z - floor, 0.0) / (tile.shape.diameter_mm / 2), 1.0)
            tilt = min(tilt, math.degrees(math.asin(room)))
        tile.x_mm, tile.y_mm, tile.z_mm = x, y, max(z, floor + _sag(tile, tilt))
        tile.tilt_deg = tilt


def _sag(tile: Tile, tilt_deg: float) -> float:
    """How far the lowest point of the tilted disc is below the tile's `z_mm`."""
    lean = math.radians(tilt_deg)
    half, radius = tile.shape.thickness_mm / 2, tile.shape.diameter_mm / 2
    return radius * math.sin(lean) + half * (abs(math.cos(lean)) - 1.0)


def _on_plate(
    tile: Tile, x: float, y: float, low: float, plate: Plate
) -> tuple[float, float, float]:
    """The position that the plate allows to a tile reaching down to `low`, and the least height of
    its underside there. The wall of a well holds a tile that is inside it."""
    if low >= plate.crossing_mm or not plate.covers(x, y, tile.shape.diameter_mm / 2):
        return x, y, 0.0
    cell, off = plate.nearest(x, y)
    play = play_mm(plate, tile)
    if off <= play:
        return x, y, 0.0
    cx, cy = plate.centre(cell)
    inside = tile.z_mm < plate.depth_mm - 1e-6 and distance_mm(tile, cx, cy) <= play + 1e-6
    if inside and low < plate.depth_mm:
        return cx + (x - cx) * play / off, cy + (y - cy) * play / off, 0.0
    return x, y, max(height for _, _, height in plate.touches(x, y, tile.shape.diameter_mm / 2))


def _on_tiles(tile: Tile, x: float, y: float, low: float, others: list[Tile]) -> float:
    """The least height of the underside above the resting tiles below."""
    floor = 0.0
    for other in others:
        if distance_mm(other, x, y) < reach_mm(other, tile):
            top = other.z_mm + other.shape.thickness_mm
            if low < top:
                floor = max(floor, top)
    return floor
