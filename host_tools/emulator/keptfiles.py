"""A folder with what a chip keeps: the files of its data folder, as the simulator's board has them.

Each change of a file is in the folder before the chip runs on, so that nothing is lost with this
process, however it ends. In the middle of a change, a file is there as it was or as it will be.
"""

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
        directory.mkdir(parents=True, exist_ok=True)
        for left_over in directory.glob(f"*{_FRESH}"):
            left_over.unlink()
        self._written = {
            path.name: path.read_bytes() for path in directory.iterdir() if path.is_file()
        }
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
        for name, data in now.items():
            if self._written.get(name) != data:
                fresh = self._directory / (name + _FRESH)
                fresh.write_bytes(data)
                fresh.replace(self._directory / name)
        for name in self._written.keys() - now.keys():
            (self._directory / name).unlink(missing_ok=True)
        self._written = now
