"""Scenarios on a board on a cable: the magnets are simulated, everything else is real.

The board cannot be switched off by a program, so scenarios with `power` and `cut` are skipped. Its
stored data is stashed before each scenario, so that it begins with a new board.
"""

import contextlib
import functools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from types import TracebackType
from typing import NamedTuple, NoReturn, TypeVar

from host_tools.board.device import stash
from host_tools.board.device.boardtime import BoardTime
from host_tools.board.device.cable import Cable, open_restarted
from host_tools.board.device.errors import DeviceError, DisconnectedError, StillStashedError
from host_tools.board.device.find import serial_number
from host_tools.board.device.greeting import AWAY, WRONG
from host_tools.board.device.serialboard import INJECT_TICKS, SerialBoard
from host_tools.board.messages import State, listen
from host_tools.board.scenario.script import ROLLS, Script
from host_tools.board.simulator.leds import Colour
from host_tools.board.simulator.outputs import Outputs
from host_tools.board.simulator.world import WorldError
from host_tools.jobs.interrupt import also_by_signals
from lodeboard.boards.profile import Profile
from lodeboard.play.scene import MIDDLE

_ANSWERS_S = 120.0  # time limit, also for an emulated board on a busy computer
_STEP_S = 1.0  # most of a step that counts towards the limit
_SWITCHED = ("power", "cut")
_PRESS_TICKS = 5
_ZEROS_MS = 2000  # time to measure the zeros
_FEELS_MS = 1000  # then a board that has not reported its buttons is busy otherwise
_STARTS = ("start", "calibrate")  # phases
_DARK = (0, 0, 0)
_CANNOT = "a board on a cable cannot be switched off from here"


def why_not(script: Script) -> str:
    """Return why a scenario cannot run on a board on a cable, or ""."""
    if script.rolls:
        return ROLLS
    for line in script.lines:
        if line.words[0] in _SWITCHED:
            return f"`{line.text}`: {_CANNOT}"
    return ""


class Opened(NamedTuple):
    """A connected board. `pause` waits for a message from it, or a tick of real time."""

    profile: Profile
    cable: Cable
    port: str
    pause: Callable[[], None]


class CableBoard(SerialBoard):
    """The board for one scenario."""

    def __init__(
        self,
        profile: Profile,
        cable: Cable,
        port: str,
        pause: Callable[[], None],
        seed: int,
        inject_ticks: int = INJECT_TICKS,
    ) -> None:
        super().__init__(profile, cable, port, inject=True, seed=seed, inject_ticks=inject_ticks)
        self._pause = pause
        self._time = BoardTime(alone=False)  # a scenario goes on across a restart
        self._begun = self._was_injecting = False
        self._restarting = self._asks_zeros = False
        self._zeros_ms = 0  # not to be set before this time
        self._held_for_zeros = False
        self._felt_zeros = 0  # steps since the board has sensed it
        self._silent_s = 0.0
        self._stepped_s = time.monotonic()
        listen(self.lines, {State: self._take_state})

    @property
    def store(self) -> NoReturn:
        raise WorldError(_CANNOT)

    def boot(self) -> None:
        """Do nothing but repeat the last state: the board is already on."""
        self._begun = True
        if self.serial_out:
            self.lines.notify(self.now_ms, self.serial_out[-1])

    def reseed(self, seed: int) -> NoReturn:
        raise WorldError(_CANNOT)

    def plug(self, plugged: bool) -> NoReturn:
        raise WorldError(_CANNOT)

    def step(self) -> None:
        """Advance. DeviceError if the board has gone, is another one, or sends no time for too
        long."""
        before_ms = self.now_ms
        self._pause()
        super().step()
        self._check()
        now_s = time.monotonic()
        # Time during which this computer slept or was busy does not count as silence of the board.
        self._silent_s += min(now_s - self._stepped_s, _STEP_S)
        self._stepped_s = now_s
        if self.now_ms != before_ms:
            self._silent_s = 0.0
        elif self._silent_s > _ANSWERS_S:
            say = str(self.report()["say"]).rstrip(".")
            raise DeviceError(f"{say}, and tells no time. Put this version on it: lodeboard flash")
        self._set_zeros()

    def _check(self) -> None:
        self._was_injecting = self._was_injecting or self.injecting
        greeting = self._greeting
        if greeting.status == WRONG and greeting.certain:
            raise DeviceError(greeting.say)
        # Earlier it may be about to restart; a board that loses its cable loses its power.
        if greeting.status == AWAY and self._was_injecting:
            raise DisconnectedError(self.port)

    def press(self, mask: int) -> None:
        """Press these buttons and wait until the board senses it. Otherwise, on a busy computer,
        press and release could reach it at once and have no effect."""
        super().press(mask)
        self.run_until(lambda: self.felt & mask == mask, _FEELS_MS)

    def release(self, mask: int) -> None:
        """Release these buttons and wait until the board senses it."""
        super().release(mask)
        self.run_until(lambda: not self.felt & mask, _FEELS_MS)

    run_ms = Outputs.run_ms  # `pause` waits for the board

    def _readings(self) -> Sequence[float]:
        # The board does not save these zeros, so use those of the simulator's board. When they are
        # set again, tiles may lie on the board and must not count.
        return self._rest if self._restarting else self.frontend.scan()

    def _begin(self) -> None:
        super()._begin()
        self._restarting = self._begun
        self._zeros_ms = self.now_ms

    def _take_state(self, state: State) -> None:
        self._asks_zeros = state.phase == "calibrate"  # or asks for gains
        if state.phase not in _STARTS:
            self._restarting = False

    @property
    def restarting(self) -> bool:
        """True while its lights are ignored: it restarts for another game, and its zeros are set
        again."""
        return self._restarting

    def _show(self, leds: list[Colour]) -> None:
        # Lights while it asks for zeros again do not belong to a scenario.
        super()._show([_DARK] * len(leds) if self._restarting else leds)

    def _set_zeros(self) -> None:
        """Set the zeros again, and skip the gains. A board that restarts for another game has lost
        the zeros measured from injected readings, since it does not save those."""
        if self._held_for_zeros:
            self._felt_zeros += self.felt & MIDDLE != 0
            if self._felt_zeros > _PRESS_TICKS:
                self._held_for_zeros = False
                super().release(MIDDLE)
        elif (
            self._restarting
            and self.injecting
            and self.now_ms >= self._zeros_ms
            and self._asks_zeros
        ):
            # Retry if it refuses: a busy computer may have injected too few readings.
            self._zeros_ms = self.now_ms + _ZEROS_MS
            self._held_for_zeros, self._felt_zeros = True, 0
            super().press(MIDDLE)


