"""Lays tiles out for the pages, and exchanges one set of tiles for the other."""

from collections.abc import Callable, Sequence
from functools import partial

from host_tools.board.contract import BoardView
from host_tools.play.web.messages import Lay

CLEARED_MS = 400  # the plate stays empty before tiles are laid out
_NEAR_MM = 30.0  # a tile nearer to the middle of a well than this may be felt there


class Layer:
    """Lays tiles on a board. `free` makes all hands of pages let go, and gives the reason if
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
        """Tiles are still to be laid out."""
        return self._to_lay is not None

    def want_set(self, alike: bool) -> None:
        """The game on the board is played with this set of tiles."""
        if alike != self._alike:
            self._alike = alike
            self._exchange = True

    def lay(self, act: Lay) -> str | None:
        """Lay tiles out as a page asks; the reason where that cannot be."""
        owners = [tile.owner for tile in self._board.world.tiles]
        wanted = [tile[0] for tile in act.tiles if tile]
        if len(act.cells) != len(self._centres):
            return f'"cells" must have {len(self._centres)} letters'
        most = [len(owners), 0] if act.alike else [len(owners) // 2, len(owners) // 2]
        if any(wanted.count(owner) > most[owner] for owner in (0, 1)):
            return "there are not so many tiles"
        problem = self._free()
        if problem is None:
            self.lay_later(partial(self._arrange, act))
        return problem

    def _arrange(self, act: Lay) -> None:
        self.unpack(act.alike)
        self._board.world.arrange(act.tiles)

    def unpack(self, alike: bool) -> None:
        """The other set of tiles comes out of its box, where that is another."""
        self._exchange = False
        if self._board.world.alike != alike:
            self._board.world.unpack(alike)

    def exchange_set(self, waits: bool) -> None:
        """When a game of another kind has begun, people put away the one set and take out the
        other. Not while tiles are about to be laid out: that knows what it wants.
        `waits`: a game is being brought back, which knows it too."""
        if not self._exchange or self._to_lay or waits:
            return
        assert self._alike is not None
        if self._board.world.alike != self._alike and self._free():
            return
        self.unpack(self._alike)

    def lay_later(self, lay: Callable[[], None]) -> None:
        """Clear the plate, and lay tiles out when the board has seen that: a tile that
        becomes another one in no time is nothing a board could understand."""
        if not self._plate_taken():
            self._to_lay = None
            lay()
            return
        self._board.world.arrange([None] * len(self._centres))
        self._to_lay = lay
        self._lay_ms = self._board.now_ms + CLEARED_MS

    def _plate_taken(self) -> bool:
        """True when any tile lies in or near a well."""
        return any(
            abs(tile.x_mm - x) < _NEAR_MM and abs(tile.y_mm - y) < _NEAR_MM
            for tile in self._board.world.tiles
            for x, y in self._centres
        )

    def step(self) -> None:
        """Once a tick: lay what waits, when the plate has been empty for long enough."""
        if self._to_lay is None or self._board.now_ms < self._lay_ms or self._free():
            return
        self._to_lay()
        self._to_lay = None
