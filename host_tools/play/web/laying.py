"""Places tiles for the pages, and swaps one set of tiles for the other."""

from collections.abc import Callable, Sequence
from functools import partial

from host_tools.board.contract import BoardView, WorldView
from host_tools.play.web.messages import Lay

CLEARED_MS = 400  # the plate stays empty before tiles are laid out
TOO_FEW = "there are too few tiles"
_NEAR_MM = 30.0  # a tile nearer to the middle of a well than this may be felt there


def lacks_tiles(world: WorldView, alike: bool, wanted: Sequence[tuple[int, bool] | None]) -> bool:
    """Whether a set of tiles has too few for these cells. `wanted`: owner and side of each."""
    count = len(world.tiles)
    most = (count, 0) if alike else (count // 2, count // 2)
    owners = [tile[0] for tile in wanted if tile]
    return any(owners.count(owner) > most[owner] for owner in (0, 1))


class TileDealer:
    """Places tiles on a board. `free` makes all hands of pages let go, and returns the reason if
    another hand holds a tile."""

    def __init__(
        self,
        board: BoardView,
        centres: Sequence[tuple[float, float]],
        free: Callable[[], str | None],
    ) -> None:
        self._board = board
        self._centres = centres
        self._free = free
        self._to_lay: Callable[[], None] | None = None
        self._lay_ms = 0
        self._alike: bool | None = None  # whether the game asks for the set of equal tiles
        self._exchange = False  # it has just become another game, with another set

    @property
    def busy(self) -> bool:
        """Whether tiles are still to be placed."""
        return self._to_lay is not None

    def want_set(self, alike: bool) -> None:
        """Set which set of tiles the game on the board uses."""
        if alike != self._alike:
            self._alike = alike
            self._exchange = True

    def lay(self, act: Lay) -> str | None:
        """Place tiles as a page asks; returns the reason if that is not possible."""
        if len(act.cells) != len(self._centres):
            return f'"cells" must have {len(self._centres)} letters'
        if lacks_tiles(self._board.world, act.alike, act.tiles):
            return TOO_FEW
        problem = self._free()
        if problem is None:
            self.lay_later(partial(self._arrange, act))
        return problem

    def _arrange(self, act: Lay) -> None:
        self.unpack(act.alike)
        self._board.world.arrange(act.tiles)

    def unpack(self, alike: bool) -> None:
        """Take the other set of tiles out of its box, if the game needs it."""
        self._exchange = False
        if self._board.world.alike != alike:
            self._board.world.unpack(alike)

    def exchange_set(self, waits: bool) -> None:
        """When a game with another set has begun, put one set away and take out the other. Not
        while tiles are about to be placed, as that selects the set itself. `waits`: a game is being
        restored, which selects it too."""
        if not self._exchange or self._to_lay or waits:
            return
        assert self._alike is not None
        if self._board.world.alike != self._alike and self._free():
            return
        self.unpack(self._alike)

    def lay_later(self, lay: Callable[[], None]) -> None:
        """Clear the plate, and place tiles once the board has seen it empty: the board could not
        interpret a tile that becomes another one within a tick."""
        if not self._plate_taken():
            self._to_lay = None
            lay()
            return
        self._board.world.arrange([None] * len(self._centres))
        self._to_lay = lay
        self._lay_ms = self._board.now_ms + CLEARED_MS

    def _plate_taken(self) -> bool:
        """Whether any tile lies in or near a cell."""
        return any(
            abs(tile.x_mm - x) < _NEAR_MM and abs(tile.y_mm - y) < _NEAR_MM
            for tile in self._board.world.tiles
            for x, y in self._centres
        )

    def step(self) -> None:
        """Once per tick: place the waiting tiles when the plate has been empty for long enough."""
        if self._to_lay is None or self._board.now_ms < self._lay_ms or self._free():
            return
        self._to_lay()
        self._to_lay = None
