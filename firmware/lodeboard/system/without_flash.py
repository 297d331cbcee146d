"""A board that plays with nothing from its flash, after faults that did not end otherwise.

In memory only where that is so.
"""

from lodeboard.sensing import calibration
from lodeboard.storage.blobs import BlobError, Blobs
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.unkept import AFTER_FAULTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lodeboard.ports.port import Port


class PortWithoutFlash:
    """A port with another store."""

    def __init__(self, port: "Port", store: Blobs):
        self._port = port
        self.store = store

    def __getattr__(self, name: str) -> "Any":
        return getattr(self._port, name)


def begin(port: "Port", zeros: bool) -> PortWithoutFlash:
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
