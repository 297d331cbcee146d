"""The board of the site, as the browser's worker runs it: the simulated world with the firmware in
it, and what pages ask of it. Nothing here sleeps: the worker calls `tick` when one is due."""

from collections.abc import Callable

from host_tools.simulator.board import SimulatedBoard
from host_tools.site.analysis import AtOnce
from host_tools.web import tile_tray
from host_tools.web.analysis import Desk
from host_tools.web.hub import Hub
from host_tools.web.protocol import encode
from host_tools.web.reception import Reception, Setting
from host_tools.web.runner import BoardRunner
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA

SEED = 1
STORE = "/kept"  # in the worker's own memory


class SiteBoard:
    """A board that is switched on, and its one page. `post` takes each message to the page."""

    def __init__(self, post: Callable[[str], None]) -> None:
        self._post = post
        profile = Profile(DATA)
        self._board = board = SimulatedBoard(profile, SEED, store_dir=STORE)
        self._hub = hub = Hub()
        centres = [board.world.plate.centre(cell) for cell in range(profile.cells)]
        self._runner = BoardRunner(board, profile.tick_ms, centres, hub.publish)
        self._runner.equip(board, on_screen=True)
        setting = Setting(profile.data, tile_tray.homes(board.world))
        self._reception = Reception(self._runner, hub, setting, lambda: Desk(hub.answer, AtOnce()))
        self.tick_ms = profile.tick_ms
        self._page, hello = self._reception.join()
        post(hello)
        board.boot()

    def receive(self, text: str) -> None:
        """A message of the page; what is to be answered at once is."""
        self._reception.receive(self._page, text)
        self._tell()

    def tick(self) -> None:
        """One tick of the board, and the news of it."""
        self._runner.tick()
        self._tell()

    def _tell(self) -> None:
        for message in self._hub.news(self._page):
            self._post(encode(message))
