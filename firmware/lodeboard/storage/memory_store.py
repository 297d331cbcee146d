"""A store in memory, lost at power-off, for a board with unusable flash."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Table


class MemoryStore:
    """Blobs in memory, and no tables."""

    def __init__(self) -> None:
        self._blobs: dict[str, bytes] = {}

    def open(self) -> bool:
        """Do nothing."""
        return False

    def load(self, name: str) -> "bytes | None":
        """The blob last saved under this name, or None."""
        return self._blobs.get(name)

    def save(self, name: str, data: bytes) -> None:
        """Keep a blob."""
        self._blobs[name] = data

    def delete(self, name: str) -> None:
        """Delete a blob; no error if there is none."""
        self._blobs.pop(name, None)

    def table(self, name: str) -> "Table | None":
        """Return None: there are no tables."""
        return None
