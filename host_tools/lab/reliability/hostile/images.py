"""The file system of a flashed board with flipped bits: mounted, started from, and read.

littlefs has checksums for its folders and for small files in them, but none for the blocks of a
file. A damaged image may also mislead littlefs itself, so each is examined in its own process.
"""

import functools
import json
import os
from collections.abc import Callable
from errno import EIO, ENOENT
from random import Random
from typing import Any, NamedTuple

from littlefs import LittleFS, LittleFSError, UserContext

from host_tools.board.emulator import filesystem
from host_tools.build import firmware
from host_tools.build.layout import DATA, MAIN
from host_tools.games.loader import GAMES
from host_tools.lab.reliability.hostile import blobs
from host_tools.lab.reliability.hostile.disk import Disk
from host_tools.lab.reliability.hostile.kinds import Made, Wrong, reason
from lodeboard.games.book_file import BookError, BookFile
from lodeboard.ports.file_store import FileStore
from lodeboard.sensing import calibration
from lodeboard.storage import journal, settings
from lodeboard.storage.blobs import BlobError
from lodeboard.storage.memory_store import MemoryStore

_READS = 200_000  # of the flash, at most; a sound board takes about a tenth
_BURST = 64  # bytes
_FOLDERS = 0.3  # of the flips: where folders are
_ERASED = 0xFF
_STUCK = 9  # a child's exit status
_BLOBS = {settings.NAME: "S", calibration.NAME: "C", journal.NAME: "J"}


class Flip(NamedTuple):
    """Bits flipped from an offset in the image on."""

    at: int
    bits: bytes


@functools.cache
def board_files() -> dict[str, bytes]:
    """The files of a board that has been played on: the firmware of this tree, and stored data."""
    stored = {
        settings.NAME: blobs.SettingsBlob(),
        calibration.NAME: blobs.CalibrationBlob(),
        journal.NAME: blobs.JournalBlob(GAMES[0]),
    }
    data = {f"{DATA}/{name}.blob": found.sound for name, found in stored.items()}
    return firmware.board_files() | data


class Images:
    """Images of that board."""

    def __init__(self) -> None:
        self.files = board_files()
        self.image = filesystem.make_image(self.files)
        size = filesystem.BLOCK_BYTES
        blocks = [self.image[index : index + size] for index in range(0, len(self.image), size)]
        used = [index for index, block in enumerate(blocks) if block.strip(bytes([_ERASED]))]
        half = [index for index in used if blocks[index].count(_ERASED) > size // 2]
        self._folders = [*half, 0, 1]
        self._used = used
        self._modules = firmware.modules()
        self._disk = Disk()

    def make(self, source: Random) -> Made:
        """One to four flips, single bits or bursts, in used blocks only."""
        flips = []
        for _ in range(source.randint(1, 4)):
            blocks = self._folders if source.random() < _FOLDERS else self._used
            within = source.randrange(filesystem.BLOCK_BYTES)
            burst = source.random() < 0.5
            bits = source.randbytes(_BURST) if burst else bytes([1 << source.randrange(8)])
            flips.append(Flip(source.choice(blocks) * filesystem.BLOCK_BYTES + within, bits))
        return Made(flips, False)

    def damaged(self, flips: list[Flip]) -> bytes:
        """The image with these bits flipped."""
        image = bytearray(self.image)
        for offset, bits in flips:
            for index, bit in enumerate(bits[: len(image) - offset]):
                image[offset + index] ^= bit
        return bytes(image)

    def read(self, flips: list[Flip]) -> str:
        """Read it in its own process."""
        image = self.damaged(flips)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(writing, json.dumps(self._outcome(image)).encode())
            finally:
                os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            told = pipe.read()
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) == _STUCK:
            return "littlefs reads on and on"
        if not told:
            # On a board littlefs is built without its assertions and goes on with what it finds.
            return "littlefs stops"
        said, wrong = json.loads(told)
        if wrong:
            raise Wrong(wrong)
        return str(said)

    def _outcome(self, image: bytes) -> tuple[str, str]:
        try:
            return self.board(image), ""
        except Wrong as error:
            return "", str(error)
        except Exception as error:  # noqa: BLE001 - told, and judged there
            return "", f"{type(error).__name__}: {error}"

    def board(self, image: bytes) -> str:
        """How a board reads this image: "" if nothing is wrong."""
        try:
            flash = Flash(image)
        except LittleFSError as error:
            return f"no file system: {error}"
        self._disk.contents = flash.read
        refused = [self._main(flash), *self._refused_blobs(flash)]
        name, why = self._start()
        refused += why
        if name:
            refused += self._tables(name)
        return "; ".join(said for said in refused if said)

    def _main(self, flash: "Flash") -> str:
        try:
            same = flash.read(MAIN) == self.files[MAIN]
        except OSError as error:
            return f"no main.py: {error.strerror}"
        return "" if same else "main.py is damaged"

    def _start(self) -> tuple[str, list[str]]:
        """Which slot starts, and why another did not."""
        why = []
        for slot in self._disk.slots():
            try:
                self._disk.enter(slot)
                self._import()
            except Wrong:
                raise
            # main.py treats any exception as a slot that does not start.
            except Exception as error:  # noqa: BLE001
                why.append(f"slot {slot}: {type(error).__name__}: {error}" if slot == "a" else "")
            else:
                return slot, why
        return "", why

    def _import(self) -> None:
        for path, body in self._modules.items():
            found = self._disk.packs
            found.stat(f"/{path}")
            with found.open(f"/{path}", "rb") as file:
                if file.read(len(body)) != body:
                    raise Wrong(f"the damaged module {path} is run")

    def _tables(self, slot: str) -> list[str]:
        refused = []
        for name, path in self._disk.tables(slot).items():
            game, _, rules = name.partition("-")
            sound = self.files.get(path[1:], b"")
            opened = functools.partial(self._open_table, path)
            try:
                file = BookFile(opened, game, rules)
                for index in range(sound[11] if sound else 0):
                    begin = 32 + 16 * index
                    file.whole(sound[begin : begin + 8].rstrip(b"\0").decode(), 0)
            except BookError as error:
                refused.append(reason(error))
            else:
                if self._disk.contents(path[1:]) != sound:
                    raise Wrong(f"the damaged table {name} is read")
        return refused

    def _open_table(self, path: str, _: str) -> Any:
        try:
            return self._disk.open(path, "rb")
        except OSError as error:
            if error.errno == ENOENT:
                return None
            raise

    def _refused_blobs(self, flash: "Flash") -> list[str]:
        """Each stored blob must be unchanged, missing, or refused by its reader."""
        refused = []
        store = FlashStore(flash)
        for name, kind in _BLOBS.items():
            try:
                data = store.load(name)
            except OSError as error:  # the board plays without it
                refused.append(f"{name}: {error.strerror}")
                continue
            if data is None:
                refused.append(f"{name} is not there")
            elif data != self.files[f"{DATA}/{name}.blob"]:
                memory = MemoryStore()
                memory.save(name, data)
                try:
                    _readers()[kind].use(memory, data)
                except BlobError as error:
                    refused.append(f"{name}: {reason(error)}")
                else:
                    raise Wrong(f"other {name} than what was stored")
        return refused


