"""Shows on the page's table what a real board feels on its cells."""

from collections.abc import Sequence

from host_tools.board.simulator.world import World
from lodeboard.games.contract import EMPTY, UNCLEAR


class Mirror:
    """Lays the world's tiles as the board's codes say: tiles that the board does not feel lie
    in their trays. A cell the board is not sure of stays as it was."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._alike = world.alike
        self._codes = [EMPTY] * world.profile.cells
        self._on: dict[int, int] = {}  # tile by cell

    def show(self, codes: Sequence[int]) -> None:
        """Codes of all cells (games.game)."""
        world = self._world
        if world.alike != self._alike:
            # Another set of tiles: they lie in their trays, and none on the board.
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
