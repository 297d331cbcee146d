"""Small blobs as files, replaced atomically. Uses only functions that MicroPython's os has too.

A blob is written to a new file, which is then renamed over the old one. littlefs and the file
systems of computers do this in one step: after a power cut either the old or the new blob exists.
Files left incomplete by a power cut are removed at start; those left by an error, at once.
"""

import os
from errno import EEXIST, ENOENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Table

_BLOB = ".blob"
_NEW = ".new"  # incomplete; never read
_TABLE = ".table"
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_-"
_LONGEST = 24


class StoreError(ValueError):
    """Invalid name for a blob."""


class FileStore:
    """Store of the port: blobs in one directory, tables in the same or another. `places` maps names
    of tables to paths, for tables whose files have other names.

    OSError (disk full, no such directory, not a file) is passed on, and the old blob remains. A
    store can be created before its directory is usable. Each file system operation is a method, so
    that tests can cut the power there.
    """

    def __init__(self, directory: str, tables: str = "", places: "dict[str, str] | None" = None):
        self.directory = directory
        self._tables = tables or directory
        self._places: "dict[str, str]" = places or {}
        try:
            self.open()
        except OSError:
            pass  # loading or saving will report it

    def open(self) -> bool:
        """Create the folder if it is missing, and remove incomplete files. True if it was missing.
        Raises OSError."""
        made = self._make()
        self._clean_up()
        return made

    def load(self, name: str) -> "bytes | None":
        """Return the blob last saved under this name, or None."""
        try:
            return self._read(self._path(name) + _BLOB)
        except OSError as error:
            if error.errno == ENOENT:
                return None
            raise

    def save(self, name: str, data: bytes) -> None:
        """Save a blob. After a power cut either the old or the new one exists."""
        path = self._path(name)
        try:
            self._write(path + _NEW, data)
            self._finish(path)
        except OSError:
            try:
                self._remove(path + _NEW)
            except OSError:
                pass  # it does not exist, or is removed when the store is next opened
            raise

    def _finish(self, path: str) -> None:
        """Replace the old blob by the new file."""
        self._rename(path + _NEW, path + _BLOB)

    def delete(self, name: str) -> None:
        """Delete a blob; no error if there is none."""
        try:
            self._remove(self._path(name) + _BLOB)
        except OSError as error:
            if error.errno != ENOENT:
                raise

    def table(self, name: str) -> "Table | None":
        """Return a read-only table as an open file, or None."""
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
        return self.directory + "/" + name

    def _clean_up(self) -> None:
        """Remove files left incomplete by a power cut."""
        for name in self._names():
            if name.endswith(_NEW):
                self._remove(self.directory + "/" + name)

    # One primitive each.

    def _make(self) -> bool:
        """Create the folder; False if it exists."""
        try:
            os.mkdir(self.directory)
            return True
        except OSError as error:
            if error.errno != EEXIST:
                raise
            return False

    def _names(self) -> "list[str]":
        return os.listdir(self.directory)

    def _read(self, path: str) -> bytes:
        with open(path, "rb") as file:
            data: bytes = file.read()
            return data

    def _write(self, path: str, data: bytes) -> None:
        with open(path, "wb") as file:
            file.write(data)
            file.flush()

    def _rename(self, old: str, new: str) -> None:
        # os.replace overwrites an existing file, like os.rename on MicroPython.
        getattr(os, "replace", os.rename)(old, new)

    def _remove(self, path: str) -> None:
        os.remove(path)


def _check(name: str) -> None:
    """Allow only short, plain names, which any file system accepts."""
    if not 0 < len(name) <= _LONGEST:
        raise StoreError(f"store: a name has 1 to {_LONGEST} letters, not {name!r}")
    for letter in name:
        if letter not in _LETTERS:
            raise StoreError(f"store: {letter!r} in the name {name!r}; use a-z, 0-9, _ and -")
