"""A board on a cable as a board for scenarios: the magnets are simulated, all else is real.

It cannot be switched off from here. What it keeps is put aside before each scenario, which so begins
with a board as it left the workshop.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

import numpy as np

from host_tools.simulator.leds import Colour
from host_tools.simulator.world import WorldError
from lodeboard.boards.profile import Profile
from lodeboard.play.scene import MIDDLE

from .aside import as_new
from .boardtime import BoardTime
from .cable import Cable, SerialCable
from .errors import DeviceError
from .find import find_again, serial_number
from .serialboard import SerialBoard

_ANSWERS_S = 120.0  # of an emulated board on a busy computer
_LOOK_S = 0.05
_PRESS_MS = 100
_LOOK_BACK = 20  # lines
_STARTS = ("start", "calibrate")  # phases
_DARK = (0, 0, 0)
_CANNOT = "a board on a cable cannot be switched off from here"


class CableBoard(SerialBoard):
    """One scenario's board. `pause` waits for news of it, or a tick of the wall's clock."""

    def __init__(
        self,
        profile: Profile,
        cable: Cable,
        port: str,
        seed: int,
        pause: Callable[[], None],
    ) -> None:
        super().__init__(profile, cable, port, inject=True, seed=seed)
        self._pause = pause
        self._time = BoardTime(alone=False)  # a board that restarts misses nothing of a scenario
        self._begun = False
        self._restarting = self._zeros_due = False
        self._release_ms: int | None = None
        self._heard_s = time.monotonic()
        self.lines.subscribe(self._listen)

    @property
    def store(self) -> NoReturn:
        raise WorldError(_CANNOT)

    def boot(self) -> None:
        """It is on, and says once more what it said last."""
        self._begun = True
        if self.serial_out:
            self.lines.notify(self.now_ms, self.serial_out[-1])

    def reseed(self, seed: int) -> NoReturn:
        raise WorldError(_CANNOT)

    def plug(self, plugged: bool) -> NoReturn:
        raise WorldError(_CANNOT)

    def step(self) -> None:
        """DeviceError where the board tells no time for too long."""
        before_ms = self.now_ms
        self._pause()
        super().step()
        if self.now_ms != before_ms:
            self._heard_s = time.monotonic()
        elif time.monotonic() - self._heard_s > _ANSWERS_S:
            say = str(self.report()["say"]).rstrip(".")
            raise DeviceError(f"{say}, and tells no time. Put this version on it: lodeboard flash")
        self._set_zeros()

    def run_ms(self, ms: float) -> None:
        end = self.now_ms + ms
        while self.now_ms < end:
            self.step()

    def run_until(self, condition: Callable[[], bool], timeout_ms: float) -> bool:
        end = self.now_ms + timeout_ms
        while not condition():
            if self.now_ms >= end:
                return False
            self.step()
        return True

    def _readings(self) -> np.ndarray:
        # It keeps no zeros of its own, so ours may have any: those of the simulator's board.
        # Where they are set again tiles may lie on the board, and must not count.
        return self._rest if self._restarting else self.frontend.scan()

    def _begin(self) -> None:
        super()._begin()
        self._restarting = self._zeros_due = self._begun

    def _listen(self, _now_ms: int, line: str) -> None:
        if '"t": "state"' in line and not any(f'"phase": "{name}"' in line for name in _STARTS):
            self._restarting = self._zeros_due = False

    def _show(self, leds: list[Colour]) -> None:
        # What it shows while it asks for zeros once more is no part of a scenario.
        super()._show([_DARK] * len(leds) if self._restarting else leds)

    def _set_zeros(self) -> None:
        """A board that starts again for another game has lost the zeros that it measured from our
        readings, as it keeps none of those: set them once more."""
        if self._release_ms is not None and self.now_ms >= self._release_ms:
            self._release_ms = None
            self.release(MIDDLE)
        elif self._zeros_due and self.lent and self._asks_for_zeros():
            self._zeros_due = False
            self._release_ms = self.now_ms + _PRESS_MS
            self.press(MIDDLE)

    def _asks_for_zeros(self) -> bool:
        states = [line for line in self.serial_out[-_LOOK_BACK:] if '"t": "state"' in line]
        return bool(states) and '"phase": "calibrate"' in states[-1]


@contextmanager
def on_cable(profile: Profile, port: str, seed: int) -> Iterator[CableBoard]:
    """A board that has started as new and feels our magnets, for one scenario. DeviceError."""
    number = serial_number(port)
    as_new(port)
    cable = _opened(port, number)
    tick_s = profile.tick_ms / 1000
    board = CableBoard(profile, cable, port, seed, lambda: cable.wait(tick_s))
    try:
        while not board.lent:
            board.step()
        yield board
    finally:
        board.power_cut()


def _opened(port: str, number: str | None) -> SerialCable:
    """The cable of a board that has restarted, as soon as its port is there again."""
    end = time.monotonic() + _ANSWERS_S
    while True:
        cable = SerialCable(find_again(port, number) or port)
        try:
            cable.start()
            return cable
        except DeviceError:
            if time.monotonic() > end:
                raise
            time.sleep(_LOOK_S)
