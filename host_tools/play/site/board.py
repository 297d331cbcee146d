"""The site's board, run by a web worker: the simulated world with the firmware, and the page's
requests. Nothing here sleeps: the worker calls `tick` when one is due."""

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.factory import calibrate
from host_tools.build import profiles
from host_tools.jobs.messages import board_message
from host_tools.play.site.analysis import AtOnce
from host_tools.play.web import tile_tray
from host_tools.play.web.analysis import AnalysisService
from host_tools.play.web.hub import Hub
from host_tools.play.web.protocol import encode
from host_tools.play.web.runner import BoardRunner
from host_tools.play.web.sessions import Sessions, Setting
from lodeboard.storage.unsaved import BROWSER

SEED = 1
STORED = Path("/stored")  # in the worker's memory
PICTURE = "page.json"  # stored for the next page, which draws it while its board loads
_STORE = "store"
_STARTING = "start"  # the phase in which a board tests its lights
_LONGEST_START_TICKS = 400


class SiteBoard:
    """A board that is switched on, with one page.

    `post` sends a message to the page. `files`: the last result of `keep`. `written` is called when
    the board has written data to be stored, before the page is told. `measured`: calibrate a new
    board. `name`: the kind of board, "" for the default. `change` is called with the name of
    another kind that the page requests.
    """

    def __init__(
        self,
        post: Callable[[str], None],
        files: Iterable[tuple[str, bytes]] = (),
        written: Callable[[], object] = lambda: None,
        measured: bool = True,
        folder: Path = STORED,
        name: str = "",
        change: Callable[[str], None] = lambda _: None,
    ) -> None:
        profile = profiles.profile(name or profiles.DEFAULT)
        folder /= profile.name
        self._post = post
        self._call_written = written
        self._folder = folder
        self._store = folder / _STORE
        self._store.mkdir(parents=True, exist_ok=True)
        for file, data in files:
            if file == PICTURE:
                continue
            place = folder if file == tile_tray.NAME else self._store
            (place / Path(file).name).write_bytes(bytes(data))
        self._board = board = SimulatedBoard(profile, SEED, store_dir=self._store)
        if measured:
            calibrate(board)
        # Without readable data, the table starts empty.
        with suppress(tile_tray.TileTrayError):
            tile_tray.restore(board.world, folder)
        self._operations = board.store.operations  # of the store, when `keep` last returned files
        self._saved_table = self._seen = self._table
        self._hub = hub = Hub()
        centres = [board.world.plate.centre(cell) for cell in range(profile.cells)]
        self._runner = BoardRunner(board, profile.tick_ms, centres, hub.publish)
        self._runner.equip(board, on_screen=True)
        others = profiles.others(profile.name)
        homes = tile_tray.homes(board.world)
        setting = Setting(profile.data, homes, others=others, change=change)
        self._sessions = Sessions(
            self._runner, hub, setting, lambda: AnalysisService(hub.answer, AtOnce())
        )
        self.tick_ms = profile.tick_ms
        self.begin()

    def begin(self) -> None:
        """Switch on, and tell the page which board it has."""
        self._join()
        self._board.boot()
        self._hurry()

    def _hurry(self) -> None:
        """Tick without pauses until the board asks for something: on a screen nobody wants to see
        its start."""
        asks: list[object] = []

        def hear(_ms: int, text: str) -> None:
            line = board_message(text) or {}
            if line.get("t") == "state" and line.get("phase") != _STARTING and line.get("ask"):
                asks.append(line["ask"])

        end = self._board.lines.subscribe(hear)
        for _ in range(_LONGEST_START_TICKS):
            if asks:
                break
            self._runner.tick()
        end()

    def end(self) -> list[tuple[str, bytes]]:
        """Switch off, with nothing in a hand. Returns the files to store."""
        self._runner.end()
        self._sessions.leave(self._page)
        self._board.power_cut()
        self._seen = self._table
        return self._files()

    def join(self) -> None:
        """Greet the page again, which has shown another board since."""
        self._sessions.leave(self._page)
        self._join()

    def _join(self) -> None:
        self._page, hello = self._sessions.join()
        self._post(hello)

    def receive(self, text: str) -> None:
        """Process a message of the page and send the immediate answers."""
        self._sessions.receive(self._page, text)
        self._tell()

    def tick(self) -> None:
        """Run one tick of the board and send its messages."""
        self._runner.tick()
        if self._wrote:
            self._call_written()
        self._tell()

    def keep(self, leaving: bool = False) -> list[tuple[str, bytes]] | None:
        """The files to store for the board and its table, as names and contents; None if nothing
        has changed. Call it twice a second.

        Data written by the board count at once, together with the table. Tiles moved otherwise
        count when they have not moved between two calls, or at once if the page is `leaving`. While
        the game is suspended for a lesson, nothing counts.
        """
        before, self._seen = self._seen, self._table
        moved = self._seen != self._saved_table and (leaving or self._seen == before)
        laying = self._runner.laying
        if self._runner.parked or not (self._wrote or (moved and not laying)):
            return None
        return self._files(laying)

    def _files(self, laying: bool = False) -> list[tuple[str, bytes]]:
        """The files to store, without the table while its tiles are being laid out (`laying`)."""
        if not laying:
            (self._folder / tile_tray.NAME).write_text(tile_tray.written(self._board.world))
            self._saved_table = self._seen
        self._operations = self._board.store.operations
        paths = [*self._folder.glob(tile_tray.NAME), *sorted(self._store.iterdir())]
        picture = json.dumps(self.picture()).encode()
        return [(PICTURE, picture), *((path.name, path.read_bytes()) for path in paths)]

    def picture(self) -> list[dict[str, Any]]:
        """The messages that show the board's state to a new page."""
        page, hello = self._sessions.join()
        news = self._hub.news(page)
        self._sessions.leave(page)
        return [json.loads(hello), *news]

    def keeps(self, yes: bool) -> None:
        """Tell the board whether the browser stores the files from `keep`; if not, it warns the
        player."""
        self._board.keeps("" if yes else BROWSER)

    @property
    def _wrote(self) -> bool:
        """Whether the board has written data that are not stored yet."""
        return not self._runner.parked and self._board.store.operations != self._operations

    @property
    def _table(self) -> tuple[object, ...]:
        """The positions of the tiles."""
        world = self._board.world
        return world.alike, tile_tray.places(world)

    def _tell(self) -> None:
        for message in self._hub.news(self._page):
            self._post(encode(message))
