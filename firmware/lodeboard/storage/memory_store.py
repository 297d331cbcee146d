"""A store in memory, lost at power off: for a board whose flash cannot be used."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Table


class MemoryStore:
    """Blobs in memory, and no tables. `trouble`: why there is no better store, for people."""

    def __init__(self, trouble: str = ""):
        self.trouble = trouble
        self._blobs: dict[str, bytes] = {}

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
