"""Decides what a start skips after several faults in a row: the game whose code raised them, or the
interrupted game, then all stored data except the zeros, then the zeros too. In memory only while
needed.
"""

from lodeboard.sensing import calibration
from lodeboard.storage.blobs import BlobError, Blobs
from lodeboard.storage.journal import Journal
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.unsaved import AFTER_FAULTS
from lodeboard.system.files_check import FLASH_AGAIN, give_way

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lodeboard.boards.profile import Profile
    from lodeboard.ports.port import Port
    from lodeboard.system.run import Supervisor

_REASON = 120  # maximum characters of an error sent to a computer
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


def plan(supervisor: "Supervisor", error: Exception) -> str:
    """Return what to tell people about a fault. Decide what the next start skips: left_out becomes
    whether the game whose code raised this is disabled, or None to restart the firmware, which a
    second MemoryError does: all memory is free then. After damage the board restarts at once with
    the other slot, by SystemExit, if it can; else this fault is not counted."""
    what = f"{type(error).__name__} {error}"[:_REASON]
    what = "".join([mark if " " <= mark <= "~" else "?" for mark in what])
    say = f"A fault: {what}. The board starts again in {supervisor.wait_ms // 1000} s"
    supervisor.left_out = False
    damaged = isinstance(error, ImportError)
    if not damaged and supervisor.faults < WITHOUT_GAME:
        return say + "."
    if damaged:
        if supervisor.slot:
            give_way(supervisor.slot, f"Slot {supervisor.slot} is damaged ({error})")
        supervisor.faults = 1
    from lodeboard.system.failing import blame

    game = blame(error)
    supervisor.left_out = True if game else None if damaged else False
    if game:
        return say + f", without the game {game}."
    if damaged:
        return say + ". " + FLASH_AGAIN
    if isinstance(error, MemoryError):
        supervisor.left_out = None
    elif supervisor.faults >= WITHOUT_FLASH:
        return say + ", without its stored data; changes and games are not saved now."
    return say + ", without the interrupted game."


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
