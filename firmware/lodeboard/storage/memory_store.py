"""A store in memory, lost at power off: for a board whose flash cannot be used."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Table


class MemoryStore:
    """Blobs in memory, and no tables."""

    def __init__(self) -> None:
        self._blobs: dict[str, bytes] = {}

    def open(self) -> bool:
        """There is nothing to do."""
        return False

    def load(self, name: str) -> "bytes | None":
        """The blob last saved under this name, or None."""
        return self._blobs.get(name)

    def save(self, name: str, data: bytes) -> None:
        """Keep a blob."""
        self._blobs[name] = data

    def delete(self, name: str) -> None:
        """Forget a blob; no error when there is none."""
        self._blobs.pop(name, None)

    def table(self, name: str) -> "Table | None":
        """There are none."""
        return None
