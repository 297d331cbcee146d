"""A chip's flash stored in a file: the 2 MiB of a Pico, MicroPython and file system.

Every page programmed and every sector erased is written to the file before the chip runs on. So the
file always holds what the flash would hold after a power failure, even if this process is killed.
"""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

from host_tools.jobs.files import write_whole
from lodeboard.boards.rp2040 import FILES_OFFSET, FLASH_BYTES

from .chip import Chip

_BLOCK = 1 << 16  # written to the file as a unit; no command changes more


class FlashFileError(Exception):
    """The file cannot be used as a chip's flash; the text names it and says why."""


class FlashFile:
    """The flash in the file `path`, locked for this process while the context lasts.

    `new`: the file is missing or empty; it is written when a chip is attached. Raises
    FlashFileError.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = -1
        try:
            self.new = not path.exists() or (path.is_file() and path.stat().st_size == 0)
            if self.new:
                self._check_folder()
            else:
                self._take()
        except OSError as error:
            raise FlashFileError(f"cannot use {path}: {error.strerror}") from error

    def __enter__(self) -> "FlashFile":
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def solder(self, chip: Chip) -> None:
        """Make this the flash of a chip that has not run yet. A new file is filled from the chip;
        otherwise the chip's flash is filled from the file. Raises FlashFileError, OSError."""
        flash = chip.mcu.flash
        if self.new:
            write_whole(self._path, bytes(flash[:FLASH_BYTES]))
            self._take()
        else:
            stored = os.pread(self._file, FLASH_BYTES, 0)
            if stored[:FILES_OFFSET] != flash[:FILES_OFFSET]:
                raise FlashFileError(
                    f"{self._path} holds a different MicroPython from the emulated chip's. "
                    "Name the image that it was made with: MICROPYTHON_UF2=FILE.uf2"
                )
            flash[:FLASH_BYTES] = stored
        chip.flash_written.append(self._write_through(chip))

    def _write_through(self, chip: Chip) -> Callable[[int], None]:
        def write(address: int) -> None:
            start = address & -_BLOCK
            if start < FLASH_BYTES:
                os.pwrite(self._file, chip.mcu.flash[start : start + _BLOCK], start)

        return write

    def _check_folder(self) -> None:
        if not self._path.parent.is_dir():
            raise FlashFileError(f"cannot use {self._path}: there is no folder {self._path.parent}")

    def _take(self) -> None:
        """Open and lock the file, and check its size."""
        if not self._path.is_file():
            raise FlashFileError(f"cannot use {self._path}: it is not a file")
        self._file = os.open(self._path, os.O_RDWR)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._close()
            raise FlashFileError(f"{self._path} is in use by a running board") from error
        size = os.fstat(self._file).st_size
        if size != FLASH_BYTES:
            self._close()
            raise FlashFileError(
                f"{self._path} is not a flash image: it has {size} bytes instead of {FLASH_BYTES}"
            )

    def _close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
