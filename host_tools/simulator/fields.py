"""The field at every sensor: one row of contributions a magnet, redone when it moves."""

import numpy as np

from host_tools.simulator.magnets import Floats, field_z
from host_tools.simulator.tiles import Tile
from host_tools.simulator.world import World


class FieldMap:
    """Field of all the world's magnets at its Hall elements, along z, in millitesla."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._points = world.plate.hall_elements()
        self._parts = np.zeros((0, len(self._points)))
        self.total = np.zeros(len(self._points))  # at room temperature

    def update(self) -> Floats:
        """Bring the field up to date with the world, and return it: (cells,)."""
        moved = self._world.moved
        if moved:
            bodies = {body.id: body for body in self._world.bodies()}
            missing = max(moved) + 1 - len(self._parts)
            if missing > 0:
                more = np.zeros((missing, len(self._points)))
                self._parts = np.concatenate((self._parts, more))
            self._parts[sorted(moved)] = 0.0  # those taken away stay so
            self._redo([bodies[i] for i in sorted(moved) if i in bodies])
            moved.clear()
            # A fresh sum, not a running one: the same poses give the same bits.
            self.total = self._parts.sum(axis=0)
        return self.total

    def _redo(self, bodies: list[Tile]) -> None:
        if not bodies:
            return
        poses = [body.magnet_pose() for body in bodies]
        self._parts[[body.id for body in bodies]] = field_z(
            np.array([centre for centre, _ in poses]),
            np.array([axis for _, axis in poses]),
            np.array([(b.shape.magnet_diameter_mm, b.shape.magnet_height_mm) for b in bodies]),
            np.array([b.remanence_mt for b in bodies]),
            self._points,
        )
