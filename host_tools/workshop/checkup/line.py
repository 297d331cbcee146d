"""A board on a cable with its own sensors: its messages, and presses of its buttons by the program.

The board sends each scan with its time and buttons, so a press is released only after the board has
sensed it, however slow the board or this computer is.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from host_tools.board.device.cable import RESTART_S, open_restarted
from host_tools.board.device.errors import DeviceError, DisconnectedError
from host_tools.board.device.find import serial_number
from host_tools.board.device.greeting import AWAY
from host_tools.board.device.reach import reach
from host_tools.board.device.serialboard import SerialBoard
from host_tools.board.messages import NO_STATE, Scan, State, Zeros, listen
from lodeboard.boards.profile import Profile

START_MS = round(1000 * RESTART_S)
ANSWER_MS = 5_000
_REST_MS = 150  # between two presses
_MENU_STEPS = 16  # more than in any menu
_MIDDLE, _LEFT, _RIGHT = 2, 1, 4


class LineError(DeviceError):
    """The board answers, but not as expected."""


class Line:
    """`state`: the last one from the board. `scans`: readings of all cells since they were last
    cleared. `pause` waits for a moment."""

    def __init__(self, board: SerialBoard, pause: Callable[[], None]) -> None:
        self.board = board
        self.state = NO_STATE
        self.scans: list[tuple[int, ...]] = []
        self.gains: list[int] = []
        self._pause = pause
        self._held = 0
        self._ready = False
        listen(board.lines, {State: self._take_state})
        listen(board.wire, {Scan: self._take_scan, Zeros: self._take_zeros})

    def _take_state(self, state: State) -> None:
        self.state = state

    def _take_scan(self, scan: Scan) -> None:
        self._held = scan.held
        self.scans.append(scan.readings)

    def _take_zeros(self, zeros: Zeros) -> None:
        self.gains = zeros.gain

    def until(self, holds: Callable[[], bool], limit_ms: int = ANSWER_MS) -> bool:
        """Wait until the condition holds; False if it does not within the limit.
        DisconnectedError."""
        end = self.board.now_ms + limit_ms
        while not holds():
            if self.board.now_ms >= end:
                return False
            self._pause()
            self.board.step()
            if self._ready and self.board.report()["status"] == AWAY:
                raise DisconnectedError(self.board.port)
        return True

    def phase(self) -> str:
        """The phase of the board's active scene."""
        return self.state.phase

    def await_start(self) -> None:
        """Wait until the board has started and sent its state, and let it continue a stored game.
        LineError."""

        def started() -> bool:
            return self.board.plugged and self.phase() not in ("", "start")

        if not self.until(started, START_MS):
            raise LineError(str(self.board.report()["say"]))
        self._ready = True
        self.ask_for_scans()
        if self.phase() == "resume":
            self.tap(_MIDDLE)
            self.until(lambda: self.phase() != "resume")

    def ask_for_scans(self) -> None:
        """Request the zeros and gains, then each scan."""
        self.gains = []
        self.scans.clear()
        self.board.send_line('{"c": "scan", "on": true}')
        if not self.until(lambda: bool(self.gains and self.scans)):
            raise LineError("the board sends no readings. Put this version on it: lodeboard flash")

    def tap(self, mask: int) -> None:
        """Press and release a button, each sensed by the board. LineError."""
        # The time of scans that came while a person was asked does not count towards the limit.
        self.board.step()
        self.board.press(mask)
        felt = self.until(lambda: self._held & mask == mask)
        self.board.release(mask)
        if not felt:
            raise LineError("the board does not obey a press over the line: lodeboard flash")
        end = self.board.now_ms + _REST_MS
        self.until(lambda: self.board.now_ms >= end)

    def choose(self, action: str) -> None:
        """Choose this action in the board's own menu (`set zeros`). LineError."""
        self.tap(_MIDDLE)
        if not self.until(lambda: self.phase() == "menu"):
            raise LineError(f"the board does not open its menu. It says: {self.state.say}")
        self._turn(_LEFT, lambda menu: menu["name"] == "do", action)
        self._turn(_RIGHT, lambda menu: menu["values"][menu["value"]] == action, action)
        self.tap(_MIDDLE)
        if not self.until(lambda: self.phase() == "calibrate"):
            raise LineError(f"the board does not {action}. It says: {self.state.say}")

    def leave_gains(self) -> None:
        """Keep the gains of a board that asks for them."""
        self.tap(_MIDDLE)
        self.until(lambda: self.phase() != "calibrate")

    def _turn(self, mask: int, there: Callable[[dict[str, Any]], bool], action: str) -> None:
        for _ in range(_MENU_STEPS):
            if there(self.state.menu or {"name": "", "values": [""], "value": 0}):
                return
            before = self.state
            self.tap(mask)
            self.until(lambda before=before: self.state is not before)  # type: ignore[misc]
        raise LineError(f"the board's menu has no `{action}`")


@contextmanager
def started(profile: Profile, port: str, say: Callable[[str], None]) -> Iterator[Line]:
    """Return the restarted board on this port. DeviceError."""
    number = serial_number(port)
    with reach(port, say) as prompt:
        prompt.restart()
    board = SerialBoard(profile, open_restarted(port, number), port)
    try:
        line = Line(board, lambda: time.sleep(profile.tick_ms / 1000))
        line.await_start()
        yield line
    finally:
        board.power_cut()
