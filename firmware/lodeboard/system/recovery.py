"""What a start leaves out after several faults in a row: the game whose code raised them, or the
interrupted game, then all stored data but the zeros, then these too. In memory only meanwhile.
"""

from lodeboard.sensing import calibration
from lodeboard.storage.blobs import BlobError, Blobs
from lodeboard.storage.journal import Journal
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.unkept import AFTER_FAULTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lodeboard.boards.profile import Profile
    from lodeboard.ports.port import Port

WITHOUT_GAME = 2  # from this fault in a row
WITHOUT_FLASH = 3
WITHOUT_ZEROS = 4


class PortWithoutFlash:
    """A port with another store."""

    def __init__(self, port: "Port", store: Blobs):
        self._port = port
        self.store = store

    def __getattr__(self, name: str) -> "Any":
        return getattr(self._port, name)


def plan(faults: int, error: Exception) -> "tuple[bool, str]":
    """Whether the game whose code raised this is left out, and what the next start leaves out, to
    be said."""
    from lodeboard.system.failing import blame

    game = blame(error)
    if game:
        return True, ", without the game " + game
    if faults >= WITHOUT_FLASH:
        return False, ", without its stored data; changes and games are not saved now"
    return False, ", without the interrupted game"


def prepare(port: "Port", profile: "Profile", faults: int) -> "Port | PortWithoutFlash":
    """The port for the start after so many faults in a row."""
    if faults < WITHOUT_FLASH:
        try:
            Journal(port.store, profile.name).put_aside()
        except BlobError:
            pass  # the next fault leaves out all that is stored
        return port
    return without_flash(port, faults < WITHOUT_ZEROS)


def without_flash(port: "Port", zeros: bool) -> PortWithoutFlash:
    """The port with a store in memory, which has at most the zeros."""
    memory = MemoryStore()
    if zeros:
        try:
            data = port.store.load(calibration.NAME)
            if data is not None:
                memory.save(calibration.NAME, data)
        except BlobError:
            pass  # then they have to be set
    store = Blobs(memory)
    store.lose().outside = AFTER_FAULTS
    return PortWithoutFlash(port, store)
