"""Small blobs as files, replaced atomically. Uses only what MicroPython's os has too.

A blob is written whole to a file of its own and then renamed over the old one, which both
littlefs and the systems of ordinary computers do in one step: after a power cut there is
either the old blob or the new one. What a cut left half written is removed at start; what an
error left, at once.
"""

import os
from errno import EEXIST, ENOENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Table

_BLOB = ".blob"
_NEW = ".new"  # being written; never read
_TABLE = ".table"
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_-"
_LONGEST = 24


class StoreError(ValueError):
    """A name that no blob can have."""


class FileStore:
    """Store of the port: blobs in one directory, tables in the same or another. `places` says
    where single tables are, name to path, when they are called something else.

    OSError (disk full, no such directory, not a file) comes through as it is, and leaves the old
    blob; a store can be made where there is nothing yet that it can use. Every act on the file
    system is a method of its own, so that tests can let the power fail there.
    """

    def __init__(self, directory: str, tables: str = "", places: "dict[str, str] | None" = None):
        self._directory = directory
        self._tables = tables or directory
        self._places: "dict[str, str]" = places or {}
        try:
            self.open()
        except OSError:
            pass  # whoever loads or saves will see

    def open(self) -> bool:
        """Make the folder where it is missing, and remove what was left half written; True where
        it was missing. OSError."""
        made = self._make()
        self._clean_up()
        return made

    def load(self, name: str) -> "bytes | None":
        """The blob last saved under this name, or None."""
        try:
            return self._read(self._path(name) + _BLOB)
        except OSError as error:
            if error.errno == ENOENT:
                return None
            raise

    def save(self, name: str, data: bytes) -> None:
        """Keep a blob; after a power cut either the old or the new one is there."""
        path = self._path(name)
        try:
            self._write(path + _NEW, data)
            self._finish(path)
        except OSError:
            try:
                self._remove(path + _NEW)
            except OSError:
                pass  # it is not there, or goes when the store is opened next
            raise

    def _finish(self, path: str) -> None:
        """What was written takes the old blob's place."""
        self._rename(path + _NEW, path + _BLOB)

    def delete(self, name: str) -> None:
        """Forget a blob; no error when there is none."""
        try:
            self._remove(self._path(name) + _BLOB)
        except OSError as error:
            if error.errno != ENOENT:
                raise

    def table(self, name: str) -> "Table | None":
        """A read-only table as an open file, or None."""
        _check(name)
        try:
            path = self._places.get(name) or self._tables + "/" + name + _TABLE
            file: "Table" = open(path, "rb")  # noqa: SIM115
            return file  # the caller closes it
        except OSError as error:
            if error.errno == ENOENT:
                return None
            raise

    def _path(self, name: str) -> str:
        _check(name)
        return self._directory + "/" + name

    def _clean_up(self) -> None:
        """Remove what a power cut left half written."""
        for name in self._names():
            if name.endswith(_NEW):
                self._remove(self._directory + "/" + name)

    # One primitive each.

    def _make(self) -> bool:
        """Make the folder; False where it is there."""
        try:
            os.mkdir(self._directory)
            return True
        except OSError as error:
            if error.errno != EEXIST:
                raise
            return False

    def _names(self) -> "list[str]":
        return os.listdir(self._directory)

    def _read(self, path: str) -> bytes:
        with open(path, "rb") as file:
            data: bytes = file.read()
            return data

    def _write(self, path: str, data: bytes) -> None:
        with open(path, "wb") as file:
            file.write(data)
            file.flush()

    def _rename(self, old: str, new: str) -> None:
        # os.replace is what os.rename is on MicroPython: it takes the old file's place.
        getattr(os, "replace", os.rename)(old, new)

    def _remove(self, path: str) -> None:
        os.remove(path)


def _check(name: str) -> None:
    """Names are short and plain, so that any file system takes them."""
    if not 0 < len(name) <= _LONGEST:
        raise StoreError(f"store: a name has 1 to {_LONGEST} letters, not {name!r}")
    for letter in name:
        if letter not in _LETTERS:
            raise StoreError(f"store: {letter!r} in the name {name!r}; use a-z, 0-9, _ and -")
