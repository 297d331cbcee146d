"""A real board on the site's page: link, fault log and flashing, with the same code as the
commands. The page holds the port; this code in its worker communicates with the board."""

import json
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

import serial

from host_tools.board.device import advice, faults
from host_tools.board.device import flash as flashing
from host_tools.board.device.errors import DeviceError
from host_tools.board.device.hello import HELLO_S
from host_tools.board.device.reach import reach
from host_tools.board.device.serialboard import SerialBoard
from host_tools.build import chips, prebuilt, profiles
from host_tools.build.layout import Firmware, sha256
from host_tools.games.table_files import SUFFIX, TABLES
from host_tools.play.site.analysis import AtOnce
from host_tools.play.site.line import Line, LineCable
from host_tools.play.site.ports import protocol_web
from host_tools.play.web import tile_tray
from host_tools.play.web.analysis import AnalysisService
from host_tools.play.web.devicebench import DeviceBench
from host_tools.play.web.hub import Hub
from host_tools.play.web.protocol import encode
from host_tools.play.web.runner import BoardRunner
from host_tools.play.web.sessions import Sessions, Setting

PORT = "web://port"
NAME = "this USB port"  # shown to the user instead of a path
# Advice for this page.
ON_PAGE = {
    "right port": "Is it the right one? Disconnect it and choose another",
    "play port": "Is it the right one? Disconnect it and choose another.",
    "no port": "Plug the board in, with a cable that carries data",
    "another port": "disconnect it and choose another one",
    "busy": (
        "Close it (another tab of this page, Thonny, mpremote, lodeboard play --on, a terminal) "
        "and try again"
    ),
    "flash": 'Put this version on it with "Install the firmware"',
    "other board": (
        "If it is a {there}, choose that below. If it is a {wanted}: tick "
        '"Erase stored data" and try again'
    ),
    "other revision": (
        'Change the board to match it, as its build guide shows; then tick "Erase stored data" and '
        "try again. Until then the board keeps the firmware that it has"
    ),
    "back": 'To go back to it: "Install the firmware"',
    "play other board": "Connect the right board, or choose {there} below",
    "copy": "Copy what you want to keep, with Thonny or mpremote, and remove it there",
    "erase": '"Erase stored data" frees the space of saved games and logs',
}
NO_FAULTS = "No faults have been written down."
NO_FIRMWARE = (
    "There is no firmware on this board, so nothing has been written down. Put it there with "
    '"Install the firmware"'
)
NO_WAITING = (
    "This browser cannot do that: it lacks stack switching for WebAssembly (JSPI). A current "
    "Chrome, Edge or Opera can"
)
Say = Callable[[str], None]


class CabledBoard:
    """A board on a line, with one page. `post` sends a message to the page."""

    def __init__(self, name: str, line: Line, post: Say) -> None:
        self._post = post
        profile = profiles.profile(name)
        self._cable = LineCable(line)
        self._board = board = SerialBoard(profile, self._cable, NAME)
        self._hub = hub = Hub()
        centres = [board.world.plate.centre(cell) for cell in range(profile.cells)]
        self._runner = BoardRunner(board, profile.tick_ms, centres, hub.publish)
        bench = DeviceBench(board, self._runner.free)
        self._runner.attach(bench, bench.hands_off)
        setting = Setting(profile.data, tile_tray.homes(board.world))
        self._sessions = Sessions(
            self._runner, hub, setting, lambda: AnalysisService(hub.answer, AtOnce())
        )
        self.tick_ms = profile.tick_ms
        self._page, hello = self._sessions.join()
        post(hello)

    def receive(self, text: str) -> None:
        """Process a message of the page."""
        self._sessions.receive(self._page, text)
        self._tell()

    def tick(self) -> None:
        """Run one tick of the page's clock: process the board's messages."""
        self._runner.tick()
        self._tell()

    def again(self) -> None:
        """Greet the board again after other communication with it."""
        self._cable.again()

    def leave(self) -> None:
        """Release the board, which continues its game."""
        self._board.power_cut()

    def _tell(self) -> None:
        for message in self._hub.news(self._page):
            self._post(encode(message))


class Share:
    """Reports the progress of flashing to the page, in percent."""

    def __init__(self, post: Callable[[dict[str, object]], None], total: int) -> None:
        self._post = post
        self._total = total
        self._done = 0
        self._told = -1

    def update(self) -> None:
        self._done += 1
        share = 100 * self._done // self._total
        if share != self._told:
            self._told = share
            self._post({"share": share})

    def close(self) -> None:
        """Do nothing: the end is reported separately."""


