"""The acts of a hand.

Each act is a generator that advances by one tick at each `next` and ends when the act is done."""

import math
from collections.abc import Iterator

from host_tools.board.contract import Board
from host_tools.board.hands.carrying import IN_THE_WAY_MM, NEAR_MM, PRESS_MM, Carried
from host_tools.board.hands.motion import Pace, Point, glide
from host_tools.board.simulator.streams import stream
from host_tools.board.simulator.tiles import Tile
from host_tools.board.simulator.world import WorldError

Where = int | str | tuple[float, float]  # a cell, its name, or a point in millimetres
Act = Iterator[None]

_SLIDE_MM = 0.3  # clearance over the rim while sliding


class Arm:
    """One hand's place and the tile in it. `where` and `what` are resolved when the act begins, so
    acts may be queued."""

    def __init__(
        self,
        board: Board,
        pace: Pace,
        *,
        aim_mm: float,
        tilt_deg: float,
        lift_mm: float,
    ) -> None:
        self.pace = pace
        self.aim_mm = aim_mm
        self.tilt_deg = tilt_deg
        self.lift_mm = lift_mm
        self._carried: Carried[Tile] | None = None
        self.last: Tile | None = None  # the tile last taken
        self._number = len(board.hands)
        self.at: Point = (*board.world.plate.tray_spot(0, self._number, 2), 2 * lift_mm)
        self._profile = board.profile
        self._world = board.world
        self.reseed(board.seed)

    def reseed(self, seed: int) -> None:
        """Seed the random errors of aim."""
        self._rng = stream(seed, f"hand {self._number}")

    @property
    def tile(self) -> Tile | None:
        """The tile in the hand."""
        return None if self._carried is None else self._carried.tile

    # -- finding ---------------------------------------------------------------------

    def point(self, where: Where) -> tuple[float, float]:
        """Return a place in millimetres. A cell may be a number or a name such as 'b2'."""
        if isinstance(where, tuple):
            return where
        if isinstance(where, str):
            names = [self._profile.cell_name(cell) for cell in range(self._profile.cells)]
            if where not in names:
                raise WorldError(f"no cell {where!r}; cells are {names[0]} to {names[-1]}")
            where = names.index(where)
        return self._world.plate.centre(where)

    def find(self, what: "Tile | Where") -> Tile:
        """Return the tile itself, or the topmost one on a cell."""
        if isinstance(what, Tile):
            return what
        x, y = self.point(what)
        cell, _ = self._world.plate.nearest(x, y)
        here = self._world.on_cell(cell)
        if not here:
            raise WorldError(f"no tile lies on {self._profile.cell_name(cell)}")
        return here[-1]

    def _held(self) -> Carried[Tile]:
        if self._carried is None:
            raise WorldError("the hand is empty")
        return self._carried

    def _aimed(self, x: float, y: float) -> tuple[float, float]:
        dx, dy = self._rng.gauss(0.0, self.aim_mm), self._rng.gauss(0.0, self.aim_mm)
        return x + dx, y + dy

    # -- acts ------------------------------------------------------------------------

    def wait(self, ms: float) -> Act:
        """Do nothing for a while."""
        waited = 0.0
        while waited < ms:
            waited += self.pace.tick_ms
            yield

    def lift(self, what: "Tile | Where", height_mm: float | None = None) -> Act:
        """Reach for a tile, take it and raise it."""
        yield from self._grab(what, self.tilt_deg)
        self._held().tile.tilt_towards_deg = self._rng.uniform(0.0, 360.0)
        x, y, _ = self.at
        yield from self._go((x, y, self.lift_mm if height_mm is None else height_mm))

    def carry(self, where: Where, height_mm: float | None = None) -> Act:
        """Carry the tile over a place, in a small arc."""
        self._held()
        x, y = self._aimed(*self.point(where))
        height = self.lift_mm if height_mm is None else height_mm
        yield from self._go((x, y, height), self.lift_mm / 4)

    def carry_home(self) -> Act:
        """Carry the tile over its place in the tray."""
        yield from self.carry(self._world.home(self._held().tile))

    def turn(self) -> Act:
        """Turn the tile over in the fingers."""
        carried = self._held()
        carried.turn()
        while carried.turning:
            yield

    def lower(self, height_mm: float | None = None) -> Act:
        """Lower the tile until it touches, or to a height."""
        self._held()
        x, y, _ = self.at
        yield from self._go((x, y, -PRESS_MM if height_mm is None else height_mm))

    def release(self) -> Act:
        """Let go and draw the hand back upwards."""
        self._held()
        self.open()
        x, y, z = self.at
        yield from self._go((x, y, z + self.lift_mm))

    def open(self) -> None:
        """Let go at once."""
        if self._carried is not None:
            carried, self._carried = self._carried, None
            carried.set_down()

    def put_back(self) -> Act:
        """Set the tile down where it was taken, with the same side up; in its tray if another tile
        lies there now."""
        tile, world = self._held().tile, self._world
        x, y, _, up = tile.lay
        while world.turning(tile.id):
            yield
        if tile.up != up:
            yield from self.turn()
        cell, off = world.plate.nearest(x, y)
        if off < NEAR_MM:
            x, y = world.plate.centre(cell)
        others = (other for other in world.tiles if other is not tile)
        if any(math.hypot(each.x_mm - x, each.y_mm - y) < IN_THE_WAY_MM for each in others):
            x, y = world.home(tile)
        yield from self.carry((x, y))
        yield from self.lower()
        yield from self.release()

    def slide(self, what: "Tile | Where", over: tuple[Where, ...]) -> Act:
        """Push a tile along the plate over these places without lifting it, and let go."""
        yield from self._grab(what)
        height = self._world.plate.depth_mm + _SLIDE_MM
        x, y, _ = self.at
        yield from self._go((x, y, height))
        for where in over:
            yield from self._go((*self._aimed(*self.point(where)), height))
        yield from self.lower()
        yield from self.release()

    def _grab(self, what: "Tile | Where", tilt_deg: float | None = None) -> Act:
        if self._carried is not None:
            raise WorldError("the hand holds a tile already")
        tile = self.find(what)
        yield from self._go((tile.x_mm, tile.y_mm, tile.z_mm), self.lift_mm)
        self._carried = Carried(self._world, tile, tilt_deg)
        self.last = tile
        self.at = self._carried.at

    def _go(self, end: Point, arc_mm: float = 0.0) -> Act:
        for spot in glide(self.at, end, self.pace, arc_mm):
            self.at = spot
            if self._carried is not None:
                self._carried.go(spot)
            yield
