"""A flash that can lose its power in the middle of a write, with littlefs on it.

A program changes bits from 1 to 0 only; an erase sets all of a sector to 1. Neither is done at
once, and what a cut in the middle leaves is not told by any data sheet. Three ways are tried:

- `BYTES`: the first part is done, the rest is as before;
- `BITS`: each bit that is to change has changed or not, at random;
- `ZEROED` (erases): the first part has been set to 0 instead, as a flash chip begins an erase by
  programming all of the sector.

A cell that reads now as 1 and now as 0 is not modelled: what is read once is read always.
"""

import contextlib
import errno
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from littlefs import LittleFS, LittleFSError, UserContext

from host_tools.board.emulator.filesystem import (
    BLOCK_BYTES,
    BLOCKS,
    DISK_VERSION,
    PROGRAM_BYTES,
    SIZE,
)
from lodeboard.boards.rp2040 import FILES_OFFSET

BYTES, BITS, ZEROED = "bytes", "bits", "zeroed"
PROGRAM_WAYS, ERASE_WAYS = (BYTES, BITS), (BYTES, BITS, ZEROED)


class Command(NamedTuple):
    """A page program, or an erase of `size` bytes if there is no data. `address` counts from the
    start of the file system."""

    address: int
    size: int
    data: bytes = b""

    @property
    def kind(self) -> str:
        return "program" if self.data else "erase"

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways in which it can be left half done."""
        return PROGRAM_WAYS if self.data else ERASE_WAYS


def from_chip(address: int, data: bytes, erased: int) -> Command:
    """A command from a chip to its flash (see `Chip.on_flash`); `erased`: bytes, if there is no
    data."""
    if data:
        return Command(address - FILES_OFFSET, len(data), data)
    return Command((address & -erased) - FILES_OFFSET, erased)


def apply(image: bytearray, command: Command) -> None:
    """Carry a command out."""
    here = slice(command.address, command.address + command.size)
    image[here] = _done(bytes(image[here]), command).tobytes()


def _done(old: bytes, command: Command) -> "np.ndarray[Any, np.dtype[np.uint8]]":
    if not command.data:
        return np.full(command.size, 0xFF, np.uint8)
    return np.frombuffer(old, np.uint8) & np.frombuffer(command.data, np.uint8)


def apply_partly(
    image: bytearray, command: Command, way: str, share: float, rng: np.random.Generator
) -> None:
    """Carry out this share of a command, in one of its `ways`."""
    here = slice(command.address, command.address + command.size)
    old = np.frombuffer(bytes(image[here]), np.uint8)
    new = _done(old.tobytes(), command)
    if way == BITS:
        change = np.packbits(rng.random(8 * command.size) < share)
        image[here] = (old ^ ((old ^ new) & change)).tobytes()
        return
    end = round(share * command.size)
    first = np.zeros(end, np.uint8) if way == ZEROED else new[:end]
    image[here] = first.tobytes() + old[end:].tobytes()


class Flash(UserContext):
    """The flash under littlefs. `on_command` is called before each command is carried out."""

    def __init__(self, image: bytes) -> None:
        super().__init__(buffer=bytearray(image))
        self.on_command: Callable[[Command], None] = lambda _: None

    def read(self, cfg: Any, block: int, off: int, size: int) -> bytearray:
        """Bytes of a block."""
        start = block * BLOCK_BYTES + off
        return self.buffer[start : start + size]

    def prog(self, cfg: Any, block: int, off: int, data: bytes) -> int:
        """Program pages of a block."""
        for offset in range(0, len(data), PROGRAM_BYTES):
            page = bytes(data[offset : offset + PROGRAM_BYTES])
            self._do(Command(block * BLOCK_BYTES + off + offset, len(page), page))
        return 0

    def erase(self, cfg: Any, block: int) -> int:
        """Erase a block."""
        self._do(Command(block * BLOCK_BYTES, BLOCK_BYTES))
        return 0

    def _do(self, command: Command) -> None:
        self.on_command(command)
        apply(self.buffer, command)


class OnFlash:
    """The file system on a flash, as the `System` that a FileStore needs. Raises LittleFSError if
    it cannot be mounted."""

    def __init__(self, flash: Flash) -> None:
        self._system = _littlefs(flash)
        self._system.mount()

    def open(self, path: str, mode: str) -> Any:
        """A file."""
        with _as_os_error():
            return self._system.open(path, mode, buffering=0)

    def listdir(self, path: str) -> list[str]:
        """The names in a folder."""
        with _as_os_error():
            names: list[str] = self._system.listdir(path)
            return names

    def mkdir(self, path: str) -> None:
        """Make a folder."""
        with _as_os_error():
            self._system.mkdir(path)

    def rename(self, old: str, new: str) -> None:
        """Rename a file, replacing any file of the new name."""
        with _as_os_error():
            self._system.rename(old, new)

    def remove(self, path: str) -> None:
        """Remove a file."""
        with _as_os_error():
            self._system.remove(path)


@contextlib.contextmanager
def _as_os_error() -> Iterator[None]:
    """Errors as in MicroPython."""
    try:
        yield
    except FileNotFoundError as error:
        raise OSError(errno.ENOENT, "no such file") from error
    except LittleFSError as error:
        raise OSError(-error.code, str(error)) from error


def empty_image() -> bytes:
    """An empty file system."""
    flash = Flash(b"\xff" * SIZE)
    _littlefs(flash, disk_version=DISK_VERSION).format()
    return bytes(flash.buffer)


def _littlefs(flash: Flash, disk_version: int = 0) -> LittleFS:
    """Configured as in MicroPython. `disk_version`: of a new disk. The first write brings the disk
    to the version of the writing code, on the board and here."""
    return LittleFS(
        context=flash,
        mount=False,
        block_size=BLOCK_BYTES,
        block_count=BLOCKS,
        prog_size=PROGRAM_BYTES,
        read_size=32,
        cache_size=4 * PROGRAM_BYTES,
        lookahead_size=32,
        block_cycles=100,
        disk_version=disk_version,
    )
