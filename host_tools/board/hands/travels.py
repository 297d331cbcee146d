"""Tiles that automatic hands carry, several at a time, to the cells where they are wanted."""

from collections.abc import Sequence

from host_tools.board.contract import Board
from host_tools.board.hands.carrying import IN_THE_WAY_MM, NEAR_MM, PRESS_MM, Carried
from host_tools.board.hands.motion import Pace, glide
from host_tools.board.simulator.tiles import Tile

TRAVEL_MS = 300  # travel time of a tile, for any distance
STAGGER_MS = 90  # between two starts
SHARES = {"slow": 3.0, "normal": 1.0, "fast": 0.4}  # factor for times, by speed
_ARC_MM = 30.0
_SEEN_MS = 400  # a cell stays empty this long before its next tile, with `still`
_DOUBT_MS = 3000  # then the board will not recognize the tile by itself

Goal = Sequence[int]  # for each cell the code of its required tile, 0 for none


class Travel:
    """A tile travelling to a cell (None: to its tray)."""

    def __init__(
        self, board: Board, tile: Tile, cell: int | None, turn: bool, travel_ms: float
    ) -> None:
        self.tile = tile
        self.cell = cell
        world = board.world
        self._up = tile.up != turn
        self.end = world.home(tile) if cell is None else world.plate.centre(cell)
        start = (tile.x_mm, tile.y_mm, tile.z_mm)
        end = (*self.end, -PRESS_MM)
        length = sum((a - b) ** 2 for a, b in zip(start, end, strict=True)) ** 0.5 + 2 * _ARC_MM
        pace = Pace(1000 * length / travel_ms, board.profile.tick_ms)
        self._carried = Carried(world, tile)
        tile.tilt_towards_deg = 90.0
        if turn:
            self._carried.turn()
        self._way = self._carried.along(glide(start, end, pace, _ARC_MM))

    def go_on(self) -> bool:
        """Advance by one tick; False when it has been set down."""
        for _ in self._way:
            return True
        self._carried.set_down()
        return False

    def end_now(self) -> None:
        """Put the tile at its target at once."""
        self._carried.lay(*self.end, self._up)


