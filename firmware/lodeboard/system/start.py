"""Starts the board: first light, then all the imports, then the loop (run.py).

While the firmware is imported, which takes most of a start, every light comes on in turn: all
of them red, then green over the red, then blue over the green. A dead light
or colour is visible this way, and where the sweep stops, the import stopped. All red, standing
still: neither slot could be imported.

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
    """The port of the machine this runs on, which finds tables by their name in `tables`;
    RuntimeError where there is none."""
    if sys.platform == "rp2":
        from lodeboard.ports.rp2 import Rp2Port

        return Rp2Port(profile, tables=tables)
    raise RuntimeError("no port for " + sys.platform + ": this file is for the board itself")


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


class Start:
    """A board that has come as far as its first light and has imported everything.

    folder: the slot of this firmware. version: what it is called. Raises what an import does.
    missing: tables that the board lacks, and a game that cannot be imported, as sentences.
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
        """Play for ever. `trouble`: what went wrong before, for people; empty if nothing did."""
        from lodeboard.system.run import run

        trouble = " ".join([text for text in (trouble, self.missing) if text])
        try:
            run(self._port, self._profile, self._version, trouble)
        finally:
            darken(self._port, self._profile)
