"""Parks a game while somebody uses the board for something else, and restores it.

The board's own description of the game counts: its start, its moves and the settings. To restore
it, the board receives just these, and the tiles are placed as before. Until then a file has them,
for a program that is killed meanwhile.
"""

import json
import sys
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from host_tools.board.contract import BoardView
from host_tools.board.messages import NO_STATE, Menu, State, listen
from host_tools.board.restoring import commands_for
from host_tools.jobs.files import write_whole

NAME = "parked.json"
GAME = "match"
TilePlace = tuple[int, float, float, bool]  # id, x, y, up side
# How to get back to the game from elsewhere: the board's buttons. "resume": not to what was played
# meanwhile.
WAYS_BACK = {"menu": 2, "calibrate": 1, "resume": 1}
PATIENCE_MS = 400  # between two presses


@dataclass(frozen=True, slots=True)
class _Parked:
    """A game as the board described it, and the places of its tiles."""

    page: int
    game: str  # its name
    commands: tuple[dict[str, object], ...]
    alike: bool  # which set of tiles
    tiles: tuple[TilePlace, ...]


def _table(board: BoardView) -> tuple[TilePlace, ...]:
    tiles = sorted(board.world.tiles, key=lambda tile: tile.z_mm)
    return tuple((t.id, t.x_mm, t.y_mm, t.up) for t in tiles)


class ParkedGame:
    """The parked game, if any; at first the one that a killed program left in this folder. Used
    from the board's thread only."""

    def __init__(self, board: BoardView, folder: Path | None = None) -> None:
        self._board = board
        self._file = None if folder is None else folder / NAME
        self._state = NO_STATE
        self._variants: list[str] = []
        self._parked = self._stored()
        self._restored: _Parked | None = None  # until it is back with its tiles
        self._waiting: deque[dict[str, object]] = deque()  # its commands that are not sent yet
        self._changing = False  # the board has been asked to change to that game
        self._pressed_ms = -PATIENCE_MS
        listen(board.lines, {State: self._take_state, Menu: self._take_menu})

    def _take_state(self, state: State) -> None:
        self._state = state

    def _take_menu(self, menu: Menu) -> None:
        self._variants = next((i.values for i in menu.items if i.field == "variant"), [])

    def _stored(self) -> _Parked | None:
        if self._file is None or not self._file.exists():
            return None
        try:
            parked = msgspec.json.decode(self._file.read_bytes(), type=_Parked)
            if {tile[0] for tile in parked.tiles} == {tile.id for tile in self._board.world.tiles}:
                return parked
            why = "it does not name each tile"
        except (OSError, msgspec.DecodeError) as error:
            why = str(error)
        print(f"{self._file} cannot be read: {why}.", file=sys.stderr)
        return None

    def _store(self, parked: _Parked | None) -> None:
        if self._file is not None:
            with suppress(OSError):  # said elsewhere: then nothing can be saved
                if parked is None:
                    self._file.unlink(missing_ok=True)
                else:
                    write_whole(self._file, msgspec.json.encode(parked))

    @property
    def busy(self) -> bool:
        """Whether a game is still being restored."""
        return bool(self._waiting)

    def begin(self, page: int) -> str | None:
        """Park the game for a page; returns the reason if that is not possible. A game that is
        still being restored stays parked."""
        if self.owned_by(page):
            return None
        if self._parked:
            return "the game is already parked, perhaps in another window"
        if self._restored:
            self._waiting.clear()
            self._parked = replace(self._restored, page=page)
            self._store(self._parked)
            return None
        if self._state.phase != GAME:
            return "there is no game on now; do first what the board asks"
        alike = self._board.world.alike
        commands = commands_for(self._state, self._variants)
        self._parked = _Parked(page, self._state.game, commands, alike, _table(self._board))
        self._store(self._parked)
        return None

    def end(self, page: int | None = None) -> tuple[bool, Sequence[TilePlace]]:
        """Restore the game; a page can restore only what it parked itself. Returns which set of
        tiles it is (see `World.alike`), and how they are to be laid, the lowest first: none where
        nothing was parked."""
        parked = self._parked
        if parked is None or not self.owned_by(page):
            return False, ()
        self._parked, self._restored = None, parked
        self._waiting.extend(parked.commands)
        self._changing = False
        return parked.alike, parked.tiles

    def owned_by(self, page: int | None) -> bool:
        """Whether this page (None: any page) has parked a game."""
        return self._parked is not None and page in (None, self._parked.page)

    def step(self, laying: bool) -> int:
        """Once per tick: send the queued commands when the board accepts them. Returns a button to
        press to reach that state, 0 for none. `laying`: tiles are still to be placed."""
        if not self._waiting:
            if not laying:
                self._restored = None
            return 0
        phase = self._state.phase
        if phase == GAME:
            assert self._restored is not None
            if self._waiting[0]["c"] != "setup" or self._state.game == self._restored.game:
                self._board.send_line(json.dumps(self._waiting.popleft()))
                if not self._waiting:
                    self._store(None)
            elif not self._changing and self._state.moves:
                # The board has one game in memory. For another it starts again: at once where
                # nothing has been played, else when it is asked for a new game.
                self._changing = True
                self._board.send_line(json.dumps({"c": "new"}))
            return 0
        now_ms = self._board.now_ms
        if now_ms - self._pressed_ms < PATIENCE_MS or not phase:
            return 0
        self._pressed_ms = now_ms
        return WAYS_BACK.get(phase, 0)