class Travels:
    """The tiles under way. still: they are put on their cells at once. speed: one of SHARES."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.still = False
        self.speed = "normal"
        self.under_way: list[Travel] = []
        self._next_ms = 0  # when the next tile may start
        self._freed_ms: dict[int, int] = {}  # when a tile left each cell
        self._set_ms: dict[int, int] = {}  # when a tile was set down on each cell

    @property
    def share(self) -> float:
        """The factor for times at this speed."""
        return SHARES[self.speed]

    def step(self) -> None:
        """Advance by one tick."""
        self.under_way = [travel for travel in self.under_way if self._goes_on(travel)]

    def let_go(self) -> None:
        """End all travels now."""
        for travel in self.under_way:
            travel.end_now()
        self.under_way.clear()

    def near(self, cell: int) -> bool:
        """Return whether a travelling tile is close to this cell."""
        x, y = self._board.world.plate.centre(cell)
        return any(
            abs(travel.tile.x_mm - x) + abs(travel.tile.y_mm - y) < IN_THE_WAY_MM
            for travel in self.under_way
        )

    def _goes_on(self, travel: Travel) -> bool:
        on = travel.go_on()
        if not on and travel.cell is not None:
            self._set_ms[travel.cell] = self._board.now_ms
        return on

    def on_plate(self) -> list[Tile]:
        """Return the tiles on the plate that no hand holds."""
        world = self._board.world
        return [t for t in world.tiles if not t.held and world.plate.covers(t.x_mm, t.y_mm)]

    def in_cells(self) -> dict[int, Tile]:
        """Return the tiles that lie properly in a cell, by cell."""
        plate = self._board.world.plate
        found = {}
        for tile in self.on_plate():
            cell, off = plate.nearest(tile.x_mm, tile.y_mm)
            if tile.rest == "well" and off < NEAR_MM:
                found[cell] = tile
        return found

    def set_out(self, goal: Goal, wrong: Sequence[str], at_once: bool) -> bool:
        """Start the next tile, or move all at once if they do not travel. `wrong`: names of cells
        that the board reports as wrong. Returns False if all tiles are in place."""
        now_ms = self._board.now_ms
        if now_ms < self._next_ms:
            return True
        self._next_ms = now_ms + (0 if at_once else int(STAGGER_MS * self.share))
        ways = self.ways(goal, wrong)
        taken = {
            self._board.world.plate.nearest(tile.x_mm, tile.y_mm)[0]: tile
            for tile in self.on_plate()
        }
        for tile, cell in ways:
            if cell is not None and not self._free(cell, tile, taken):
                continue
            self.send(tile, cell, goal, at_once)
            if not (self.still or at_once):
                return True
        if ways and not self.under_way and all(_waits(tile, cell, taken) for tile, cell in ways):
            self.send(ways[0][0], None, goal, at_once)  # each waits for the cell of the other
        return bool(ways)

    def _free(self, cell: int, tile: Tile, taken: dict[int, Tile]) -> bool:
        if _waits(tile, cell, taken):
            return False
        left = self._board.now_ms - self._freed_ms.get(cell, -_SEEN_MS)
        return not self.still or left >= _SEEN_MS

    def send(self, tile: Tile, cell: int | None, goal: Goal, at_once: bool) -> None:
        """Carry a tile to this cell (None: to its tray), with the side up that `goal` says."""
        world = self._board.world
        if world.plate.covers(tile.x_mm, tile.y_mm):
            self._freed_ms[world.plate.nearest(tile.x_mm, tile.y_mm)[0]] = self._board.now_ms
        turn = cell is not None and tile.up != (goal[cell] % 2 == 1)
        travel = Travel(self._board, tile, cell, turn, TRAVEL_MS * self.share)
        if self.still or at_once:
            travel.end_now()
            if cell is not None:
                self._set_ms[cell] = self._board.now_ms
        else:
            self.under_way.append(travel)

    def _doubted(self, names: Sequence[str]) -> set[int]:
        """Return those of these cells that nobody has touched for a while. If the right tile lies
        there, the board cannot recognize it."""
        profile, before_ms = self._board.profile, self._board.now_ms - _DOUBT_MS
        return {
            cell
            for cell in range(profile.cells)
            if profile.cell_name(cell) in names and self._set_ms.get(cell, before_ms) <= before_ms
        }

    def ways(self, goal: Goal, names: Sequence[str]) -> list[tuple[Tile, int | None]]:
        """Return the targets of tiles that are not in place, or lie on cells that the board reports
        as wrong; tiles that go to their tray come first. () as goal asks for nothing."""
        if not goal:
            return []
        lying = self.in_cells()
        coming = {travel.cell for travel in self.under_way}
        doubted = self._doubted(names)
        right = {
            cell: tile
            for cell, tile in lying.items()
            if sensed_code(tile) == goal[cell] and cell not in doubted
        }
        again = [
            lying[cell] for cell in doubted & set(lying) if sensed_code(lying[cell]) == goal[cell]
        ]
        if self.still and again:  # if tiles do not travel, sending one to its tray lifts it
            return [(tile, None) for tile in again]
        wrong = [tile for tile in self.on_plate() if tile not in right.values()]
        ways: list[tuple[Tile, int | None]] = []
        for cell, code in enumerate(goal):
            if not code or cell in right or cell in coming:
                continue
            tile = self._choose(cell, (code - 1) // 2, wrong, [way[0] for way in ways])
            if tile is None:
                continue
            if tile in wrong:
                wrong.remove(tile)
            ways.append((tile, cell))
        return [(tile, None) for tile in wrong] + ways

    def _choose(
        self, cell: int, owner: int, wrong: Sequence[Tile], used: Sequence[Tile]
    ) -> Tile | None:
        """Return a tile of this player for a cell: the nearest misplaced one on the board, or one
        from the tray; None if none is left."""
        world = self._board.world
        x, y = world.plate.centre(cell)
        there = [tile for tile in wrong if tile.owner == owner] or [
            tile
            for tile in world.tiles
            if tile.owner == owner
            and not tile.held
            and tile not in used
            and not world.plate.covers(tile.x_mm, tile.y_mm)
        ]
        return min(
            there, key=lambda tile: (tile.x_mm - x) ** 2 + (tile.y_mm - y) ** 2, default=None
        )


def _waits(tile: Tile, cell: int | None, taken: dict[int, Tile]) -> bool:
    """Return whether another tile occupies this one's target."""
    return cell is not None and taken.get(cell, tile) is not tile


def sensed_code(tile: Tile) -> int:
    """Return the code that the board senses for a tile in a cell."""
    return 1 + 2 * tile.owner + (not tile.up)
