"""A scripted hand: it reaches, lifts, carries, turns, lowers, slides and lets go, and all
of it takes board time.

Every act is a generator that moves on with the board's ticks, so a script that waits for
each act and a page that starts one and goes on showing use the same hand.
"""

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

from host_tools.simulator.motion import Pace, Point, glide
from host_tools.simulator.streams import stream
from host_tools.simulator.tiles import Tile
from host_tools.simulator.world import WorldError

if TYPE_CHECKING:
    from host_tools.simulator.board import SimulatedBoard

Where = int | str | tuple[float, float]  # a cell, its name, or a point in millimetres
Act = Iterator[None]

_PRESS_MM = 1.0  # how much deeper than the floor a hand aims when it sets a tile down
_SLIDE_MM = 0.3  # clear of the rim by this much while sliding
MAX_ACT_MS = 60_000.0


class Hand:
    """One hand at a board. With `blocking` every act runs the board until it is done;
    without, acts queue up and move on whenever the board does. An act the world does not
    allow ends everything queued: a blocking hand raises WorldError, the other keeps it in
    `error`."""

    def __init__(
        self,
        board: "SimulatedBoard",
        speed_mm_s: float = 300.0,
        *,
        blocking: bool = True,
        aim_mm: float = 0.4,
        tilt_deg: float = 2.0,
        lift_mm: float = 30.0,
    ) -> None:
        self.board = board
        self.blocking = blocking
        self.pace = Pace(speed_mm_s)
        self.aim_mm = aim_mm  # standard deviation of where it puts things, along x and y
        self.tilt_deg = tilt_deg  # how crooked it holds a tile
        self.lift_mm = lift_mm  # how high it carries
        self.tile: Tile | None = None
        self.error: WorldError | None = None  # why the last acts were given up
        plate = board.world.plate
        self.at: Point = (*plate.tray_spot(0, len(board.hands), 2), 2 * lift_mm)
        self._rng = stream(board.seed, f"hand {len(board.hands)}")
        self._acts: deque[Act] = deque()
        board.hands.append(self)

    # -- time ------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """True until everything asked for is done."""
        return bool(self._acts)

    def advance(self, dt_ms: float) -> None:
        """Move on by one tick of the board."""
        self.pace.tick_ms = dt_ms
        while self._acts:
            try:
                next(self._acts[0])
                return
            except StopIteration:
                self._acts.popleft()
            except WorldError as error:
                self._acts.clear()
                self.error = error

    def _do(self, *acts: Act) -> None:
        self.error = None
        self._acts.extend(acts)
        if self.blocking:
            if not self.board.run_until(lambda: not self.busy, MAX_ACT_MS):
                raise WorldError(f"the hand was not done after {MAX_ACT_MS / 1000:.0f} s")
            if self.error is not None:
                raise self.error

    # -- single acts -----------------------------------------------------------------

    def wait(self, ms: float) -> None:
        """Do nothing for a while."""
        self._do(self._wait(ms))

    def lift(self, what: "Tile | Where", height_mm: float | None = None) -> None:
        """Reach for a tile (or the topmost one on a cell), take it and raise it."""
        self._do(self._lift(what, height_mm))

    def carry(self, where: Where, height_mm: float | None = None) -> None:
        """Carry the held tile over a place, in a small arc."""
        self._do(self._carry(where, height_mm))

    def turn(self) -> None:
        """Turn the held tile over in the fingers."""
        self._do(self._turn())

    def lower(self, height_mm: float | None = None) -> None:
        """Lower the held tile until it touches, or to a height."""
        self._do(self._lower(height_mm))

    def release(self) -> None:
        """Let go and draw the hand back upwards."""
        self._do(self._release())

    def slide(self, what: "Tile | Where", *over: Where) -> None:
        """Push a tile along the plate over these places without lifting it, and let go."""
        self._do(self._slide(what, over))

    # -- acts made of acts ----------------------------------------------------------------

    def move_tile(self, what: "Tile | Where", where: Where, turn: bool = False) -> None:
        """Lift, carry (turned over in the air on request), lower, let go."""
        acts = [self._lift(what, None), self._carry(where, None)]
        if turn:
            acts.insert(1, self._turn())
        self._do(*acts, self._lower(None), self._release())

    def flip(self, start: Where, end: Where) -> None:
        """Move the tile of a cell to another one, turned over."""
        self.move_tile(start, end, turn=True)

    def place_tile(self, owner: int, up: bool, where: Where) -> Tile:
        """Take a spare tile of a player and put it down with the wanted side up."""
        tile = self.board.world.spare(owner)
        self.move_tile(tile, where, turn=tile.up != up)
        return tile

    def remove(self, what: "Tile | Where") -> None:
        """Take a tile off the plate, back to its place in the tray."""
        self._do(self._lift(what, None), self._carry_home(), self._lower(None), self._release())

    def hover(self, where: Where, height_mm: float, ms: float) -> None:
        """Hold the tile in the hand above a place for a while."""
        self._do(self._carry(where, height_mm), self._wait(ms))

    def throw(self, what: "Tile | Where", where: Where, turn: bool = False) -> None:
        """As `move_tile`, quicker than the board can follow."""
        before = self.pace.mm_per_s
        self._do(self._set_speed(2500.0))
        self.move_tile(what, where, turn)
        self._do(self._set_speed(before))

    # -- how they go -----------------------------------------------------------------

    def point(self, where: Where) -> tuple[float, float]:
        """Millimetres of a place. A cell may be a number or a name such as 'b2'."""
        if isinstance(where, tuple):
            return where
        profile = self.board.profile
        if isinstance(where, str):
            names = [profile.cell_name(cell) for cell in range(profile.cells)]
            if where not in names:
                raise WorldError(f"no cell {where!r}; cells are {names[0]} to {names[-1]}")
            where = names.index(where)
        return self.board.world.plate.centre(where)

    def _find(self, what: "Tile | Where") -> Tile:
        if isinstance(what, Tile):
            return what
        x, y = self.point(what)
        cell, _ = self.board.world.plate.nearest(x, y)
        here = self.board.world.on_cell(cell)
        if not here:
            raise WorldError(f"no tile lies on {self.board.profile.cell_name(cell)}")
        return here[-1]

    def _held(self) -> Tile:
        if self.tile is None:
            raise WorldError("the hand is empty")
        return self.tile

    def _aimed(self, x: float, y: float) -> tuple[float, float]:
        dx, dy = self._rng.normal(0.0, self.aim_mm, 2).tolist()
        return x + dx, y + dy

    def _go(self, end: Point, arc_mm: float = 0.0) -> Act:
        for spot in glide(self.at, end, self.pace, arc_mm):
            self.at = spot
            if self.tile is not None:
                self.board.world.move_held(self.tile.id, *spot)
            yield

    def _wait(self, ms: float) -> Act:
        waited = 0.0
        while waited < ms:
            waited += self.pace.tick_ms
            yield

    def _set_speed(self, mm_per_s: float) -> Act:
        self.pace.mm_per_s = mm_per_s
        yield from ()

    def _grab(self, what: "Tile | Where") -> Act:
        if self.tile is not None:
            raise WorldError("the hand holds a tile already")
        tile = self._find(what)
        yield from self._go((tile.x_mm, tile.y_mm, tile.z_mm), self.lift_mm)
        self.tile = self.board.world.grab(tile.id)
        self.at = (tile.x_mm, tile.y_mm, tile.z_mm)

    def _lift(self, what: "Tile | Where", height_mm: float | None) -> Act:
        yield from self._grab(what)
        tile = self._held()
        x, y, z = self.at
        tile.tilt_towards_deg = self._rng.uniform(0.0, 360.0)
        self.board.world.move_held(tile.id, x, y, z, self.tilt_deg)
        yield from self._go((x, y, self.lift_mm if height_mm is None else height_mm))

    def _carry(self, where: Where, height_mm: float | None) -> Act:
        self._held()
        x, y = self._aimed(*self.point(where))
        height = self.lift_mm if height_mm is None else height_mm
        yield from self._go((x, y, height), self.lift_mm / 4)

    def _carry_home(self) -> Act:
        yield from self._carry(self.board.world.home(self._held()), None)

    def _turn(self) -> Act:
        world, tile = self.board.world, self._held()
        world.turn_held(tile.id)
        while world.turning(tile.id):
            yield

    def _lower(self, height_mm: float | None) -> Act:
        self._held()
        x, y, _ = self.at
        yield from self._go((x, y, -_PRESS_MM if height_mm is None else height_mm))

    def _release(self) -> Act:
        tile = self._held()
        self.tile = None
        self.board.world.drop(tile.id)
        x, y, z = self.at
        yield from self._go((x, y, z + self.lift_mm))

    def _slide(self, what: "Tile | Where", over: tuple[Where, ...]) -> Act:
        yield from self._grab(what)
        height = self.board.world.plate.depth_mm + _SLIDE_MM
        x, y, _ = self.at
        yield from self._go((x, y, height))
        for where in over:
            yield from self._go((*self._aimed(*self.point(where)), height))
        yield from self._lower(None)
        yield from self._release()
