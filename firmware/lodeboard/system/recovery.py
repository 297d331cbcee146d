"""Decides what a start skips after several faults in a row: the game whose code raised them, or the
interrupted game, then all stored data except the zeros, then the zeros too. In memory only while
needed.
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

WITHOUT_GAME = 2  # number of the fault in a row
WITHOUT_FLASH = 3
WITHOUT_ZEROS = 4


class PortWithoutFlash:
    """A port whose store is replaced."""

    def __init__(self, port: "Port", store: Blobs):
        self._port = port
        self.store = store

    def __getattr__(self, name: str) -> "Any":
        return getattr(self._port, name)


def plan(faults: int, error: Exception) -> "tuple[bool, str]":
    """Return whether the game whose code raised this is disabled, and text that says what the next
    start skips."""
    from lodeboard.system.failing import blame

    game = blame(error)
    if game:
        return True, ", without the game " + game
    if faults >= WITHOUT_FLASH:
        return False, ", without its stored data; changes and games are not saved now"
    return False, ", without the interrupted game"


def prepare(port: "Port", profile: "Profile", faults: int) -> "Port | PortWithoutFlash":
    """Return the port for the next start, after `faults` faults in a row."""
    if faults < WITHOUT_FLASH:
        try:
            Journal(port.store, profile.name).put_aside()
        except BlobError:
            pass  # after the next fault all stored data is skipped
        return port
    return without_flash(port, faults < WITHOUT_ZEROS)


def without_flash(port: "Port", zeros: bool) -> PortWithoutFlash:
    """Return the port with a store in memory that holds at most the zeros."""
    memory = MemoryStore()
    if zeros:
        try:
            data = port.store.load(calibration.NAME)
            if data is not None:
                memory.save(calibration.NAME, data)
        except BlobError:
            pass  # then zeros must be set
    store = Blobs(memory)
    store.lose().outside = AFTER_FAULTS
    return PortWithoutFlash(port, store)
