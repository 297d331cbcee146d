"""Starts the board: first light, then all imports, then the loop (run.py).

The imports take most of the start. Meanwhile every light comes on in turn: all red, then green over
the red, then blue over the green. This shows dead lights and colours; if an import fails, the sweep
stops there. All red and still: neither slot could be imported.

Ctrl-C on the serial line and SystemExit end in the REPL with the board dark and silent.
"""

from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.unimport import unimport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Port


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
    version: its name. last: no other slot starts, so leave a damaged game out, and start on another
    board, too. Raises what an import raises, and ImportError if this firmware is for another board.
    slot: "a" or "b". troubles: sentences, or "", about the board, damage of the other slot, missing
    tables, and a game that cannot be imported.
    """

    def __init__(self, folder: str, version: str, last: bool = False):
        self.slot = folder[1:]
        self._version = version
        self._profile = Profile(DATA)
        from lodeboard.ports.rp2 import Rp2Port

        with unimport():  # after what it shares with the port: there must be one BlobError
            from lodeboard.system import first_light
        tables, self.troubles = first_light.look(folder, last)
        self._port = Rp2Port(self._profile, tables=tables)
        try:
            self.troubles.append(first_light.begin(self._port, self._profile, version, last))
        except Exception:
            raise  # all lights are red
        except BaseException:
            darken(self._port, self._profile)
            raise

    def play(self, trouble: str) -> None:
        """Run for ever. `trouble`: why the other slot does not start, for people, or "". Then
        restart with this slot first, if that can be written down: what the other one has imported
        leaves too little memory in one piece."""
        if trouble:
            with unimport():
                from lodeboard.system.files_check import give_way
            try:
                give_way("a" if self.slot == "b" else "b", trouble.partition("; slot ")[0])
            except OSError:
                pass
        from lodeboard.system.run import run

        self.troubles.insert(0, trouble)
        all_trouble = " ".join([each for each in self.troubles if each])
        try:
            run(self._port, self._profile, self._version, all_trouble, self.slot)
        finally:
            darken(self._port, self._profile)
