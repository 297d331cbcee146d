"""A board's store on a file system whose chosen operations fail for a chosen time."""

import os
from pathlib import Path

from host_tools.board.simulator.circuit import CuttableFatStore
from host_tools.board.simulator.store import CuttableStore

OPEN, WRITE, FLUSH, RENAME, REMOVE, READ = "open", "write", "flush", "rename", "remove", "read"
SAVING = (OPEN, WRITE, FLUSH, RENAME)


class FailingStore(CuttableStore):
    """`fails`: the operations that fail, with their error numbers. The parts of a write before the
    failing operation have happened: a file exists, empty or not."""

    def __init__(self, directory: str) -> None:
        self.fails: dict[str, int] = {}
        self.tries = 0  # of writes
        super().__init__(directory)

    @classmethod
    def under(cls, board: object) -> "FailingStore":
        """Install one as a board's store, before it is switched on."""
        store = cls(board.store.directory)
        board.store = store
        return store

    def _fail(self, operation: str, path: str) -> None:
        if operation in self.fails:
            number = self.fails[operation]
            raise OSError(number, os.strerror(number), path)

    def _write(self, path: str, data: bytes) -> None:
        self.tries += 1
        self._fail(OPEN, path)
        for operation, written in ((WRITE, b""), (FLUSH, data)):
            if operation in self.fails:
                Path(path).write_bytes(written)
                self._fail(operation, path)
        super()._write(path, data)

    def _rename(self, old: str, new: str) -> None:
        self._fail(RENAME, old)
        super()._rename(old, new)

    def _remove(self, path: str) -> None:
        self._fail(REMOVE, path)
        super()._remove(path)

    def _read(self, path: str) -> bytes:
        self._fail(READ, path)
        return super()._read(path)


class FailingFatStore(FailingStore, CuttableFatStore):
    """The same on FAT, where rename does not replace a file."""
