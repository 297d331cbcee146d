"""A folder with what a chip keeps: the files of its data folder, as the simulator's board has them.

Each change of a file is in the folder before the chip runs on, so that nothing is lost with this
process, however it ends. In the middle of a change, a file is there as it was or as it will be.
Where the folder takes nothing, the chip runs on, and each later change tries again.
"""

import sys
from contextlib import suppress
from pathlib import Path

from littlefs import LittleFSError

from host_tools.build.layout import DATA

from . import filesystem
from .chip import Chip

_FRESH = ".keep"  # ends the name of a file that is being written


class KeptFiles:
    """The folder `directory`, made where it is missing."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._failed = ""  # said last; empty while all is kept
        with suppress(OSError):
            directory.mkdir(parents=True, exist_ok=True)
            for left_over in directory.glob(f"*{_FRESH}"):
                left_over.unlink()
        found = directory.iterdir() if directory.is_dir() else ()
        self._written = {path.name: path.read_bytes() for path in found if path.is_file()}
        self._chip: Chip | None = None

    @property
    def files(self) -> dict[str, bytes]:
        """What is kept, by its path on the chip."""
        return {f"{DATA}/{name}": data for name, data in self._written.items()}

    def follow(self, chip: Chip) -> None:
        """Keep from now on what this chip keeps."""
        self._chip = chip
        chip.flash_written.append(lambda _address: self.write())

    def write(self) -> None:
        """Write what has changed."""
        if self._chip is None:
            return
        try:
            now = filesystem.read_folder(self._chip.file_system(), DATA)
        except LittleFSError:  # in the middle of a change
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
            self._tell(f"not kept in {self._directory}: {error.strerror}")
        else:
            self._tell("")

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

    def _tell(self, failed: str) -> None:
        """Say what is new: what fails, or that it does no more."""
        if failed != self._failed:
            again = f"All is kept in {self._directory} again."
            said = f"What the emulated board keeps is {failed}." if failed else again
            print(said, file=sys.stderr, flush=True)
        self._failed = failed