class Cabled:
    """A page's cable. `post` sends messages to the page, `send` bytes to its port.
    `run_sync(news(seconds))` returns at the page's next message about the line, or after that time;
    `can_run_sync`: whether the browser supports it."""

    def __init__(
        self,
        post: Say,
        send: Callable[[bytes], None],
        news: Callable[[float], object],
        run_sync: Callable[[Any], object],
        can_run_sync: Callable[[], bool],
    ) -> None:
        self._post_text = post
        self._can_wait = can_run_sync
        self.line = Line(send, lambda seconds: run_sync(news(seconds)))
        protocol_web.LINES[PORT] = self.line
        if protocol_web.__package__ not in serial.protocol_handler_packages:
            serial.protocol_handler_packages.append(protocol_web.__package__)
        advice.ADVICE.update(ON_PAGE)
        self._board: CabledBoard | None = None
        self._busy = False

    def begin(self, name: str) -> None:
        """Show this kind of board on the page."""
        self._board = CabledBoard(name, self.line, self._post_text)

    @property
    def tick_ms(self) -> int:
        return self._board.tick_ms if self._board else 20

    def receive(self, text: str) -> None:
        """Process a message of the page; ignored while the board is stopped."""
        if self._board and not self._busy:
            self._board.receive(text)

    def tick(self) -> None:
        if self._board and not self._busy:
            self._board.tick()

    def leave(self) -> None:
        """Release the board."""
        if self._board and not self._busy:
            self._board.leave()
        self._board = None
        self._post({"left": True})

    def compare(self, name: str, index: str, data: bytes, changes: str, erase: bool) -> None:
        """Tell the page what is on the board, what this firmware of the site would change for
        players, see `host_tools.build.changes`, and which firmware it could go back to. Writes
        nothing."""

        def work() -> None:
            firmware = partial(self._firmware, name, index, bytes(data))
            firmware(chips.DEFAULT)  # a damaged file is noticed before the board is stopped
            found = flashing.compare_versions(firmware, PORT, self._say, json.loads(changes), erase)
            self._post({"versions": asdict(found)})

        self._work(work)

    def go_back(self) -> None:
        """Start the firmware again that ran on the board before the present one."""
        self._work(lambda: flashing.go_back(PORT, self._say, hello_s=HELLO_S))

    def flash(self, name: str, index: str, data: bytes, erase: bool) -> None:
        """Put a firmware of the site on the board: the file's contents, checked against the index.
        Returns when the board has sent its hello, or the error was reported."""

        def work() -> None:
            firmware = partial(self._firmware, name, index, bytes(data))
            firmware(chips.DEFAULT)  # a damaged file is noticed before the board is stopped
            flashing.flash(
                firmware,
                PORT,
                self._say,
                lambda total: Share(self._post, total),
                erase=erase,
                other_board=erase,
                hello_s=HELLO_S,
            )

        if self._work(work) and self._board:
            self.begin(name)

    def show_faults(self) -> None:
        """Read the board's fault log, with source lines."""

        def work() -> None:
            with reach(PORT, self._say) as prompt:
                log = faults.read_faults(prompt)
            if log is None:
                self._say(NO_FIRMWARE)
            elif not log:
                self._say(NO_FAULTS)
            else:
                self._post({"log": faults.with_source(log.decode(errors="replace"))})

        self._work(work)

    @staticmethod
    def _firmware(name: str, index: str, data: bytes, chip: str) -> Firmware:
        if sha256(data) != json.loads(index)[name]["sha256"]:
            raise prebuilt.PrebuiltError("the firmware's file is not from this site")
        tables = (path.read_bytes() for path in sorted(TABLES.glob(f"*{SUFFIX}")))
        return prebuilt.unpack(data, tables, chip)

    def _work(self, work: Callable[[], None]) -> bool:
        """Communicate with the board other than by its link. Returns whether that succeeded."""
        if self._busy:
            return False
        if not self._can_wait():
            self._post({"ended": True, "wrong": f"{NO_WAITING}."})
            return False
        self._busy = True
        wrong = ""
        try:
            work()
        except (DeviceError, prebuilt.PrebuiltError) as error:
            wrong = for_people(str(error))
        finally:
            self._busy = False
            if self._board:
                self._board.again()
            self._post({"ended": True, "wrong": wrong})
        return not wrong

    def _say(self, line: str) -> None:
        self._post({"say": for_people(line)})

    def _post(self, message: dict[str, Any]) -> None:
        self._post_text(encode({"t": "cable", **message}))


def for_people(text: str) -> str:
    """A sentence with the port's name instead of its address."""
    text = text.replace(f"there is no port {PORT}", "there is no board now").replace(PORT, NAME)
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
