"""Small blobs on a FAT file system, for CircuitPython."""

from errno import ENOENT

from lodeboard.ports.file_store import FileStore

_WHOLE = ".whole"  # completely written; the old blob may still exist


class FatStore(FileStore):
    """A FileStore for file systems that cannot rename over an existing file. The new blob is marked
    as complete before the old one is deleted; the next save or start finishes the replacement after
    an error or a power cut."""

    def load(self, name: str) -> "bytes | None":
        """Return the blob last saved under this name, or None."""
        data = super().load(name)
        if data is None and name + _WHOLE in self._names():
            return self._read(self._path(name) + _WHOLE)
        return data

    def save(self, name: str, data: bytes) -> None:
        """Save a blob. After a power cut and a start, either the old or the new one exists."""
        if name + _WHOLE in self._names():
            self._settle(self._path(name))
        super().save(name, data)

    def delete(self, name: str) -> None:
        """Delete a blob; no error if there is none."""
        if name + _WHOLE in self._names():
            self._settle(self._path(name))
        super().delete(name)

    def _finish(self, path: str) -> None:
        self._rename(path + ".new", path + _WHOLE)
        self._settle(path)

    def _settle(self, path: str) -> None:
        """Replace the old blob by the complete new one."""
        try:
            self._remove(path + ".blob")
        except OSError as error:
            if error.errno != ENOENT:
                raise
        self._rename(path + _WHOLE, path + ".blob")

    def _clean_up(self) -> None:
        super()._clean_up()
        for file in self._names():
            if file.endswith(_WHOLE):
                self._settle(self.directory + "/" + file[: -len(_WHOLE)])
