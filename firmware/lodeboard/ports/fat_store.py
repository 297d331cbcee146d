"""Small blobs on a FAT file system, as CircuitPython has it."""

from errno import ENOENT

from lodeboard.ports.file_store import FileStore

_WHOLE = ".whole"  # written to its end; its older self may still be there


class FatStore(FileStore):
    """FileStore where nothing can be renamed over a file that is there: the new blob is
    marked as whole before the old one goes, and the next save or start finishes what an error or
    a power cut left in between."""

    def load(self, name: str) -> "bytes | None":
        """The blob last saved under this name, or None."""
        data = super().load(name)
        if data is None and name + _WHOLE in self._names():
            return self._read(self._path(name) + _WHOLE)
        return data

    def save(self, name: str, data: bytes) -> None:
        """Keep a blob; after a power cut and a start either the old or the new one is there."""
        if name + _WHOLE in self._names():
            self._settle(self._path(name))
        super().save(name, data)

    def delete(self, name: str) -> None:
        """Forget a blob; no error when there is none."""
        if name + _WHOLE in self._names():
            self._settle(self._path(name))
        super().delete(name)

    def _finish(self, path: str) -> None:
        self._rename(path + ".new", path + _WHOLE)
        self._settle(path)

    def _settle(self, path: str) -> None:
        """The whole blob takes the old one's place."""
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
                self._settle(self._directory + "/" + file[: -len(_WHOLE)])
