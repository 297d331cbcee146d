"""The field at every sensor: one row of contributions a magnet, redone when it moves."""

import numpy as np

from host_tools.simulator.magnets import Floats, field_z
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
            bodies = self._world.bodies()
            if len(bodies) > len(self._parts):
                more = np.zeros((len(bodies) - len(self._parts), len(self._points)))
                self._parts = np.concatenate((self._parts, more))
            ids = sorted(moved)
            chosen = [bodies[i] for i in ids]
            poses = [body.magnet_pose() for body in chosen]
            self._parts[ids] = field_z(
                np.array([centre for centre, _ in poses]),
                np.array([axis for _, axis in poses]),
                np.array([(b.shape.magnet_diameter_mm, b.shape.magnet_height_mm) for b in chosen]),
                np.array([b.remanence_mt for b in chosen]),
                self._points,
            )
            moved.clear()
            # A fresh sum, not a running one: the same poses give the same bits.
            self.total = self._parts.sum(axis=0)
        return self.total
