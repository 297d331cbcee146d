"""The loop of a board: see `run`. A Supervisor keeps it running: it shows and logs a fault, then
starts the App again, with less saved data each time, until it runs.

After a first fault the App starts as at power-on. After a second one soon afterwards it starts
without the interrupted game, which is renamed; after further ones with only the zeros from the
flash, then with nothing from it. For want of memory MicroPython restarts at the second one. The
waits become longer. A damaged module is no reason to skip data: the other slot starts at once if it
is whole, else the firmware starts as at power-on.
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
_SOON_MS = 120000  # a start that runs this long counts as good
_SEVERAL = 2  # from this many faults in a row, starts skip some data
_LIGHT = 149  # of 255
_IDLE_MS = 30000  # without any change of lights or sentences: longer than any search


def run(port: "Any", profile: Profile, version: str, trouble: str = "", slot: str = "") -> None:
    """Tick for ever: main.py has found the firmware, start.py has imported it.

    In each tick the Supervisor calls App.tick, which reads buttons and sensors, gives them to the
    scene that is on, and shows its lights. Only Ctrl-C and SystemExit end the loop. version: what
    hello and the log call the firmware. trouble: what went wrong before, "" if nothing did. slot:
    the one that this firmware runs from, "a" or "b".
    """
    supervisor = Supervisor(port, profile, version, trouble, App, slot)
    while True:
        try:
            try:
                while True:  # late ticks are not caught up
                    now_ms = port.clock.now_ms()
                    supervisor.step(now_ms)
                    port.sleep_until(now_ms + profile.tick_ms)
            except Exception as error:  # noqa: BLE001 - whatever it is, the board lives on
                supervisor.fault(error, port.clock.now_ms())
        except Exception as error:  # noqa: BLE001 - of the clock, or while handling one
            supervisor.fault(error, port.clock.now_ms())


class Supervisor:
    """Ticks the App, and takes its place after a fault.

    version: name of the firmware for the log. trouble: an earlier error to report and log, or "".
    make_app: creates the App. slot: the one of this firmware, whose files are checked while the
    board is idle; "" on a board without slots. check: what is left of that; None once it is done.
    KeyboardInterrupt and SystemExit are not faults: they pass through.
    """

    def __init__(
        self,
        port: "Port",
        profile: Profile,
        version: str = "",
        trouble: str = "",
        make_app: "Callable[[Any, Profile, str], Any]" = App,
        slot: str = "",
    ):
        self._port = port
        self._profile = profile
        self._make_app = make_app
        self._version = version
        self.slot = slot
        self.check: "Any" = slot or None
        self._link = Link(port.serial, profile)
        self._tunes = Tunes(port.sound)
        self._bytes = bytearray(3 * profile.cells)
        self._red = profile.data["leds"]["bytes_order"].find("R")
        self._most = min(_LIGHT, profile.light_budget // profile.cells)  # all at once
        self.app: "Any" = None
        self._boot_ms = port.clock.now_ms()
        self._since_ms = self._boot_ms  # the App was started, or the fault came
        self.wait_ms = 0
        self._shown = -1
        self.faults = 0  # in a row
        # Whether the game that raised the last one is; None to restart the firmware.
        self.left_out: "bool | None" = False
        if trouble:
            self.report(trouble, trouble, self._boot_ms)
        self._start(self._boot_ms)

    def tick(self, now_ms: int) -> None:
        """One tick of the App, or of the wait for the next one. Never raises an Exception."""
        try:
            self.step(now_ms)
        except Exception as error:  # noqa: BLE001 - whatever it is, the board must live on
            self.fault(error, now_ms)

    def step(self, now_ms: int) -> None:
        """Like `tick`, but the caller passes exceptions to `fault`. A try block here would reserve
        room for an exception in each call, which is slow on the chip."""
        if self.app is None:
            self._wait(now_ms)
        else:
            self.app.tick(now_ms)
            if self.check is not None:
                idle = since(now_ms, self.app.changed_ms) >= _IDLE_MS
                if not idle:
                    self.check = self.slot
                elif self.check is not self.slot:
                    self.check = self.check.read(self, now_ms)
                else:
                    with unimport():
                        from lodeboard.system.files_check import FilesCheck
                    self.check = FilesCheck(self.slot)

    def fault(self, error: Exception, now_ms: int) -> None:
        """Handle an error: drop the App, log the error, begin to wait."""
        worked = self.app is not None and since(now_ms, self._since_ms) >= _SOON_MS
        self.app = None  # the next steps need its memory
        self.check = self.check and self.slot
        self.faults = 1 if worked else self.faults + 1
        self._since_ms = now_ms
        self.wait_ms = min(_WAIT_MS << min(self.faults - 1, 8), _LONGEST_MS)
        self._shown = -1
        gc.collect()
        self._try(self._tunes.play, tunes.FAULT)
        self._try(self._show, now_ms)
        self._try(self._tell, error, now_ms)

    def _tell(self, error: Exception, now_ms: int) -> None:
        say = repr(error)
        try:
            with unimport():
                from lodeboard.system import recovery
            say = recovery.plan(self, error)
        except ImportError:
            pass  # it is damaged, too
        self.report(say, error, now_ms)

    def report(self, say: str, what: "Exception | str", now_ms: int) -> None:
        """Send the error to a computer and log it."""
        self._link.notice(say)
        self._try(self._link.tell_notices)
        self._try(self._log, what, since(now_ms, self._boot_ms))

    def _log(self, what: "Exception | str", after_ms: int) -> None:
        with unimport():  # rare
            from lodeboard.storage import fault_log
        text = what if isinstance(what, str) else fault_log.describe(what)
        # Write to the port's store directly: the module for unsaved blobs is too large here.
        fault_log.FaultLog(self._port.store.store, self._version).add(text, after_ms)

    def _try(self, do: "Callable[..., object]", *arguments: object) -> None:
        """Call the function and ignore errors: this part may be the broken one."""
        try:
            do(*arguments)
        except Exception:  # noqa: BLE001 - the fault itself has been reported, or cannot be
            pass

    # Waiting

    def _wait(self, now_ms: int) -> None:
        self._show(now_ms)
        self._try(self._port.serial.read_line)  # and discarded: no App can execute it
        waited_ms = since(now_ms, self._since_ms)
        if waited_ms >= self.wait_ms or (waited_ms >= _EARLIEST_MS and self._pressed()):
            self._start(now_ms)

    def _show(self, now_ms: int) -> None:
        """Show a fault with all lights, and play its tune."""
        self._try(self._tunes.tick, now_ms)
        level = palette.level(palette.FAULT, since(now_ms, self._since_ms))
        if level != self._shown:
            self._shown = level
            light = int((level / 255) ** 2.2 * self._most + 0.5)
            for index in range(self._red, len(self._bytes), 3):
                self._bytes[index] = light
            self._try(self._port.lights.show, self._bytes)

    def _pressed(self) -> bool:
        """Return whether a button is down."""
        try:
            return bool(self._port.buttons.read())
        except Exception:  # noqa: BLE001 - then the time is waited out
            return False

    # Starting

    def _start(self, now_ms: int) -> None:
        gc.collect()
        self._try(self._port.sound.tone, 0)
        port: "Any" = self._port
        try:
            if self.faults >= _SEVERAL and not self.left_out:
                # Loaded only here, since it is rare and a start reads from flash anyway.
                with unimport():
                    from lodeboard.system import recovery
                port = recovery.prepare(port, self._profile, self.faults)
            if self.left_out is None:
                raise SystemExit("restart")  # loader.RESTART; importing it takes memory
            self.app = self._make_app(port, self._profile, self._version)
            self._since_ms = now_ms
        except Exception as error:  # noqa: BLE001 - as in tick
            self.fault(error, now_ms)
