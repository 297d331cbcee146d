"""The plate's upper side: wells, the ridges between them, and the table around it.

Heights are millimetres above the well floor. The table is assumed level with it: its true height
does not affect any sensor.
"""

import math
from functools import cache
from typing import Any

TRAY_ROW = 8  # at most, tiles side by side in a tray
TRAY_PITCH = 0.9  # in cells
_SPOKES = 60

Point = tuple[float, float]


@cache
def disc_edge(radius: float) -> tuple[Point, ...]:
    """Points evenly around the edge of a disc centred on the origin."""
    angles = [math.tau * spoke / _SPOKES for spoke in range(_SPOKES)]
    return tuple((radius * math.cos(angle), radius * math.sin(angle)) for angle in angles)


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
        """Replace the ridges by a level surface, on which a tile stays where it is released."""
        self.crossing_mm, self._crest_slope = self.depth_mm, 0.0

    def centre(self, cell: int) -> tuple[float, float]:
        """Centre (x, y) of a cell's well."""
        row, column = divmod(cell, self.columns)
        return column * self.pitch_mm, row * self.pitch_mm

    def hall_elements(self) -> list[tuple[float, float, float]]:
        """Position of each cell's sensor."""
        return [(*self.centre(c), -self.hall_depth_mm) for c in range(self.rows * self.columns)]

    def nearest(self, x: float, y: float) -> tuple[int, float]:
        """The cell with the nearest centre, and its distance."""
        column = min(max(round(x / self.pitch_mm), 0), self.columns - 1)
        row = min(max(round(y / self.pitch_mm), 0), self.rows - 1)
        cell = row * self.columns + column
        cx, cy = self.centre(cell)
        return cell, math.hypot(x - cx, y - cy)

    def covers(self, x: float, y: float, radius: float = 0.0) -> bool:
        """Whether a disc at this point reaches over the plate."""
        reach = self.margin_mm + radius
        return (
            -reach <= x <= (self.columns - 1) * self.pitch_mm + reach
            and -reach <= y <= (self.rows - 1) * self.pitch_mm + reach
        )

    def height(self, x: float, y: float) -> float:
        """Height of the surface at a point."""
        if not self.covers(x, y):
            return 0.0
        _, off = self.nearest(x, y)
        rim = self.depth_mm if off > self.well_radius_mm else 0.0
        rows, columns = self.rows + 1, self.columns + 1
        return max(rim, self._ridge(x, y, columns, rows), self._ridge(y, x, rows, columns))

    def corners(self, x: float, y: float, radius: float) -> list[Point]:
        """Where a disc at this point can touch the plate other than all around its edge, relative
        to its centre: crossings of two crests, corners of the border, and the points where a crest
        or the border passes under its edge."""
        found: list[Point] = []
        lines_x, lines_y = self._lines(x, radius, self.columns), self._lines(y, radius, self.rows)
        for line in lines_x:
            chord = math.sqrt(radius * radius - line * line)
            found += [(line, -chord), (line, chord)]
        for line in lines_y:
            chord = math.sqrt(radius * radius - line * line)
            found += [(-chord, line), (chord, line)]
        found += [(a, b) for a in lines_x for b in lines_y if math.hypot(a, b) <= radius]
        return found

    def touches(self, x: float, y: float, radius: float) -> list[tuple[float, float, float]]:
        """Points under a disc at (x, y), relative to its centre, each with the height of the
        surface. A plane above all of them is above the surface everywhere under the disc. The last
        ones lie evenly on its edge."""
        points = (*self.corners(x, y, radius), *disc_edge(radius))
        return [(dx, dy, self.height(x + dx, y + dy)) for dx, dy in points]

    def _lines(self, position: float, reach: float, cells: int) -> list[float]:
        """Offsets from `position` to crests around `cells` cells and the border, within reach."""
        places = [(number - 0.5) * self.pitch_mm for number in range(cells + 1)]
        places += [-self.margin_mm, (cells - 1) * self.pitch_mm + self.margin_mm]
        return [place - position for place in places if abs(place - position) <= reach]

    def _ridge(self, across: float, along: float, lines: int, crossings: int) -> float:
        """Height of the ridges in one direction, far below 0 beside them. There are `lines` ridges
        across, each with `crossings` along it."""
        beside = abs(across - self._nearest_line(across, lines))
        before = abs(along - self._nearest_line(along, crossings))
        first, last = -self.pitch_mm / 2, (crossings - 1.5) * self.pitch_mm
        slope = self._crest_slope if first <= along <= last else self.ridge_slope
        return self.crossing_mm - slope * before - self.ridge_slope * beside

    def _nearest_line(self, position: float, lines: int) -> float:
        """Position of the nearest line around and between cells."""
        number = min(max(round(position / self.pitch_mm + 0.5), 0), lines - 1)
        return (number - 0.5) * self.pitch_mm

    def tray_spot(self, owner: int, place: int, places: int) -> tuple[float, float]:
        """Position of spare tile number `place` of a player's `places`: in even rows, the first
        next to the plate, in front of it for player 0 and behind it for player 1."""
        rows = -(-places // TRAY_ROW)
        in_row = -(-places // rows)
        row, column = divmod(place, in_row)
        middle = (self.columns - 1) * self.pitch_mm / 2
        x = middle + (column - (in_row - 1) / 2) * TRAY_PITCH * self.pitch_mm
        away = self.tray_distance_mm + row * TRAY_PITCH * self.pitch_mm
        return x, (self.rows - 1) * self.pitch_mm + away if owner == 0 else -away

    def side_spot(self, place: int) -> tuple[float, float]:
        """A place on the table to the right of the plate, for foreign bodies."""
        right = (self.columns - 1) * self.pitch_mm + self.margin_mm
        return right + self.tray_distance_mm, place * self.pitch_mm
