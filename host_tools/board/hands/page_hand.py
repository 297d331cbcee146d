"""The hands of pages: each takes a tile, carries it along a path and sets it down.

A hand never jumps. For a stream of pointer positions as for one far place from the keyboard it
moves at the speed of a hand, lifts a tile clear of its well before it moves sideways, and lowers it
before it lets go. The simulated world does the rest.
"""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from host_tools.board.contract import TileView, WorldView
from host_tools.board.hands.acts import Back, Drop, Grab, HandAct, Move, Turn
from host_tools.board.hands.carrying import NEAR_MM, PRESS_MM, Carried

CARRY_MM = 28.0  # height of a carried tile
CLEAR_MM = 4.0  # raised this far before it moves sideways, or it would catch on its well
LIFT_MM_PER_S = 320.0
LOWER_MM_PER_S = 260.0
CARRY_MM_PER_S = 1100.0
ARRIVED_MM = 0.2
ACTS_WAITING = 64


class Room(Enum):
    """Answers whether a tile can be set down on a cell."""

    FREE = "free"
    SOON = "soon"  # another hand removes the tile there
    REFUSED = "refused"


class Helper(Protocol):
    """Helps a page's hand to set a tile down."""

    @property
    def guide_mm(self) -> float:
        """Return the distance from a cell's middle within which a tile is guided into it, in mm."""

    def room(self, origin: int | None, cell: int) -> Room:
        """Return whether a tile from the cell `origin` (None: from a tray) can be set down on
        `cell`."""


class Alone:
    """No help: fingers feel the rim of a well, and a tile set down on another lies on it."""

    guide_mm = NEAR_MM

    def room(self, _origin: int | None, _cell: int) -> Room:
        return Room.FREE


@dataclass(slots=True)
class _Grip:
    """A tile in the hand, its target and its origin."""

    carried: Carried[TileView]
    to_x: float
    to_y: float
    clear: float
    home: tuple[float, float, bool]
    returning: bool = False
    lowering: bool = False


class PageHand:
    """One page's hand in the world. `centres` are those of the cells, in mm. A tile that `helper`
    refuses goes back to its origin."""

    def __init__(
        self,
        world: WorldView,
        centres: Sequence[tuple[float, float]],
        helper: Helper | None = None,
    ) -> None:
        self._world = world
        self._centres = centres
        self._helper = helper or Alone()
        self._acts: deque[HandAct] = deque()
        self._grip: _Grip | None = None

    @property
    def tile(self) -> int | None:
        """Number of the tile in the hand."""
        return self._grip.carried.tile.id if self._grip else None

    @property
    def busy(self) -> bool:
        """True while it holds a tile or is about to take one."""
        return self._grip is not None or bool(self._acts)

    def ask(self, act: HandAct) -> str | None:
        """Queue an act; return the reason if the hand cannot do it."""
        if len(self._acts) >= ACTS_WAITING:
            return "the hand cannot keep up; the message was dropped"
        self._acts.append(act)
        return None

    def put_back(self) -> None:
        """Drop the queue and put the held tile back: the page has closed."""
        self._acts.clear()
        if self._grip:
            self._acts.append(Back())

    def open(self) -> None:
        """Let go at once, wherever the hand is."""
        self._acts.clear()
        if self._grip:
            self._grip.carried.set_down()
            self._grip = None

    def step(self, dt_ms: float) -> list[str]:
        """Advance by some milliseconds. Returns the reasons for acts that failed."""
        problems = []
        while self._acts and not (self._grip and self._grip.lowering):
            problem = self._begin(self._acts.popleft())
            if problem:
                problems.append(problem)
        if self._grip:
            self._travel(self._grip, dt_ms / 1000.0)
        return problems

    def _tile(self, tile_id: int) -> TileView | None:
        return next((tile for tile in self._world.tiles if tile.id == tile_id), None)

    def _begin(self, act: HandAct) -> str | None:
        grip = self._grip
        if isinstance(act, Grab):
            return self._grab(act.tile)
        if grip is None:
            # A pointer's last positions may arrive after the tile was released: ignore them.
            return None if isinstance(act, Move) else "there is no tile in the hand"
        match act:
            case Move():
                grip.to_x, grip.to_y = act.x_mm, act.y_mm
            case Turn():
                grip.carried.turn()
            case Drop():
                target = act.at or Move(grip.to_x, grip.to_y)
                grip.to_x, grip.to_y = self._guided(target)
                grip.lowering = True
            case Back():
                grip.to_x, grip.to_y, _ = grip.home
                grip.returning = grip.lowering = True
        return None

    def _grab(self, tile_id: int) -> str | None:
        if self._grip:
            return "the hand already holds a tile"
        tile = self._tile(tile_id)
        if tile is None:
            return f"there is no tile {tile_id}"
        if tile.held:
            return "another hand holds that tile"
        x, y, z, up = tile.x_mm, tile.y_mm, tile.z_mm, tile.up
        # Fingers hold it level, however it was tilted.
        carried = Carried(self._world, tile, 0.0)
        self._grip = _Grip(carried, x, y, z + CLEAR_MM, (x, y, up))
        return None

    def _cell(self, x_mm: float, y_mm: float) -> int | None:
        for cell, (x, y) in enumerate(self._centres):
            if math.hypot(x - x_mm, y - y_mm) <= self._helper.guide_mm:
                return cell
        return None

    def _guided(self, target: Move) -> tuple[float, float]:
        cell = self._cell(target.x_mm, target.y_mm)
        return (target.x_mm, target.y_mm) if cell is None else self._centres[cell]

    def _travel(self, grip: _Grip, seconds: float) -> None:
        x, y, z = grip.carried.at
        if z >= grip.clear:
            x, y = self._sideways(grip, CARRY_MM_PER_S * seconds)
        if grip.lowering and self._ready(grip, x, y):
            z -= LOWER_MM_PER_S * seconds
        else:
            z = min(max(CARRY_MM, grip.clear), z + LIFT_MM_PER_S * seconds)
        grip.carried.go((x, y, z))
        if grip.lowering and z <= -PRESS_MM:
            self._grip = None
            grip.carried.set_down()

    def _ready(self, grip: _Grip, x: float, y: float) -> bool:
        """Return whether it is over its target, with the right side up."""
        carried = grip.carried
        if math.hypot(grip.to_x - x, grip.to_y - y) > ARRIVED_MM or carried.turning:
            return False
        if grip.returning and carried.tile.up != grip.home[2]:
            carried.turn()
            return False
        cell = self._cell(grip.to_x, grip.to_y)
        if cell is None or grip.returning:
            return True
        room = self._helper.room(self._cell(*grip.home[:2]), cell)
        if room is Room.REFUSED:
            grip.to_x, grip.to_y, _ = grip.home
            grip.returning = True
        return room is Room.FREE

    @staticmethod
    def _sideways(grip: _Grip, reach: float) -> tuple[float, float]:
        x, y, _ = grip.carried.at
        dx, dy = grip.to_x - x, grip.to_y - y
        away = math.hypot(dx, dy)
        # Slow down towards the end, as hands do.
        stride = min(reach, 0.5 * away + 0.5 * ARRIVED_MM)
        part = 1.0 if away <= stride else stride / away
        return x + dx * part, y + dy * part
