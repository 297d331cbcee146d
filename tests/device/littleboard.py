"""A board's file system in memory, run by littlefs itself as MicroPython configures it.

Flashing steps are carried out on it at once; it knows the number of free blocks at every moment,
which a board does not report.
"""

import contextlib
from collections.abc import Iterable, Mapping

from littlefs import LittleFS, LittleFSError, UserContext
from littlefs.lfs import LFSConfig

from host_tools.board.device.found import OURS, File, Survey
from host_tools.board.device.plan import Check, Copy, MakeFolder, Remove, Replace, Step
from host_tools.board.device.room import parents, truly_free
from host_tools.board.emulator.filesystem import (
    BLOCK_BYTES,
    BLOCKS,
    DISK_VERSION,
    PROGRAM_BYTES,
    SIZE,
)
from host_tools.build.layout import BOARD, MANIFEST, NEW, POINTER, SLOTS, sha256

NO_SPACE = -28


class Memory(UserContext):
    """The flash; reads it without a log line each time, which would take most of the time."""

    def read(self, cfg: LFSConfig, block: int, off: int, size: int) -> bytearray:
        start = block * cfg.block_size + off
        return self.buffer[start : start + size]


class LittleBoard:
    """`least`: the minimum number of free blocks after any write since `begin`."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.system = LittleFS(
            context=Memory(SIZE),
            block_size=BLOCK_BYTES,
            block_count=BLOCKS,
            prog_size=PROGRAM_BYTES,
            read_size=32,
            cache_size=4 * PROGRAM_BYTES,
            lookahead_size=32,
            block_cycles=100,
            disk_version=DISK_VERSION,
        )
        self._written = False
        for path, data in files.items():
            self.write(path, data)
        self.begin()

    @property
    def free(self) -> int:
        return BLOCKS - self.system.used_block_count

    def begin(self) -> None:
        self.least = BLOCKS
        self._written = False

    def write(self, path: str, data: bytes) -> None:
        """Write a file as MicroPython does, with the time of its change."""
        for folder in reversed(list(parents(path))):
            with contextlib.suppress(FileExistsError):
                self.system.mkdir(folder)
        with self.system.open(path, "wb") as file:
            file.write(data)
        self.system.setattr(path, "t", bytes(8))
        self._written = True

    def look(self) -> None:
        """Update the number of free blocks before a removal: until then it can only fall."""
        if self._written:
            self.least = min(self.least, self.free)
        self._written = False

    def read(self, path: str) -> bytes:
        with self.system.open(path, "rb") as file:
            data: bytes = file.read()
            return data

    def files(self) -> dict[str, bytes]:
        return {path: self.read(path) for path in self.paths()[0]}

    def paths(self) -> tuple[list[str], list[str]]:
        """All files, and all folders."""
        files, folders = [], []
        for at, names, leaves in self.system.walk("/"):
            start = at.strip("/") + "/" if at.strip("/") else ""
            folders += [start + name for name in names]
            files += [start + name for name in leaves]
        return files, folders

    def survey(self) -> Survey:
        """The survey that MicroPython would return."""
        paths, folders = self.paths()
        files = {}
        contents = {path: self.read(path) for path in paths}
        for path, data in contents.items():
            ours = path.partition("/")[0] in OURS and not path.startswith("data/")
            files[path] = File(len(data), sha256(data) if ours else "")
        sizes = {path: file.size for path, file in files.items()}
        reported = self.free - 2 * len(folders)
        free = truly_free(reported, BLOCKS, sizes, len(folders), BLOCK_BYTES)
        manifests = {slot: f"{slot}/{MANIFEST}" for slot in SLOTS}
        return Survey(
            files,
            tuple(folders),
            {slot: contents[path] for slot, path in manifests.items() if path in contents},
            contents.get(POINTER, b""),
            contents.get(BOARD, b""),
            free * BLOCK_BYTES,
            BLOCK_BYTES,
        )

    def carry_out(self, steps: Iterable[Step]) -> bool:
        """Carry out the steps; False if the file system became full."""
        self.begin()
        try:
            for step in steps:
                self._do(step)
            self.look()
        except LittleFSError as error:
            if error.code != NO_SPACE:
                raise
            return False
        return True

    def _do(self, step: Step) -> None:
        if isinstance(step, Remove):
            self.look()
            with contextlib.suppress(FileNotFoundError):
                self.system.remove(step.path)
        elif isinstance(step, Copy):
            self.write(step.path, self.read(step.source))
        elif isinstance(step, Replace):
            self.write(step.path + NEW, step.data)
            self.look()
            self.system.rename(step.path + NEW, step.path)
        elif isinstance(step, MakeFolder):
            self.system.mkdir(step.path)
            self._written = True
        else:
            assert isinstance(step, Check)
            assert {path: sha256(self.read(path)) for path in step.sums} == step.sums
