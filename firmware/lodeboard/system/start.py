"""Runs the board: first light, then all the imports, then the App under its supervisor.

While the firmware is imported, which takes most of a start, every light comes on in turn: all
of them red, then green over the red, then blue over the green. A dead light
or colour is visible this way, and where the sweep stops, the import stopped. All red, standing
still: neither slot could be imported.

Ctrl-C on the serial line and SystemExit end in the REPL with the board dark and silent.
"""

import sys

from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Port
    from lodeboard.ports.rp2 import Rp2Port

# What is imported one by one between two lights, after the parts of the game that the App begins
# with; the last brings whatever is not named.
PARTS = (
    "lodeboard.lights.frame",
    "lodeboard.link.commands",
    "lodeboard.link.link",
    "lodeboard.sensing.cells",
    "lodeboard.storage.journal",
    "lodeboard.play.scene",
    "lodeboard.scenes.menu",
    "lodeboard.play.under_way",
    "lodeboard.play.guide",
    "lodeboard.play.match",
    "lodeboard.system.app",
    "lodeboard.system.supervisor",
    "lodeboard.scenes.start",
)
_LIGHT = 40  # of 255, at most: bright enough to be seen. All LEDs at once stay in their budget
_COLOURS = "RGB"


def find_port(profile: Profile, tables: "dict[str, str]") -> "Rp2Port":
    """The port of the machine this runs on, which finds tables by their name in `tables`;
    RuntimeError where there is none."""
    if sys.platform == "rp2":
        from lodeboard.ports.rp2 import Rp2Port

        return Rp2Port(profile, tables=tables)
    raise RuntimeError("no port for " + sys.platform + ": this file is for the board itself")


def sweep(frame: bytearray, profile: Profile, first: int, end: int) -> None:
    """Paint the lights `first` to `end` - 1 of the sweep, three rounds of the chain, into a frame
    of a board."""
    order: str = profile.data["leds"]["bytes_order"]
    leds = len(frame) // 3
    level = min(_LIGHT, profile.light_budget // leds)
    for light in range(first, end):
        at = 3 * (light % leds)
        frame[at] = frame[at + 1] = frame[at + 2] = 0
        frame[at + order.find(_COLOURS[light // leds])] = level


def darken(port: "Port", profile: Profile) -> None:
    """All lights off and silence, even if Ctrl-C comes again meanwhile."""
    frame = bytearray(3 * profile.cells)
    while True:
        try:
            port.sound.tone(0)
            port.lights.show(frame)
            return
        except KeyboardInterrupt:
            # A port leaves out a frame that it believes is shown; make sure it is sent.
            port.lights.show(bytearray(b"\1" * len(frame)))


def find_tables(folder: str) -> "dict[str, str]":
    """The tables that the manifest in this folder names: name to path, NAME.HASH.bin."""
    tables = {}
    with open(folder + "/manifest") as file:
        file.readline()
        for line in file:
            words = line.strip().split("/")
            if words[-2:-1] == ["tables"]:
                tables[words[-1].split(".")[0]] = "/" + "/".join(words[1:])
    return tables


def missing_tables(tables: "dict[str, str]") -> str:
    """Which of these tables the board lacks, as a sentence, or nothing."""
    missing = []
    for path in tables.values():
        try:
            open(path, "rb").close()
        except OSError:
            missing.append(path)
    return "Tables are missing: " + ", ".join(missing) if missing else ""


class Start:
    """A board that has come as far as its first light and has imported everything.

    folder: the slot of this firmware. version: what it is called. Raises what an import does.
    """

    def __init__(self, folder: str, version: str):
        self._tables = find_tables(folder)
        self._version = version
        self._profile = Profile(DATA)
        self._port = find_port(self._profile, self._tables)
        self._frame = bytearray(3 * self._profile.cells)
        self._shown = 0
        try:
            self._set_clock()
            self._import()
        except Exception:
            self._shown = 0
            self._sweep(self._profile.cells)  # all red
            raise
        except BaseException:
            darken(self._port, self._profile)
            raise

    def _set_clock(self) -> None:
        """Before the imports, which it shortens; the App sets it once more."""
        from lodeboard.storage.settings import stored

        port = self._port
        port.set_fast(stored(port.store, self._profile.name, "fast") > 0)

    def _import(self) -> None:
        lights = 3 * self._profile.cells
        parts = self._game_parts() + list(PARTS)
        for number, name in enumerate(parts):
            self._sweep(1 + number * (lights - 1) // len(parts))
            __import__(name)
        self._sweep(lights)

    def _game_parts(self) -> "list[str]":
        """The modules of the game that the App begins with: a board has room for one."""
        from lodeboard.system import loader

        game = loader.first_game(self._port.store, self._profile)
        return loader.parts(game) if game else []

    def _sweep(self, end: int) -> None:
        sweep(self._frame, self._profile, self._shown, end)
        self._shown = end
        self._port.lights.show(self._frame)

    def play(self, trouble: str) -> None:
        """Play for ever. `trouble`: what went wrong before, for people; empty if nothing did."""
        from lodeboard.system.app import App
        from lodeboard.system.supervisor import Supervisor

        def make_app(port: "Port", profile: Profile) -> App:
            return App(port, profile, self._version)

        port = self._port
        profile = self._profile
        try:
            troubles = [trouble, missing_tables(self._tables), getattr(port.store, "trouble", "")]
            trouble = " ".join([text for text in troubles if text])
            supervisor = Supervisor(port, profile, self._version, trouble, make_app)
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
        finally:
            darken(port, profile)
