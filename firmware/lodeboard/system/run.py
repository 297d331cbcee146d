"""The loop of a board: see `run`. A Supervisor keeps it running: a fault is shown and logged, then
the App starts again, with less saved data each time, until it runs.

A first fault starts the App again as at power-on. A second soon afterwards starts it without
the interrupted game, which is kept under another name; further ones with nothing from the
flash but the zeros, then with nothing at all, and after longer and longer waits.
"""

import gc

from lodeboard.boards.profile import Profile
from lodeboard.lights import palette, tunes
from lodeboard.lights.tunes import Tunes
from lodeboard.link.link import Link
from lodeboard.system.app import App
from lodeboard.ticks import since
from lodeboard.unimport import unimport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from lodeboard.ports.port import Port

_WAIT_MS = 3000  # after the first fault; doubled with each that follows soon
_LONGEST_MS = 60000
_EARLIEST_MS = 1000  # a button ends the wait, but not before
_SOON_MS = 120000  # a start that lasts so long is a good one
_SEVERAL = 2  # faults in a row, from which on starts leave something out
_LIGHT = 149  # of 255
_REASON = 120  # characters of an error said to a computer


def run(port: "Any", profile: Profile, version: str, trouble: str = "") -> None:
    """Tick for ever: main.py has found the firmware, start.py has imported it.

    In each tick the Supervisor calls App.tick, which reads buttons and sensors, gives them to the
    scene that is on, and shows its lights. Only Ctrl-C and SystemExit end the loop. version: what
    hello and the log call the firmware. trouble: what went wrong before, "" if nothing did.
    """

    def make_app(port: "Port", profile: Profile) -> App:
        return App(port, profile, version)

    supervisor = Supervisor(port, profile, version, trouble, make_app)
    while True:
        try:
            try:
                while True:  # a tick that comes late is not made up for
                    now_ms = port.clock.now_ms()
                    supervisor.step(now_ms)
                    port.sleep_until(now_ms + profile.tick_ms)
            except Exception as error:  # noqa: BLE001 - whatever it is, the board lives on
                supervisor.fault(error, port.clock.now_ms())
        except Exception as error:  # noqa: BLE001 - of the clock, or while handling one
            supervisor.fault(error, port.clock.now_ms())


class Supervisor:
    """Ticks the App, and stands in for it after a fault.

    version: what the firmware is called, for the log. trouble: what went wrong before this,
    empty when nothing did; it is said and written down. make_app: what to run.
    KeyboardInterrupt and SystemExit are not faults: they pass through.
    """

    def __init__(
        self,
        port: "Port",
        profile: Profile,
        version: str = "",
        trouble: str = "",
        make_app: "Callable[[Any, Profile], Any]" = App,
    ):
        self._port = port
        self._profile = profile
        self._make_app = make_app
        self._version = version
        self._link = Link(port.serial, profile)
        self._tunes = Tunes(port.sound)
        self._bytes = bytearray(3 * profile.cells)
        self._red = profile.data["leds"]["bytes_order"].find("R")
        self._most = min(_LIGHT, profile.light_budget // profile.cells)  # all at once
        self._app: "Any" = None
        self._boot_ms = port.clock.now_ms()
        self._since_ms = self._boot_ms  # the App was started, or the fault came
        self._wait_ms = 0
        self._shown = -1
        self.faults = 0  # in a row
        self._left_out = False  # the game that raised the last one
        if trouble:
            self._report(trouble, trouble, self._boot_ms)
        self._start(self._boot_ms)

    def tick(self, now_ms: int) -> None:
        """One tick of the App, or of the wait for the next one. Never raises an Exception."""
        try:
            self.step(now_ms)
        except Exception as error:  # noqa: BLE001 - whatever it is, the board must live on
            self.fault(error, now_ms)

    def step(self, now_ms: int) -> None:
        """The same for a caller that passes what this raises to `fault`: then no call has to keep
        room for an error, which takes the chip long."""
        if self._app is None:
            self._wait(now_ms)
        else:
            self._app.tick(now_ms)

    def fault(self, error: Exception, now_ms: int) -> None:
        """This has gone wrong: let go of the App, write it down, begin to wait."""
        worked = self._app is not None and since(now_ms, self._since_ms) >= _SOON_MS
        self._app = None  # its memory is needed for what follows
        self.faults = 1 if worked else self.faults + 1
        self._since_ms = now_ms
        self._wait_ms = min(_WAIT_MS << min(self.faults - 1, 8), _LONGEST_MS)
        self._shown = -1
        gc.collect()
        self._try(self._tunes.play, tunes.FAULT)
        self._try(self._show, now_ms)
        self._try(self._tell, error, now_ms)

    def _tell(self, error: Exception, now_ms: int) -> None:
        what = f"{type(error).__name__} {error}"[:_REASON]
        what = "".join([mark if " " <= mark <= "~" else "?" for mark in what])
        say = f"A fault: {what}. The board starts again in {self._wait_ms // 1000} s"
        self._left_out = False
        if self.faults >= _SEVERAL:
            with unimport():
                from lodeboard.system import recovery
            self._left_out, without = recovery.plan(self.faults, error)
            say += without
        self._report(say + ".", error, now_ms)

    def _report(self, say: str, what: "Exception | str", now_ms: int) -> None:
        """Say it to a computer, and keep it in the log."""
        self._link.notice(say)
        self._try(self._link.tell_notices)
        self._try(self._log, what, since(now_ms, self._boot_ms))

    def _log(self, what: "Exception | str", after_ms: int) -> None:
        with unimport():  # rare
            from lodeboard.storage import fault_log
        text = what if isinstance(what, str) else fault_log.describe(what)
        # Not through what waits in memory: it is large.
        fault_log.FaultLog(self._port.store.store, self._version).add(text, after_ms)

    def _try(self, do: "Callable[..., object]", *arguments: object) -> None:
        """Do it if that is possible: what is broken may be just this part."""
        try:
            do(*arguments)
        except Exception:  # noqa: BLE001 - the fault itself has been reported, or cannot be
            pass

    # Waiting

    def _wait(self, now_ms: int) -> None:
        self._show(now_ms)
        self._try(self._port.serial.read_line)  # and thrown away: nobody is there to obey
        waited_ms = since(now_ms, self._since_ms)
        if waited_ms >= self._wait_ms or (waited_ms >= _EARLIEST_MS and self._pressed()):
            self._start(now_ms)

    def _show(self, now_ms: int) -> None:
        """All lights in the movement of a fault, and its tune."""
        self._try(self._tunes.tick, now_ms)
        level = palette.level(palette.FAULT, since(now_ms, self._since_ms))
        if level != self._shown:
            self._shown = level
            light = int((level / 255) ** 2.2 * self._most + 0.5)
            for at in range(self._red, len(self._bytes), 3):
                self._bytes[at] = light
            self._try(self._port.lights.show, self._bytes)

    def _pressed(self) -> bool:
        """A button is down."""
        try:
            return self._port.buttons.read() != 0
        except Exception:  # noqa: BLE001 - then the time is waited out
            return False

    # Starting

    def _start(self, now_ms: int) -> None:
        gc.collect()
        self._try(self._port.sound.tone, 0)
        port: "Any" = self._port
        try:
            if self.faults >= _SEVERAL and not self._left_out:
                # Rare; and an App that starts is read from the flash as well.
                with unimport():
                    from lodeboard.system import recovery
                port = recovery.prepare(port, self._profile, self.faults)
            self._app = self._make_app(port, self._profile)
            self._since_ms = now_ms
        except Exception as error:  # noqa: BLE001 - as in tick
            self.fault(error, now_ms)
