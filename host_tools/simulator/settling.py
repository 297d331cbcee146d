"""Where a released tile ends up: in a well, on the rim, leaning, stacked, on the table."""

import math

import numpy as np

from host_tools.simulator.plate import Plate
from host_tools.simulator.resting import disc_points, lowest_plane
from host_tools.simulator.tiles import Tile

# A tile let go this much beyond the play of its well still slips in.
SLIP_IN_MM = 2.0
_LEVEL_DEG = 0.3


def distance_mm(one: Tile, x: float, y: float) -> float:
    """Horizontal distance of a tile's centre from a point."""
    return math.hypot(one.x_mm - x, one.y_mm - y)


def reach_mm(one: Tile, other: Tile) -> float:
    """Two level discs overlap when their centres are nearer than this."""
    return (one.shape.diameter_mm + other.shape.diameter_mm) / 2


def play_mm(plate: Plate, tile: Tile) -> float:
    """How far a tile lying in a well can be from its centre; below 0 it does not fit."""
    return plate.well_radius_mm - tile.shape.diameter_mm / 2


def settle(tile: Tile, others: list[Tile], plate: Plate, rng: np.random.Generator) -> None:
    """Let a tile fall where it is; the others lie still. Sets its pose and `rest`."""
    if tile.tilt_deg > 90.0:  # let go in mid-turn: it falls on the nearer face
        tile.up = not tile.up
    tile.tilt_deg = 0.0
    below = [t for t in others if distance_mm(t, tile.x_mm, tile.y_mm) < reach_mm(t, tile)]
    if not _fall_into_well(tile, others, plate, rng):
        _come_to_rest(tile, below, plate)


def _fall_into_well(tile: Tile, others: list[Tile], plate: Plate, rng: np.random.Generator) -> bool:
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
    tile.x_mm, tile.y_mm, tile.z_mm, tile.rest = x, y, 0.0, "well"
    return True


def _come_to_rest(tile: Tile, below: list[Tile], plate: Plate) -> None:
    points = disc_points(tile.shape.diameter_mm / 2)
    x, y = points[:, 0] + tile.x_mm, points[:, 1] + tile.y_mm
    bare = heights = plate.heights(x, y)
    for other in below:
        inside = np.hypot(x - other.x_mm, y - other.y_mm) <= other.shape.diameter_mm / 2
        top = np.array([other.top_mm(px, py) for px, py in zip(x, y, strict=True)])
        heights = np.where(inside, np.maximum(heights, top), heights)
    plane = lowest_plane(points, heights)
    c, a, b = plane
    slope = math.hypot(a, b)
    tile.tilt_deg = math.degrees(math.atan(slope))
    tile.tilt_towards_deg = math.degrees(math.atan2(-b, -a))
    half = tile.shape.thickness_mm / 2
    tile.z_mm = c + half * (math.sqrt(1.0 + slope * slope) - 1.0)
    feet = heights > c + points @ np.array([a, b]) - 1e-6
    on_tile = bool(np.any(heights[feet] > bare[feet]))
    tile.rest = _rest_word(tile, c, on_tile, plate)
    if tile.tilt_deg < _LEVEL_DEG:
        tile.tilt_deg = 0.0


def _rest_word(tile: Tile, height: float, on_tile: bool, plate: Plate) -> str:
    if tile.tilt_deg >= _LEVEL_DEG:
        return "leaning"
    if on_tile:
        return "stacked"
    if not plate.covers(tile.x_mm, tile.y_mm):
        return "table"
    return "rim" if height > plate.depth_mm / 2 else "well"
