"""The plate's upper side: wells, the rim between them, and the table around it.

Heights are millimetres above the well floor. The table is taken to be level with it: its
true height makes no difference to any sensor.
"""

import math
from typing import Any

import numpy as np

from host_tools.simulator.magnets import Floats


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
        self.tray_distance_mm: float = plate["tray_distance_mm"]
        self.hall_depth_mm: float = plate["floor_above_hall_mm"]

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
        return np.where(on_plate & (off > self.well_radius_mm), self.depth_mm, 0.0)

    def tray_spot(self, owner: int, place: int, places: int) -> tuple[float, float]:
        """Where spare tile number `place` of a player lies: one row, below or above."""
        middle = (self.columns - 1) * self.pitch_mm / 2
        x = middle + (place - (places - 1) / 2) * 0.9 * self.pitch_mm
        if owner == 0:
            return x, (self.rows - 1) * self.pitch_mm + self.tray_distance_mm
        return x, -self.tray_distance_mm

    def side_spot(self, place: int) -> tuple[float, float]:
        """A place on the table to the right of the plate, for things that belong nowhere."""
        right = (self.columns - 1) * self.pitch_mm + self.margin_mm
        return right + self.tray_distance_mm, place * self.pitch_mm
