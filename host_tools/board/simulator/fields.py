"""The field at every sensor: one row of contributions per magnet, updated when it moves."""

from host_tools.board.simulator.magnets import field_at
from host_tools.board.simulator.tiles import Tile
from host_tools.board.simulator.world import World


class FieldMap:
    """The field of all magnets of the world at its Hall elements, along z, in millitesla."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._points = world.plate.hall_elements()
        self._parts: dict[int, list[float]] = {}  # by body
        self.total = [0.0] * len(self._points)  # at room temperature

    def update(self) -> list[float]:
        """Update the field from the world and return it: one value per cell."""
        moved = self._world.moved
        if moved:
            bodies = {body.id: body for body in self._world.bodies()}
            for gone in moved - bodies.keys():
                self._parts.pop(gone, None)
            self._redo([bodies[i] for i in sorted(moved) if i in bodies])
            moved.clear()
            # Always sum in one order: the same poses give the same bits.
            rows = [self._parts[body] for body in sorted(self._parts)]
            self.total = [sum(column) for column in zip(*rows, strict=True)]
            if not rows:
                self.total = [0.0] * len(self._points)
        return self.total

    def _redo(self, bodies: list[Tile]) -> None:
        found = [[0.0] * len(self._points) for _ in bodies]
        field_at([body.magnet_row() for body in bodies], self._points, found)
        self._parts.update(zip((body.id for body in bodies), found, strict=True))
