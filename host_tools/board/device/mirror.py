"""Shows on the page's table what a real board senses on its cells."""

from collections.abc import Sequence

from host_tools.board.simulator.world import World
from lodeboard.games.contract import EMPTY, UNCLEAR


class Mirror:
    """Places the world's tiles as sensed by the board; all others are in their trays. A cell that
    the board is unsure of does not change."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._alike = world.alike
        self._codes = [EMPTY] * world.profile.cells
        self._on: dict[int, int] = {}  # tile by cell

    def show(self, codes: Sequence[int]) -> None:
        """Show these codes of all cells (games.game)."""
        world = self._world
        if world.alike != self._alike:
            # Another set of tiles: all are in their trays.
            self._alike = world.alike
            self._codes = [EMPTY] * len(self._codes)
            self._on.clear()
        changed = [
            cell for cell, code in enumerate(codes) if code != UNCLEAR and code != self._codes[cell]
        ]
        for cell in changed:
            self._codes[cell] = codes[cell]
            tile_id = self._on.pop(cell, None)
            if tile_id is not None:
                world.lay(tile_id, *world.home(world.tile(tile_id)))
        for cell in changed:
            if codes[cell] != EMPTY:
                self._lay(cell, codes[cell])

    def _lay(self, cell: int, code: int) -> None:
        owner, up = (code - 1) // 2, code % 2 == 1
        for tile in self._world.tiles:
            if tile.owner == owner and tile.id not in self._on.values():
                self._world.lay(tile.id, *self._world.plate.centre(cell), up)
                self._on[cell] = tile.id
                return
