"""A scripted hand: it reaches, lifts, carries, turns, lowers, slides and lets go, in board time.

Acts advance with the board's ticks, so a script that waits for each act and a page that starts one
and continues can use the same hand.
"""

from collections import deque

from host_tools.board.contract import Board
from host_tools.board.hands.arm import Act, Arm, Where
from host_tools.board.hands.motion import Pace, Point
from host_tools.board.simulator.tiles import Tile
from host_tools.board.simulator.world import WorldError

MAX_ACT_MS = 60_000.0
THROW_MM_S = 2500.0


class Hand:
    """One hand at a board.

    With `blocking` every act runs the board until it is done; without, acts are queued and advance
    with the board. An act that the world does not allow drops the queue: a blocking hand raises
    WorldError, the other stores it in `error`. `aim_mm`: standard deviation of placement along x
    and y; `tilt_deg`: tilt of a held tile; `lift_mm`: carrying height.
    """

    def __init__(
        self,
        board: Board,
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
        self.arm = Arm(board, self.pace, aim_mm=aim_mm, tilt_deg=tilt_deg, lift_mm=lift_mm)
        self.error: WorldError | None = None  # why the last acts were dropped
        self._acts: deque[Act] = deque()
        board.hands.append(self)

    # -- state -----------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """True until all acts are done."""
        return bool(self._acts)

    @property
    def tile(self) -> Tile | None:
        """The tile in the hand."""
        return self.arm.tile

    @property
    def last(self) -> Tile | None:
        """The tile last taken, held or not."""
        return self.arm.last

    @property
    def at(self) -> Point:
        """The hand's position."""
        return self.arm.at

    def point(self, where: Where) -> tuple[float, float]:
        """Return a place in millimetres. A cell may be a number or a name such as 'b2'."""
        return self.arm.point(where)

    def advance(self, dt_ms: float) -> None:
        """Advance by one tick of the board."""
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

    def reseed(self, seed: int) -> None:
        """Seed the random errors of aim."""
        self.arm.reseed(seed)

    def give_up(self) -> None:
        """Drop all acts. A held tile stays in the hand, where it is."""
        self._acts.clear()
        self.error = None

    def open(self) -> None:
        """Drop all acts and let go at once."""
        self.give_up()
        self.arm.open()

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
        self._do(self.arm.wait(ms))

    def lift(self, what: Tile | Where, height_mm: float | None = None) -> None:
        """Reach for a tile (or the topmost one on a cell), take it and raise it."""
        self._do(self.arm.lift(what, height_mm))

    def carry(self, where: Where, height_mm: float | None = None) -> None:
        """Carry the held tile over a place, in a small arc."""
        self._do(self.arm.carry(where, height_mm))

    def turn(self) -> None:
        """Turn the held tile over in the fingers."""
        self._do(self.arm.turn())

    def lower(self, height_mm: float | None = None) -> None:
        """Lower the held tile until it touches, or to a height."""
        self._do(self.arm.lower(height_mm))

    def release(self) -> None:
        """Let go and draw the hand back upwards."""
        self._do(self.arm.release())

    def slide(self, what: Tile | Where, *over: Where) -> None:
        """Push a tile along the plate over these places without lifting it, and let go."""
        self._do(self.arm.slide(what, over))

    # -- combined acts ---------------------------------------------------------------

    def move_tile(self, what: Tile | Where, where: Where, turn: bool = False) -> None:
        """Lift, carry (optionally turning it over in the air), lower, let go."""
        self._do(*self._moving(what, where, turn))

    def flip(self, start: Where, end: Where) -> None:
        """Move the tile from one cell to another and turn it over."""
        self.move_tile(start, end, turn=True)

    def place_tile(self, owner: int, up: bool, where: Where) -> Tile:
        """Take a spare tile of a player and set it down with this side up."""
        tile = self.board.world.spare(owner)
        self.move_tile(tile, where, turn=tile.up != up)
        return tile

    def remove(self, what: Tile | Where) -> None:
        """Take a tile off the plate, back to its place in the tray."""
        arm = self.arm
        self._do(arm.lift(what), arm.carry_home(), arm.lower(), arm.release())

    def put_back(self) -> None:
        """Set the held tile down where it was taken, or in its tray if another tile lies there
        now."""
        self._do(self.arm.put_back())

    def hover(self, where: Where, height_mm: float, ms: float) -> None:
        """Hold the tile in the hand above a place for a while."""
        self._do(self.arm.carry(where, height_mm), self.arm.wait(ms))

    def throw(self, what: Tile | Where, where: Where, turn: bool = False) -> None:
        """Like `move_tile`, faster than the board can follow."""
        self._do(self._hurried(self._moving(what, where, turn)))

    def _hurried(self, acts: list[Act]) -> Act:
        usual = self.pace.mm_per_s
        self.pace.mm_per_s = THROW_MM_S
        try:
            for act in acts:
                yield from act
        finally:
            self.pace.mm_per_s = usual

    def _moving(self, what: Tile | Where, where: Where, turn: bool) -> list[Act]:
        arm = self.arm
        turning = [arm.turn()] if turn else []
        return [arm.lift(what), *turning, arm.carry(where), arm.lower(), arm.release()]
