"""The board's file store in a world where the power can fail at any write."""

from pathlib import Path

from lodeboard.ports.file_store import FileStore

BEFORE = "before"
MIDDLE = "middle"
AFTER = "after"


class PowerCut(BaseException):
    """The power fails. Derived from BaseException so that no firmware can catch it."""


class CuttableStore(FileStore):
    """FileStore that counts operations that change it (write, rename, remove) and can cut the power
    at one of them."""

    def __init__(
        self, directory: str, tables: str = "", places: dict[str, str] | None = None
    ) -> None:
        self.operations = 0
        self._cut_at: int | None = None
        self._when = BEFORE
        super().__init__(directory, tables, places)

    def cut_after(self, n: int, when: str = BEFORE) -> None:
        """Cut the power at the n-th changing operation from now (1 is the next): before it, in the
        middle (half of the bytes written; a rename or removal is not done), or just after."""
        if n < 1 or when not in (BEFORE, MIDDLE, AFTER):
            raise ValueError(f"cut at operation {n}, {when!r}: count from 1; before, middle, after")
        self._cut_at = self.operations + n
        self._when = when

    def restart(self) -> None:
        """Do what a start of the firmware does: cancel the cut, remove partial files."""
        self._cut_at = None
        FileStore.__init__(self, self.directory, self._tables, self._places)

    def clear(self) -> None:
        """Delete all blobs. Only the simulator can do this."""
        self._cut_at = None
        for name in self._names():
            FileStore._remove(self, f"{self.directory}/{name}")

    def _make(self) -> bool:
        """On a computer the parent folders may be missing too."""
        Path(self.directory).parent.mkdir(parents=True, exist_ok=True)
        return super()._make()

    def _write(self, path: str, data: bytes) -> None:
        now = self._begin()
        if now and self._when == MIDDLE:
            super()._write(path, data[: len(data) // 2])
            raise PowerCut
        super()._write(path, data)
        self._end(now)

    def _rename(self, old: str, new: str) -> None:
        now = self._begin()
        if now and self._when == MIDDLE:
            raise PowerCut
        super()._rename(old, new)
        self._end(now)

    def _remove(self, path: str) -> None:
        now = self._begin()
        if now and self._when == MIDDLE:
            raise PowerCut
        super()._remove(path)
        self._end(now)

    def _begin(self) -> bool:
        """Count an operation; True if the power fails at it."""
        self.operations += 1
        now = self.operations == self._cut_at
        if now and self._when == BEFORE:
            raise PowerCut
        return now

    def _end(self, now: bool) -> None:
        if now:
            raise PowerCut
