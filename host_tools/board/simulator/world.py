"""The world around the sensors: a plate, tiles on it and hands that move them.

Millimetres and milliseconds. x runs along the columns, y along the rows from a1, z up from the well
floor. This package knows neither the firmware nor the game.
"""

from collections.abc import Sequence

from host_tools.board.simulator.grip import Grip
from host_tools.board.simulator.plate import Plate
from host_tools.board.simulator.sensors import ROOM_C
from host_tools.board.simulator.settling import distance_mm, settle
from host_tools.board.simulator.streams import stream, within
from host_tools.board.simulator.tiles import FOREIGN, Shape, Tile, tile_shape
from host_tools.board.simulator.tremor import Tremor
from lodeboard.boards.profile import Profile

LAID_MM = 0.4  # standard deviation from the centre, along x and y, of tiles laid out


class WorldError(ValueError):
    """An action that the world does not allow: no such tile, already held, not held."""


class World:
    """All bodies and their positions. `tiles` are the players', `foreign` all others. `alike`: the
    trays hold sixteen equal tiles instead of eight of each player."""

    def __init__(self, profile: Profile, seed: int = 0, tremor_mm: float = 0.3) -> None:
        self.profile = profile
        self.plate = Plate(profile.rows, profile.columns, profile.data)
        self.seed = seed
        self.time_ms = 0.0
        self.temperature_c = ROOM_C
        self.tiles: list[Tile] = []
        self.foreign: list[Tile] = []
        self.alike = False
        self.tremor_mm = tremor_mm
        self.moved: set[int] = set()  # ids of magnets moved since the field was last computed
        self._rng = stream(seed, "rest")
        self._grips: dict[int, Grip] = {}
        self._next_id = 0
        self._fill_trays()

    def _fill_trays(self) -> None:
        count = self.profile.data["tile"]["per_player"]
        shape = tile_shape(self.profile.data)
        for owner in (0, 1):
            for place in range(count):
                x, y = self.plate.tray_spot(owner, place, count)
                self.tiles.append(Tile(self._new_id(), owner, shape, 0.0, x, y))
        self._magnetise()

    def _magnetise(self) -> None:
        magnet = self.profile.data["magnet"]
        rng = stream(self.seed, "remanence")
        spread = magnet["remanence_tolerance"]
        for tile in self.tiles:
            error = within(rng, spread)
            tile.remanence_mt = magnet["remanence_mt"] * (1.0 + error) * (1 - 2 * tile.owner)

    def reseed(self, seed: int) -> None:
        """Reset the world with the magnets of another seed: all tiles in their trays, up side
        up, no foreign magnets, the plate as in the board's data, time zero. No tile may be in a
        hand."""
        if self._grips:
            raise WorldError(f"tile {min(self._grips)} is in a hand")
        self.seed = seed
        self.time_ms = 0.0
        self.plate = Plate(self.profile.rows, self.profile.columns, self.profile.data)
        for body in list(self.foreign):
            self.take_foreign(body.id)
        self._magnetise()
        for tile in self.tiles:
            tile.tilt_towards_deg = 0.0
            self.lay(tile.id, *self.home(tile))
        # Last, because tiles falling before have drawn numbers.
        self._rng = stream(seed, "rest")

    def unpack(self, alike: bool) -> None:
        """Put the other set of tiles into the trays: all with the first player's magnet, for games
        whose pieces only people distinguish, or eight of each player. None may be in a hand."""
        if self._grips:
            raise WorldError(f"tile {min(self._grips)} is in a hand")
        self.alike = alike
        for tile in self.tiles:
            tile.owner = 0 if alike else self._tray(tile)
            tile.tilt_towards_deg = 0.0
        self._magnetise()
        self.arrange(())

    def _tray(self, tile: Tile) -> int:
        """The player in whose tray a tile belongs."""
        return tile.id // int(self.profile.data["tile"]["per_player"])

    def _new_id(self) -> int:
        self._next_id += 1
        self.moved.add(self._next_id - 1)
        return self._next_id - 1

    # -- looking ---------------------------------------------------------------------

    def bodies(self) -> list[Tile]:
        """All bodies with a magnet: the tiles, then the foreign ones, by id."""
        return self.tiles + self.foreign

    def tile(self, tile_id: int) -> Tile:
        """The body with this id."""
        for body in self.bodies():
            if body.id == tile_id:
                return body
        raise WorldError(f"there is no tile {tile_id}")

    def on_cell(self, cell: int) -> list[Tile]:
        """Bodies whose centre is over a cell's well, the lowest first."""
        x, y = self.plate.centre(cell)
        here = [t for t in self._resting() if distance_mm(t, x, y) < self.plate.well_radius_mm]
        return sorted(here, key=lambda t: (t.z_mm, t.id))

    def home(self, tile: Tile) -> tuple[float, float]:
        """A tile's place in the tray, or a foreign body's beside the plate."""
        count = self.profile.data["tile"]["per_player"]
        if tile.owner == FOREIGN:
            return self.plate.side_spot(tile.id - len(self.tiles))
        return self.plate.tray_spot(self._tray(tile), tile.id % count, count)

    def spare(self, owner: int) -> Tile:
        """A tile of this player that is off the plate."""
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
        """Take a tile between the fingers where it lies; tiles on it fall."""
        tile = self.tile(tile_id)
        if tile.held:
            raise WorldError(f"tile {tile_id} is already in a hand")
        tile.lay = (tile.x_mm, tile.y_mm, tile.z_mm, tile.up)
        tile.held, tile.rest, tile.on = True, "hand", ()
        tremor = Tremor(stream(self.seed, f"tremor {tile_id}"), self.tremor_mm)
        self._grips[tile_id] = Grip(tile, tremor)
        self._let_fall(tile_id)
        self.moved.add(tile_id)
        return tile

    def move_held(
        self, tile_id: int, x: float, y: float, z: float, tilt_deg: float | None = None
    ) -> None:
        """Set the position a hand wants for its tile; tremor, plate contact and collisions are
        added."""
        grip = self._gripped(tile_id)
        grip.x, grip.y, grip.z = x, y, z
        if tilt_deg is not None:
            grip.tilt = tilt_deg
        self._pose(grip)

    def tremble(self, rms_mm: float) -> None:
        """Set the tremor of hands from now on, along each axis."""
        self.tremor_mm = rms_mm
        for grip in self._grips.values():
            grip.tremor.rms_mm = rms_mm

    def turn_held(self, tile_id: int) -> None:
        """Begin turning the tile over in the fingers; it takes `grip.TURN_MS`."""
        self._gripped(tile_id).turn_left += 180.0

    def turning(self, tile_id: int) -> bool:
        """True while a held tile is still being turned over."""
        return tile_id in self._grips and self._grips[tile_id].turn_left > 0.0

    def drop(self, tile_id: int) -> str:
        """Release the tile. Returns what it came to rest on (`Tile.rest`)."""
        tile = self._gripped(tile_id).tile
        del self._grips[tile_id]
        tile.held = False
        self._settle(tile)
        return tile.rest

    def advance(self, dt_ms: float) -> None:
        """Let time pass: hands tremble, and tiles being turned over turn on."""
        self.time_ms += dt_ms
        for grip in self._grips.values():
            grip.turn(dt_ms)
            self._pose(grip)

    # -- setting up --------------------------------------------------------------------

    def lay(self, tile_id: int, x: float, y: float, up: bool = True) -> str:
        """Place a tile without a hand and let it settle."""
        tile = self.tile(tile_id)
        if tile.held:
            raise WorldError(f"tile {tile_id} is in a hand")
        tile.x_mm, tile.y_mm, tile.tilt_deg, tile.up = x, y, 0.0, up
        loose = self._held_up_by(tile_id)
        self._settle(tile, loose)
        self._let_fall(tile_id)
        return tile.rest

    def arrange(self, cells: Sequence[tuple[int, bool] | None]) -> None:
        """Lay tiles out without hands: for each cell the owner and whether the up side shows, or
        None. All other tiles return to their trays."""
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
            dx, dy = self._rng.gauss(0.0, LAID_MM), self._rng.gauss(0.0, LAID_MM)
            self.lay(owned[used[owner]].id, x + dx, y + dy, up)
            used[owner] += 1

    def add_foreign(self, shape: Shape, remanence_mt: float, x: float, y: float) -> Tile:
        """Drop a magnet that belongs to nobody at (x, y), north pole up."""
        body = Tile(self._new_id(), FOREIGN, shape, remanence_mt, x, y)
        self.foreign.append(body)
        self._settle(body)
        return body

    def take_foreign(self, body_id: int) -> None:
        """Remove a foreign magnet from the world."""
        body = self.tile(body_id)
        if body.owner != FOREIGN:
            raise WorldError(f"body {body_id} is a player's tile")
        self.foreign.remove(body)
        self._grips.pop(body_id, None)
        self.moved.add(body_id)
        self._let_fall(body_id)

    # -- inside ------------------------------------------------------------------------

    def _gripped(self, tile_id: int) -> Grip:
        if tile_id not in self._grips:
            raise WorldError(f"tile {tile_id} is not in a hand")
        return self._grips[tile_id]

    def _resting(self) -> list[Tile]:
        return [body for body in self.bodies() if not body.held]

    def _pose(self, grip: Grip) -> None:
        grip.pose(self.time_ms, self._resting(), self.plate)
        self.moved.add(grip.tile.id)

    def _held_up_by(self, body_id: int) -> list[Tile]:
        """All bodies that lie on this one, directly or indirectly, each after those that support
        it."""
        loose = {body_id}
        found: list[Tile] = []
        resting = self._resting()
        while True:
            more = [t for t in resting if t.id not in loose and loose.intersection(t.on)]
            if not more:
                break
            loose.update(t.id for t in more)
            found += more
        ordered: list[Tile] = []
        while found:
            waiting = {t.id for t in found}
            free = [t for t in found if not waiting.intersection(t.on)]
            ordered += free
            found = [t for t in found if t not in free]
        return ordered

    def _let_fall(self, body_id: int) -> None:
        """Let everything settle that the body supported."""
        loose = self._held_up_by(body_id)
        while loose:
            body = loose.pop(0)
            self._settle(body, loose)

    def _settle(self, tile: Tile, loose: Sequence[Tile] = ()) -> None:
        """Let a body fall on all resting bodies that are not `loose`."""
        falling = {tile.id, *(t.id for t in loose)}
        others = [t for t in self._resting() if t.id not in falling]
        settle(tile, others, self.plate, self._rng)
        self.moved.add(tile.id)
