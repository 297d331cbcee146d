"""A tile in a hand. All hands use this to carry a tile along a path."""

from collections.abc import Iterator
from typing import Generic, TypeVar

from host_tools.board.contract import TileView, WorldView
from host_tools.board.hands.motion import Point

PRESS_MM = 1.0  # a hand aims this far below the floor when it sets a tile down
NEAR_MM = 9.0  # a tile this near to the middle of a cell lies in it; fingers feel the rim there
IN_THE_WAY_MM = 25.0  # a tile nearer to a place than this is in the way

T = TypeVar("T", bound=TileView)


class Carried(Generic[T]):
    """A tile, from taking it until it is set down. `at`: position of the fingers, in mm.
    `tilt_deg`: tilt of the tile in the fingers; None: as it lay."""

    def __init__(self, world: WorldView, tile: T, tilt_deg: float | None = None) -> None:
        self.tile = tile
        self.at: Point = (tile.x_mm, tile.y_mm, tile.z_mm)
        self._world = world
        world.grab(tile.id)
        if tilt_deg is not None:
            world.move_held(tile.id, *self.at, tilt_deg)

    @property
    def turning(self) -> bool:
        """True while it is being turned over."""
        return self._world.turning(self.tile.id)

    def turn(self) -> None:
        """Begin to turn it over in the fingers."""
        self._world.turn_held(self.tile.id)

    def go(self, point: Point) -> None:
        """Move it to this point."""
        self.at = point
        self._world.move_held(self.tile.id, *point)

    def along(self, path: Iterator[Point]) -> Iterator[None]:
        """Follow a path, one point per tick, then wait until it is turned over."""
        for point in path:
            self.go(point)
            yield
        while self.turning:
            yield

    def set_down(self) -> None:
        """Let go: it falls or stays where it is."""
        self._world.drop(self.tile.id)

    def lay(self, x_mm: float, y_mm: float, up: bool) -> None:
        """Put it at its place at once, without falling."""
        self.set_down()
        self._world.lay(self.tile.id, x_mm, y_mm, up)
