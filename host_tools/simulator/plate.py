"""The plate's upper side: wells, the ridges between them, and the table around it.

Heights are millimetres above the well floor. The table is taken to be level with it: its
true height makes no difference to any sensor.
"""

import math
from typing import Any

import numpy as np

from host_tools.simulator.magnets import Floats

TRAY_ROW = 8  # tiles side by side in a tray, at most
TRAY_PITCH = 0.9  # from one to the next, in cells


class Plate:
    """Geometry of one board, from its data."""

    def __init__(self, rows: int, columns: int, data: dict[str, Any]) -> None:
        plate = data["plate"]
        self.rows = rows
        self.columns = columns
        self.pitch_mm: float = plate["pitch_mm"]
        self.depth_mm: float = plate["well_depth_mm"]
        self.well_radius_mm: float = plate["well_diameter_mm"] / 2
        self.margin_mm: float = plate["margin_mm"]
        self.crossing_mm: float = plate["ridge_crossing_mm"]
        self.ridge_slope: float = plate["ridge_slope"]
        rise_mm = self.crossing_mm - plate["ridge_middle_mm"]
        self._crest_slope: float = rise_mm / (self.pitch_mm / 2)
        self.friction: float = plate["friction"]
        self.tray_distance_mm: float = plate["tray_distance_mm"]
        self.hall_depth_mm: float = plate["floor_above_hall_mm"]

    def flatten(self) -> None:
        """Become a plate without ridges, level between the wells, on which a tile stays where it
        is let go."""
        self.crossing_mm, self._crest_slope = self.depth_mm, 0.0

    def centre(self, cell: int) -> tuple[float, float]:
        """Centre of a cell's well (x, y)."""
        row, column = divmod(cell, self.columns)
        return column * self.pitch_mm, row * self.pitch_mm

    def hall_elements(self) -> Floats:
        """Where the sensors measure: (cells, 3)."""
        return np.array(
            [(*self.centre(c), -self.hall_depth_mm) for c in range(self.rows * self.columns)]
        )

    def nearest(self, x: float, y: float) -> tuple[int, float]:
        """The cell whose centre is nearest, and how far it is."""
        column = min(max(round(x / self.pitch_mm), 0), self.columns - 1)
        row = min(max(round(y / self.pitch_mm), 0), self.rows - 1)
        cell = row * self.columns + column
        cx, cy = self.centre(cell)
        return cell, math.hypot(x - cx, y - cy)

    def covers(self, x: float, y: float, radius: float = 0.0) -> bool:
        """True when a disc there reaches over the plate."""
        reach = self.margin_mm + radius
        return (
            -reach <= x <= (self.columns - 1) * self.pitch_mm + reach
            and -reach <= y <= (self.rows - 1) * self.pitch_mm + reach
        )

    def heights(self, x: Floats, y: Floats) -> Floats:
        """Height of the surface at each point."""
        last_x, last_y = (self.columns - 1) * self.pitch_mm, (self.rows - 1) * self.pitch_mm
        off = np.hypot(
            x - np.clip(np.round(x / self.pitch_mm) * self.pitch_mm, 0.0, last_x),
            y - np.clip(np.round(y / self.pitch_mm) * self.pitch_mm, 0.0, last_y),
        )
        reach = self.margin_mm
        on_plate = (x >= -reach) & (x <= last_x + reach) & (y >= -reach) & (y <= last_y + reach)
        rim = np.where(off > self.well_radius_mm, self.depth_mm, 0.0)
        rows, columns = self.rows + 1, self.columns + 1
        upright, level = self._ridges(x, y, columns, rows), self._ridges(y, x, rows, columns)
        return np.where(on_plate, np.maximum(rim, np.maximum(upright, level)), 0.0)

    def crests(self, x: float, y: float, radius: float) -> Floats:
        """The places on the ridges' crests that a disc there can touch, as seen from its centre:
        where a crest runs out from under it, and crossings. (points, 2)"""
        found: list[tuple[float, float]] = []
        lines_x, lines_y = self._lines(x, radius, self.columns), self._lines(y, radius, self.rows)
        for line in lines_x:
            chord = math.sqrt(radius * radius - line * line)
            found += [(line, -chord), (line, chord)]
        for line in lines_y:
            chord = math.sqrt(radius * radius - line * line)
            found += [(-chord, line), (chord, line)]
        found += [(a, b) for a in lines_x for b in lines_y if math.hypot(a, b) <= radius]
        return np.array(found).reshape(-1, 2)

    def _lines(self, at: float, reach: float, cells: int) -> list[float]:
        """How far the lines around and between so many cells lie from there, within reach."""
        lines = [(number - 0.5) * self.pitch_mm - at for number in range(cells + 1)]
        return [line for line in lines if abs(line) <= reach]

    def _ridges(self, across: Floats, along: Floats, lines: int, crossings: int) -> Floats:
        """Height of the ridges that run one way, far below 0 beside them: they lie on so many
        lines one after another across, each with so many crossings along it."""
        beside = np.abs(across - self._nearest_line(across, lines))
        before = np.abs(along - self._nearest_line(along, crossings))
        first, last = -self.pitch_mm / 2, (crossings - 1.5) * self.pitch_mm
        within = (along >= first) & (along <= last)
        slope = np.where(within, self._crest_slope, self.ridge_slope)
        ridges: Floats = self.crossing_mm - slope * before - self.ridge_slope * beside
        return ridges

    def _nearest_line(self, at: Floats, lines: int) -> Floats:
        """Where the nearest of the lines around and between cells runs."""
        number = np.clip(np.round(at / self.pitch_mm + 0.5), 0, lines - 1)
        nearest: Floats = (number - 0.5) * self.pitch_mm
        return nearest

    def tray_spot(self, owner: int, place: int, places: int) -> tuple[float, float]:
        """Where spare tile number `place` of a player's so many lies: in even rows, the first of
        them next to the plate, in front of it or behind it."""
        rows = -(-places // TRAY_ROW)
        in_row = -(-places // rows)
        row, column = divmod(place, in_row)
        middle = (self.columns - 1) * self.pitch_mm / 2
        x = middle + (column - (in_row - 1) / 2) * TRAY_PITCH * self.pitch_mm
        away = self.tray_distance_mm + row * TRAY_PITCH * self.pitch_mm
        return x, (self.rows - 1) * self.pitch_mm + away if owner == 0 else -away

    def side_spot(self, place: int) -> tuple[float, float]:
        """A place on the table to the right of the plate, for things that belong nowhere."""
        right = (self.columns - 1) * self.pitch_mm + self.margin_mm
        return right + self.tray_distance_mm, place * self.pitch_mm
