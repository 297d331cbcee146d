"""Starts the board: first light, then all imports, then the loop (run.py).

The imports take most of the start. Meanwhile every light comes on in turn: all red, then green over
the red, then blue over the green. This shows dead lights and colours; if an import fails, the sweep
stops there. All red and still: neither slot could be imported.

Ctrl-C on the serial line and SystemExit end in the REPL with the board dark and silent.
"""

import sys

from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.unimport import unimport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Port
    from lodeboard.ports.rp2 import Rp2Port


def find_port(profile: Profile, tables: "dict[str, str]") -> "Rp2Port":
    """Return the port for this machine. `tables` maps table names to paths. RuntimeError if there
    is no port."""
    if sys.platform == "rp2":
        from lodeboard.ports.rp2 import Rp2Port

        return Rp2Port(profile, tables=tables)
    raise RuntimeError("no port for " + sys.platform + ": this file is for the board itself")


def darken(port: "Port", profile: Profile) -> None:
    """Turn lights and sound off, even if Ctrl-C is pressed again meanwhile."""
    frame = bytearray(3 * profile.cells)
    while True:
        try:
            port.sound.tone(0)
            port.lights.show(frame)
            return
        except KeyboardInterrupt:
            # A port skips a frame that it believes is shown; make sure it is sent.
            port.lights.show(bytearray(b"\1" * len(frame)))


class Start:
    """A board with its lights on and everything imported. folder: the slot of this firmware.
    version: its name. Raises what an import raises. missing: sentences that name missing tables and
    a game that cannot be imported.
    """

    def __init__(self, folder: str, version: str):
        with unimport():
            from lodeboard.system import first_light
        tables = first_light.find_tables(folder)
        self.missing = first_light.missing_tables(tables)
        self._version = version
        self._profile = Profile(DATA)
        self._port = find_port(self._profile, tables)
        try:
            trouble = first_light.begin(self._port, self._profile, version)
            self.missing = " ".join([text for text in (self.missing, trouble) if text])
        except Exception:
            raise  # all lights are red
        except BaseException:
            darken(self._port, self._profile)
            raise

    def play(self, trouble: str) -> None:
        """Run for ever. `trouble`: an earlier error, for people, or ""."""
        from lodeboard.system.run import run

        trouble = " ".join([text for text in (trouble, self.missing) if text])
        try:
            run(self._port, self._profile, self._version, trouble)
        finally:
            darken(self._port, self._profile)
