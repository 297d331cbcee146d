"""The world around the sensors: a plate, tiles on it and hands that move them.

Millimetres and milliseconds. x grows along the columns, y along the rows from a1, z up
from the well floor. Nothing here knows the firmware or the game.
"""

import math
from collections.abc import Sequence

import numpy as np

from host_tools.simulator.plate import Plate
from host_tools.simulator.sensors import ROOM_C
from host_tools.simulator.settling import distance_mm, play_mm, reach_mm, settle
from host_tools.simulator.streams import stream
from host_tools.simulator.tiles import FOREIGN, Shape, Tile, tile_shape
from host_tools.simulator.tremor import Tremor
from lodeboard.boards.profile import Profile

LAID_MM = 0.4  # standard deviation from the middle, along x and y, of a tile laid out
TURN_MS = 300.0  # turning a tile over in the fingers


class WorldError(ValueError):
    """An act the world does not allow: no such tile, already held, not held."""


class World:
    """All bodies and where they are. `tiles` are the players', `foreign` any others."""

    def __init__(self, profile: Profile, seed: int = 0, tremor_mm: float = 0.3) -> None:
        self.profile = profile
        self.plate = Plate(profile.rows, profile.columns, profile.data)
        self.seed = seed
        self.time_ms = 0.0
        self.temperature_c = ROOM_C
        self.tiles: list[Tile] = []
        self.foreign: list[Tile] = []
        self.tremor_mm = tremor_mm
        self.moved: set[int] = set()  # ids whose magnet moved since the field was last asked
        self._rng = stream(seed, "rest")
        self._grip: dict[int, tuple[float, float, float, float]] = {}  # where hands want it
        self._turning: dict[int, float] = {}  # degrees still to turn
        self._tremors: dict[int, Tremor] = {}
        self._next_id = 0
        self._fill_trays()

    def _fill_trays(self) -> None:
        data = self.profile.data
        magnet, count = data["magnet"], data["tile"]["per_player"]
        shape = tile_shape(data)
        rng = stream(self.seed, "remanence")
        spread = magnet["remanence_tolerance"]
        for owner in (0, 1):
            for place in range(count):
                error = float(np.clip(rng.normal(0.0, spread / 2), -spread, spread))
                remanence = magnet["remanence_mt"] * (1.0 + error) * (1 - 2 * owner)
                x, y = self.plate.tray_spot(owner, place, count)
                self.tiles.append(Tile(self._new_id(), owner, shape, remanence, x, y))

    def _new_id(self) -> int:
        self._next_id += 1
        self.moved.add(self._next_id - 1)
        return self._next_id - 1

    # -- looking ---------------------------------------------------------------------

    def bodies(self) -> list[Tile]:
        """Every magnet there is: the tiles, then the foreign ones, by id."""
        return self.tiles + self.foreign

    def tile(self, tile_id: int) -> Tile:
        """The body of this id."""
        for body in self.bodies():
            if body.id == tile_id:
                return body
        raise WorldError(f"there is no tile {tile_id}")

    def on_cell(self, cell: int) -> list[Tile]:
        """Bodies lying with their centre over a cell's well, the lowest first."""
        x, y = self.plate.centre(cell)
        here = [
            t
            for t in self.bodies()
            if not t.held and distance_mm(t, x, y) < self.plate.well_radius_mm
        ]
        return sorted(here, key=lambda t: (t.z_mm, t.id))

    def home(self, tile: Tile) -> tuple[float, float]:
        """Where a tile has its place in the tray, and a foreign body beside the plate."""
        count = self.profile.data["tile"]["per_player"]
        if tile.owner == FOREIGN:
            return self.plate.side_spot(tile.id - len(self.tiles))
        return self.plate.tray_spot(tile.owner, tile.id % count, count)

    def spare(self, owner: int) -> Tile:
        """A tile of this player that lies off the plate."""
        for tile in self.tiles:
            if (
                tile.owner == owner
                and not tile.held
                and not self.plate.covers(tile.x_mm, tile.y_mm)
            ):
                return tile
        raise WorldError(f"player {owner + 1} has no spare tile")

    # -- hands -----------------------------------------------------------------------

    def grab(self, tile_id: int) -> Tile:
        """Take a tile between the fingers where it lies; what lay on it falls."""
        tile = self.tile(tile_id)
        if tile.held:
            raise WorldError(f"tile {tile_id} is already in a hand")
        above = self._lying_on(tile)
        tile.held, tile.rest = True, "hand"
        self._grip[tile_id] = (tile.x_mm, tile.y_mm, tile.z_mm, tile.tilt_deg)
        if tile_id not in self._tremors:
            rng = stream(self.seed, f"tremor {tile_id}")
            self._tremors[tile_id] = Tremor(rng, self.tremor_mm)
        for other in above:
            self._settle(other)
        self.moved.add(tile_id)
        return tile

    def move_held(
        self, tile_id: int, x: float, y: float, z: float, tilt_deg: float | None = None
    ) -> None:
        """Where the hand wants the tile; tremor, the plate and other tiles have their say."""
        grip = self._gripped(tile_id)
        self._grip[tile_id] = (x, y, z, grip[3] if tilt_deg is None else tilt_deg)
        self._pose_held(self.tile(tile_id))

    def turn_held(self, tile_id: int) -> None:
        """Begin turning the tile over in the fingers; it takes TURN_MS of world time."""
        self._gripped(tile_id)
        self._turning[tile_id] = self._turning.get(tile_id, 0.0) + 180.0

    def turning(self, tile_id: int) -> bool:
        """True while a held tile is still being turned over."""
        return self._turning.get(tile_id, 0.0) > 0.0

    def drop(self, tile_id: int) -> str:
        """Let go. The word returned says what the tile came to rest on (`Tile.rest`)."""
        self._gripped(tile_id)
        del self._grip[tile_id]
        self._turning.pop(tile_id, None)
        tile = self.tile(tile_id)
        tile.held = False
        self._settle(tile)
        return tile.rest

    def advance(self, dt_ms: float) -> None:
        """Let time pass: hands tremble, tiles being turned turn on."""
        self.time_ms += dt_ms
        for tile_id in self._grip:
            self._turn(tile_id, dt_ms)
            self._pose_held(self.tile(tile_id))

    # -- setting up --------------------------------------------------------------------

    def lay(self, tile_id: int, x: float, y: float, up: bool = True) -> str:
        """Put a tile somewhere without a hand, and let it settle there."""
        tile = self.tile(tile_id)
        if tile.held:
            raise WorldError(f"tile {tile_id} is in a hand")
        above = self._lying_on(tile)
        tile.x_mm, tile.y_mm, tile.tilt_deg, tile.up = x, y, 0.0, up
        for each in (tile, *above):
            self._settle(each)
        return tile.rest

    def arrange(self, cells: Sequence[tuple[int, bool] | None]) -> None:
        """Lay tiles out, without hands: for each cell the owner and whether the up side
        shows, or None. All other tiles go back to their trays."""
        used = [0, 0]
        for tile in self.tiles:
            self.lay(tile.id, *self.home(tile))
        for cell, wanted in enumerate(cells):
            if wanted is None:
                continue
            owner, up = wanted
            owned = [t for t in self.tiles if t.owner == owner]
            if used[owner] == len(owned):
                raise WorldError(f"player {owner + 1} has only {len(owned)} tiles")
            x, y = self.plate.centre(cell)
            dx, dy = self._rng.normal(0.0, LAID_MM, 2).tolist()
            self.lay(owned[used[owner]].id, x + dx, y + dy, up)
            used[owner] += 1

    def add_foreign(self, shape: Shape, remanence_mt: float, x: float, y: float) -> Tile:
        """A magnet that belongs to nobody, dropped at (x, y), north pole up."""
        body = Tile(self._new_id(), FOREIGN, shape, remanence_mt, x, y)
        self.foreign.append(body)
        self._settle(body)
        return body

    def take_foreign(self, body_id: int) -> None:
        """Take a foreign magnet out of the world."""
        body = self.tile(body_id)
        if body.owner != FOREIGN:
            raise WorldError(f"body {body_id} is a player's tile")
        self.foreign.remove(body)
        self._grip.pop(body_id, None)
        self.moved.add(body_id)

    # -- inside ------------------------------------------------------------------------

    def _gripped(self, tile_id: int) -> tuple[float, float, float, float]:
        if tile_id not in self._grip:
            raise WorldError(f"tile {tile_id} is not in a hand")
        return self._grip[tile_id]

    def _lying_on(self, tile: Tile) -> list[Tile]:
        """Bodies that may lie on this one, the lowest first."""
        above = [
            t
            for t in self.bodies()
            if not t.held
            and t.z_mm > tile.z_mm
            and distance_mm(t, tile.x_mm, tile.y_mm) < reach_mm(t, tile)
        ]
        return sorted(above, key=lambda t: t.z_mm)

    def _settle(self, tile: Tile) -> None:
        others = [t for t in self.bodies() if t is not tile and not t.held]
        settle(tile, others, self.plate, self._rng)
        self.moved.add(tile.id)

    def _turn(self, tile_id: int, dt_ms: float) -> None:
        left = self._turning.get(tile_id, 0.0)
        if left <= 0.0:
            return
        x, y, z, tilt = self._grip[tile_id]
        step = min(left, 180.0 * dt_ms / TURN_MS)
        tilt += step
        if tilt >= 180.0 - 1e-9:
            tilt -= 180.0
            tile = self.tile(tile_id)
            tile.up = not tile.up
        self._turning[tile_id] = left - step if left - step > 1e-9 else 0.0
        self._grip[tile_id] = (x, y, z, max(tilt, 0.0))

    def _pose_held(self, tile: Tile) -> None:
        """Put a held tile where its hand wants it, as far as solid things allow."""
        x, y, z, tilt = self._grip[tile.id]
        dx, dy, dz = self._tremors[tile.id].at(self.time_ms)
        x, y, z = x + dx, y + dy, z + dz
        x, y, floor = self._support(tile, x, y, z - _sag(tile, tilt))
        if not self.turning(tile.id):  # set down, a tile held askew is pressed level
            room = min(max(z - floor, 0.0) / (tile.shape.diameter_mm / 2), 1.0)
            tilt = min(tilt, math.degrees(math.asin(room)))
        tile.x_mm, tile.y_mm, tile.z_mm = x, y, max(z, floor + _sag(tile, tilt))
        tile.tilt_deg = tilt
        self.moved.add(tile.id)

    def _support(self, tile: Tile, x: float, y: float, z: float) -> tuple[float, float, float]:
        """Where solid things let a held tile be: the wall of a well may push it sideways;
        the third figure is the least height of its underside."""
        floor = 0.0
        if z < self.plate.depth_mm and self.plate.covers(x, y, tile.shape.diameter_mm / 2):
            cell, off = self.plate.nearest(x, y)
            play = play_mm(self.plate, tile)
            if off > play:
                cx, cy = self.plate.centre(cell)
                if play >= 0 and self._inside_well(tile, cx, cy, play):
                    x, y = cx + (x - cx) * play / off, cy + (y - cy) * play / off
                else:
                    floor = self.plate.depth_mm
        for other in self.bodies():
            if other is tile or distance_mm(other, x, y) >= reach_mm(other, tile):
                continue
            top = other.z_mm + other.shape.thickness_mm
            if z < top and not other.held:
                floor = max(floor, top)
        return x, y, floor

    def _inside_well(self, tile: Tile, cx: float, cy: float, play: float) -> bool:
        return tile.z_mm < self.plate.depth_mm - 1e-6 and distance_mm(tile, cx, cy) <= play + 1e-6


def _sag(tile: Tile, tilt_deg: float) -> float:
    """How far the lowest point of the tilted disc lies below the tile's `z_mm`."""
    lean = math.radians(tilt_deg)
    half, radius = tile.shape.thickness_mm / 2, tile.shape.diameter_mm / 2
    return radius * math.sin(lean) + half * (abs(math.cos(lean)) - 1.0)
