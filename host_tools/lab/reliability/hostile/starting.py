"""A whole board that starts with stored blobs, damaged or not, and plays on."""

import json
from collections.abc import Mapping

from host_tools.board.device.received import understand
from host_tools.lab.reliability.hostile.kinds import Wrong
from host_tools.lab.reliability.hostile.still import StillPort
from lodeboard.boards.profile import Profile
from lodeboard.play.scene import MIDDLE, Board
from lodeboard.scenes.menu import Menu
from lodeboard.sensing import calibration
from lodeboard.sensing.calibration import Calibration
from lodeboard.system.app import App
from lodeboard.system.loader import RESTART, Loader

_SHOWN_TICKS = 80  # if a stored blob cannot be read, the light for it comes first
_TICKS = 12


class Restarted:
    """Boards with an empty plate, one after the other. limits: number of values of each setting, by
    variant."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        found = Calibration(profile)
        self._zeros = found.to_blob()
        port = StillPort(profile)
        board = Board(port, profile)
        loader = Loader(port, board, port.said.append)
        self.limits = Menu(board, loader.names, loader.levels).limits

    def start(self, blobs: Mapping[str, bytes], damaged: bool) -> None:
        """Start with these blobs and play on. Raises Wrong if the board does not say which of them
        it cannot use, or sends a line that no listener understands."""
        port = StillPort(self._profile)
        for name, data in ({calibration.NAME: self._zeros} | dict(blobs)).items():
            port.store.save(name, data)
        try:
            self._run(port)
        except SystemExit as leaving:  # loading another game restarts the firmware
            if leaving.code != RESTART:
                raise
        said = []
        for line in port.said:
            received = understand(line.encode(), self._profile)
            if received is None:
                raise Wrong(f"the board says {line[:80]!r}")
            said.append(received)
        notices = [received.message["say"] for received in said if received.kind == "notice"]
        if damaged and not any(": " in notice for notice in notices):
            raise Wrong(f"the board does not say what it cannot use: {json.dumps(notices)}")
        if not damaged and notices:
            raise Wrong(f"the board complains of what is valid: {json.dumps(notices)}")

    def _run(self, port: StillPort) -> None:
        app = App(port, self._profile)
        tick_ms = self._profile.tick_ms
        for held in (0, MIDDLE, 0, MIDDLE, 0):
            port.buttons = _Finger(held)
            ticks = _SHOWN_TICKS if len(port.said) < 4 else _TICKS
            for _ in range(ticks):
                port.ms += tick_ms
                app.tick(port.ms)


class _Finger:
    def __init__(self, held: int) -> None:
        self._held = held

    def read(self) -> int:
        return self._held
