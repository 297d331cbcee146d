"""Stores a chip's data folder in a folder on the computer, in the format of the simulator's board.

Each change of a file is stored before the chip runs on, so nothing is lost however this process
ends. During a change, a file has either its old or its new content. If writing fails, the chip runs
on, and the next change tries again.
"""

import sys
from contextlib import suppress
from pathlib import Path

from littlefs import LittleFSError

from host_tools.build.layout import DATA

from . import filesystem
from .chip import Chip

_FRESH = ".keep"  # suffix of a file that is being written


class DataFolder:
    """The folder `directory`, created if missing."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._failed = ""  # the last message; empty while writing works
        with suppress(OSError):
            directory.mkdir(parents=True, exist_ok=True)
            for left_over in directory.glob(f"*{_FRESH}"):
                left_over.unlink()
        found = directory.iterdir() if directory.is_dir() else ()
        self._written = {path.name: path.read_bytes() for path in found if path.is_file()}
        self._chip: Chip | None = None

    @property
    def files(self) -> dict[str, bytes]:
        """The stored files by their path on the chip."""
        return {f"{DATA}/{name}": data for name, data in self._written.items()}

    def follow(self, chip: Chip) -> None:
        """Store the data of this chip from now on."""
        self._chip = chip
        chip.flash_written.append(lambda _address: self.write())

    def write(self) -> None:
        """Store what has changed."""
        if self._chip is None:
            return
        try:
            now = filesystem.read_folder(self._chip.file_system(), DATA)
        except LittleFSError:  # during a change
            return
        try:
            self._directory.mkdir(parents=True, exist_ok=True)
            for name, data in now.items():
                if self._written.get(name) != data:
                    self._replace(name, data)
            for name in self._written.keys() - now.keys():
                (self._directory / name).unlink(missing_ok=True)
                del self._written[name]
        except OSError as error:
            self._report(f"cannot be stored in {self._directory}: {error.strerror}")
        else:
            self._report("")

    def _replace(self, name: str, data: bytes) -> None:
        fresh = self._directory / (name + _FRESH)
        try:
            fresh.write_bytes(data)
            fresh.replace(self._directory / name)
        except OSError:
            with suppress(OSError):
                fresh.unlink()
            raise
        self._written[name] = data

    def _report(self, failed: str) -> None:
        """Report an error, or its end, once."""
        if failed != self._failed:
            again = f"The board's data are stored in {self._directory} again."
            said = f"The board's data {failed}." if failed else again
            print(said, file=sys.stderr, flush=True)
        self._failed = failed