@functools.cache
def _readers() -> dict[str, Any]:
    return {
        "S": blobs.SettingsBlob(),
        "C": blobs.CalibrationBlob(),
        "J": blobs.JournalBlob(GAMES[0]),
    }


class Flash:
    """A mounted image. Raises LittleFSError if it is not a file system."""

    def __init__(self, image: bytes) -> None:
        context = _Counted(image)
        self._system = LittleFS(
            context=context,
            block_size=filesystem.BLOCK_BYTES,
            block_count=filesystem.BLOCKS,
            prog_size=filesystem.PROGRAM_BYTES,
            mount=False,
        )
        self._system.mount()

    def read(self, path: str) -> bytes:
        """Read a whole file. Raises OSError."""
        data: bytes = self._act(lambda: self._whole(path))
        return data

    def _whole(self, path: str) -> bytes:
        with self._system.open(path, "rb") as file:
            data: bytes = file.read()
            return data

    def names(self, folder: str) -> list[str]:
        """The names in a folder. Raises OSError."""
        names: list[str] = self._act(lambda: list(self._system.listdir(folder)))
        return names

    def remove(self, path: str) -> None:
        """Remove a file. Raises OSError."""
        self._act(lambda: self._system.remove(path))

    def _act(self, act: Callable[[], Any]) -> Any:
        try:
            return act()
        except FileNotFoundError:
            raise OSError(ENOENT, "not there") from None
        except LittleFSError as error:
            code = error.code if error.code != -84 else -EIO
            raise OSError(-code, "damaged") from error


class FlashStore(FileStore):
    """The board's store on a mounted image."""

    def __init__(self, flash: Flash) -> None:
        self._flash = flash
        super().__init__(f"/{DATA}")

    def _make(self) -> bool:
        return False  # nothing is written here

    def _names(self) -> list[str]:
        return self._flash.names(self.directory)

    def _read(self, path: str) -> bytes:
        return self._flash.read(path)

    def _remove(self, path: str) -> None:
        self._flash.remove(path)


class _Counted(UserContext):
    """The flash with a limited number of reads: littlefs may loop."""

    def __init__(self, image: bytes) -> None:
        super().__init__(0)
        self.buffer = bytearray(image)
        self._left = _READS

    def read(self, cfg: Any, block: int, off: int, size: int) -> bytearray:
        self._left -= 1
        if self._left < 0:
            os._exit(_STUCK)
        start = (block * cfg.block_size + off) % len(self.buffer)
        return self.buffer[start : start + size].ljust(size, b"\xff")
