"""A grid of places and tilts at which a tile is released, and where each comes to rest."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from host_tools.board.simulator.plate import Plate
from host_tools.board.simulator.settling import Known, settle
from host_tools.board.simulator.streams import stream
from host_tools.board.simulator.tiles import Tile, tile_shape
from host_tools.board.simulator.world import World
from lodeboard.boards.profile import Profile

TILTS = [(0.0, 0.0), *((tilt, 45.0 * turn) for tilt in (15.0, 40.0) for turn in range(8))]
"""How far a tile leans when it is let go, and towards where, in degrees."""


@dataclass(frozen=True)
class Fall:
    """One tile: where it was released, and where it comes to rest."""

    from_x_mm: float
    from_y_mm: float
    level: bool
    tile: Tile


def neighbours(profile: Profile) -> list[Tile]:
    """Tiles already on the plate: one on every second cell, alternating owner and side."""
    plate = World(profile, tremor_mm=0.0).plate
    shape = tile_shape(profile.data)
    remanence: float = profile.data["magnet"]["remanence_mt"]
    cells = [cell for cell in range(profile.cells) if sum(divmod(cell, profile.columns)) % 2 == 0]
    return [
        Tile(
            number + 1,
            number % 2,
            shape,
            remanence * (1 - 2 * (number % 2)),
            *plate.centre(cell),
            up=number % 4 < 2,
            rest="well",
        )
        for number, cell in enumerate(cells)
    ]


def falls(
    profile: Profile,
    step_mm: float,
    friction: float,
    tilts: list[tuple[float, float]],
    cells: int,
    others: Sequence[Tile] = (),
) -> Iterator[Fall]:
    """Release a tile at each place of a grid over the first rows and columns (`cells` of each) and
    the margin beside them, at each of these tilts. Owner and side are drawn. `others` lie still."""
    plate = World(profile, tremor_mm=0.0).plate
    plate.friction = friction
    rng = stream(0, "falls")
    shape = tile_shape(profile.data)
    end_mm = (cells - 0.5) * plate.pitch_mm
    if cells >= max(profile.rows, profile.columns):
        end_mm = (cells - 1) * plate.pitch_mm + plate.margin_mm
    places = np.arange(-plate.margin_mm, end_mm + step_mm / 2, step_mm).tolist()
    remanence: float = profile.data["magnet"]["remanence_mt"]
    known: Known = {} if others else _Mirrored(plate)
    for tilt, towards in tilts:
        for x in places:
            for y in places:
                owner, up = rng.randrange(2), rng.random() < 0.5
                spread = 1.0 + profile.data["magnet"]["remanence_tolerance"] * rng.uniform(-1, 1)
                tile = Tile(0, owner, shape, spread * remanence * (1 - 2 * owner), x, y, up=up)
                tile.tilt_deg, tile.tilt_towards_deg = tilt, towards
                settle(tile, list(others), plate, rng, known)
                yield Fall(x, y, tilt == 0.0, tile)


class _Mirrored(Known):
    """Known rests of a bare plate: a result for one place also holds for its mirror images."""

    def __init__(self, plate: Plate) -> None:
        super().__init__()
        self._middle = [(count - 1) * plate.pitch_mm / 2 for count in (plate.columns, plate.rows)]

    def _same(self, place: tuple[float, float]) -> tuple[float, float]:
        x, y = (
            round(abs(coordinate - half), 6)
            for coordinate, half in zip(place, self._middle, strict=True)
        )
        return x, y

    def __contains__(self, place: object) -> bool:
        return isinstance(place, tuple) and super().__contains__(self._same(place))

    def __getitem__(self, place: tuple[float, float]) -> float:
        return super().__getitem__(self._same(place))

    def __setitem__(self, place: tuple[float, float], height: float) -> None:
        super().__setitem__(self._same(place), height)


def off_mm(profile: Profile, tile: Tile) -> float:
    """Distance in millimetres from a tile's centre to the area of the cells' squares; 0 inside."""
    half = profile.pitch_mm / 2
    beyond = [
        max(-half - coordinate, coordinate - (count - 0.5) * profile.pitch_mm, 0.0)
        for coordinate, count in ((tile.x_mm, profile.columns), (tile.y_mm, profile.rows))
    ]
    return math.hypot(*beyond)
