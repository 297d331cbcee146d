"""Small blobs on a FAT file system, as CircuitPython has it."""

import errno
import os

from lodeboard.ports.file_store import FileStore

_WHOLE = ".whole"  # written to its end; its older self may still be there


class FatStore(FileStore):
    """FileStore where nothing can be renamed over a file that is there: the new blob is
    marked as whole before the old one goes, and the next start finishes what a power cut
    left in between. The folder is made if need be."""

    def __init__(self, directory: str, tables: str = ""):
        try:
            os.mkdir(directory)
        except OSError as error:
            if error.errno != errno.EEXIST:
                raise
        super().__init__(directory, tables)

    def save(self, name: str, data: bytes) -> None:
        """Keep a blob; after a power cut and a start either the old or the new one is there."""
        path = self._path(name)
        self._write(path + ".new", data)
        self._rename(path + ".new", path + _WHOLE)
        self._finish(name)

    def _finish(self, name: str) -> None:
        self.delete(name)
        self._rename(self._path(name) + _WHOLE, self._path(name) + ".blob")

    def _clean_up(self) -> None:
        super()._clean_up()
        for file in self._names():
            if file.endswith(_WHOLE):
                self._finish(file[: -len(_WHOLE)])