Kind = TypeVar("Kind", bound=CableBoard)


class Borrowed:
    """A board on a port. Its settings, zeros and games are stashed on first use, and restored when
    the context ends, also by SIGTERM and with its terminal. DeviceError; StillStashedError if they
    could not be restored."""

    def __init__(self, profile: Profile, port: str) -> None:
        self._profile = profile
        self._port = port
        self._taken = False
        self._signals = contextlib.ExitStack()

    def __enter__(self) -> "Borrowed":
        self._signals.enter_context(also_by_signals())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with self._signals:
            if not self._taken:
                return
            try:
                stash.restore(self._port)
            except (DeviceError, KeyboardInterrupt) as failed:
                why = error if isinstance(error, DeviceError) else failed
                raise StillStashedError(str(why) or "broken off", self._port) from failed

    def board(self, seed: int) -> AbstractContextManager[CableBoard]:
        """Return the board as new, with simulated magnets, for one scenario."""
        return on_cable(self._profile, self._port, seed, self._take)

    def with_data(
        self, data: Mapping[str, bytes], make: Callable[[Opened], Kind]
    ) -> AbstractContextManager[Kind]:
        """Return the board, started with this data in its folder; the object from `make` injects
        its readings."""
        prepare = functools.partial(
            stash.start_as_new, self._port, self._profile.name, data, self._take
        )
        return _started(self._profile, self._port, prepare, make)

    def again_with(
        self, files: Mapping[str, bytes], make: Callable[[Opened], Kind]
    ) -> AbstractContextManager[Kind]:
        """Restart the same board, with these files added to its stored data."""
        prepare = functools.partial(stash.start_with, self._port, files)
        return _started(self._profile, self._port, prepare, make)

    def _take(self) -> None:
        self._taken = True


def on_cable(
    profile: Profile, port: str, seed: int, begun: Callable[[], None] = lambda: None
) -> AbstractContextManager[CableBoard]:
    """Return a board that has started as new, with simulated magnets, for one scenario. `begun` is
    called before anything is changed on it. DeviceError."""
    prepare = functools.partial(stash.start_as_new, port, profile.name, {}, begun)
    return _started(profile, port, prepare, lambda opened: CableBoard(*opened, seed))


@contextmanager
def _started(
    profile: Profile, port: str, prepare: Callable[[], None], make: Callable[[Opened], Kind]
) -> Iterator[Kind]:
    number = serial_number(port)
    prepare()
    cable = open_restarted(port, number)
    tick_s = profile.tick_ms / 1000
    board = make(Opened(profile, cable, port, lambda: cable.wait(tick_s)))
    try:
        while not board.injecting:
            board.step()
        yield board
    finally:
        board.power_cut()
