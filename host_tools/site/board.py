"""The board of the site, as the browser's worker runs it: the simulated world with the firmware in
it, and what pages ask of it. Nothing here sleeps: the worker calls `tick` when one is due."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from host_tools.build import profiles
from host_tools.simulator.board import SimulatedBoard
from host_tools.simulator.factory import calibrate
from host_tools.site.analysis import AtOnce
from host_tools.web import tile_tray
from host_tools.web.analysis import Desk
from host_tools.web.hub import Hub
from host_tools.web.protocol import encode
from host_tools.web.reception import Reception, Setting
from host_tools.web.runner import BoardRunner
from lodeboard.storage.unkept import BROWSER

SEED = 1
KEPT = Path("/kept")  # in the worker's own memory
_STORE = "store"


class SiteBoard:
    """A board that is switched on, and its one page. `post` takes each message to the page.
    `files`: what `keep` gave the last time. `name`: the kind of board, "" for the usual one.
    `change` is called with the name of the kind that the page asks for instead."""

    def __init__(
        self,
        post: Callable[[str], None],
        files: Iterable[tuple[str, bytes]] = (),
        folder: Path = KEPT,
        name: str = "",
        change: Callable[[str], None] = lambda _: None,
    ) -> None:
        profile = profiles.profile(name or profiles.DEFAULT)
        folder /= profile.name
        self._post = post
        self._folder = folder
        self._store = folder / _STORE
        self._store.mkdir(parents=True, exist_ok=True)
        for file, data in files:
            place = folder if file == tile_tray.NAME else self._store
            (place / Path(file).name).write_bytes(bytes(data))
        self._board = board = SimulatedBoard(profile, SEED, store_dir=self._store)
        calibrate(board)
        # A table that cannot be read is an empty one.
        with suppress(tile_tray.TileTrayError):
            tile_tray.restore(board.world, folder)
        self._kept = self._seen = self._changes
        self._hub = hub = Hub()
        centres = [board.world.plate.centre(cell) for cell in range(profile.cells)]
        self._runner = BoardRunner(board, profile.tick_ms, centres, hub.publish)
        self._runner.equip(board, on_screen=True)
        others = profiles.others(profile.name)
        homes = tile_tray.homes(board.world)
        setting = Setting(profile.data, homes, others=others, change=change)
        self._reception = Reception(self._runner, hub, setting, lambda: Desk(hub.answer, AtOnce()))
        self.tick_ms = profile.tick_ms
        self.begin()

    def begin(self) -> None:
        """Switch on, and tell the page which board it has."""
        self._join()
        self._board.boot()

    def end(self) -> list[tuple[str, bytes]]:
        """Switch off, with nothing in a hand; what is to be kept."""
        self._runner.end()
        self._reception.leave(self._page)
        self._board.power_cut()
        return self._files()

    def join(self) -> None:
        """Begin again with the page, which has shown another board since."""
        self._reception.leave(self._page)
        self._join()

    def _join(self) -> None:
        self._page, hello = self._reception.join()
        self._post(hello)

    def receive(self, text: str) -> None:
        """A message of the page; what is to be answered at once is."""
        self._reception.receive(self._page, text)
        self._tell()

    def tick(self) -> None:
        """One tick of the board, and the news of it."""
        self._runner.tick()
        self._tell()

    def keep(self) -> list[tuple[str, bytes]] | None:
        """What the board and its table are to keep, as names and contents; None where nothing is
        new, or the table is not as its owner wants to find it again: a tile in a hand, a move that
        the board has not written down yet, the game put aside for a lesson. To be called twice a
        second: what has changed since the last time is still on its way."""
        before, self._seen = self._seen, self._changes
        if not self._runner.settled or self._seen == self._kept or self._seen != before:
            return None
        return self._files()

    def _files(self) -> list[tuple[str, bytes]]:
        self._kept = self._seen = self._changes
        tile_tray.save(self._board.world, self._folder)
        paths = [self._folder / tile_tray.NAME, *sorted(self._store.iterdir())]
        return [(path.name, path.read_bytes()) for path in paths]

    def keeps(self, yes: bool) -> None:
        """Whether the browser keeps what `keep` gives. The board tells people where it does not."""
        self._board.keeps("" if yes else BROWSER)

    @property
    def _changes(self) -> tuple[object, ...]:
        """Differs whenever there is something new to keep."""
        world = self._board.world
        where = [(tile.x_mm, tile.y_mm, tile.z_mm, tile.up) for tile in world.tiles]
        return self._board.store.operations, world.alike, where

    def _tell(self) -> None:
        for message in self._hub.news(self._page):
            self._post(encode(message))
