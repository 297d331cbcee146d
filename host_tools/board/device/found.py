"""The content of a board: every file, the firmware in each slot, and the free space."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from host_tools.build.layout import (
    BOARD,
    DATA,
    LOADERS,
    MAIN,
    NEW,
    PACKS,
    POINTER,
    SLOTS,
    STASH,
    TABLES,
    LayoutError,
    Manifest,
    other,
    read_manifest,
)
from host_tools.build.revision import Revision, RevisionError, decode

from .room import file_blocks

# Names at the top level.
OURS = (
    *(name + end for name in (MAIN, *LOADERS, POINTER, BOARD) for end in ("", NEW)),
    *(*SLOTS, PACKS, TABLES, DATA, STASH),
)


@dataclass(frozen=True)
class File:
    """A file on the board: its size, and the SHA-256 of its contents if requested."""

    size: int
    sum: str = ""


@dataclass(frozen=True)
class Survey:
    """The content of a board. Paths start at the root, without a leading `/`."""

    files: Mapping[str, File]  # all; files that are not the firmware's have no checksum
    folders: tuple[str, ...] = ()
    manifests: Mapping[str, bytes] = field(default_factory=dict)  # slot to contents
    pointer: bytes = b""
    board: bytes = b""  # contents of the file that says what the board is built of
    free_bytes: int = 1 << 20
    block_bytes: int = 4096

    def read_manifest(self, slot: str) -> Manifest | None:
        """The manifest of a slot; None if it is missing or unreadable."""
        if slot not in self.manifests:
            return None
        try:
            return read_manifest(self.manifests[slot])
        except LayoutError:
            return None

    @property
    def revision(self) -> Revision | None:
        """What the board keeps of its revision; None if that is missing or damaged."""
        try:
            return decode(self.board)
        except RevisionError:
            return None

    def is_whole(self, slot: str) -> bool:
        """Whether every pack or module in the slot's manifest is present and intact."""
        manifest = self.read_manifest(slot)
        if manifest is None:
            return False
        return all(
            self.files.get(path, File(0)).sum == total
            for path, total in manifest.code(slot).items()
        )

    @property
    def pointed(self) -> str:
        """The slot that the loader tries first."""
        return "b" if self.pointer[:1] == b"b" else "a"

    @property
    def running(self) -> str | None:
        """The slot of the complete firmware that the board starts, None if there is none."""
        for slot in (self.pointed, other(self.pointed)):
            if self.is_whole(slot):
                return slot
        return None

    @property
    def before(self) -> str | None:
        """The slot of the complete firmware that ran before the present one, None if there is
        none."""
        running = self.running
        return other(running) if running and self.is_whole(other(running)) else None

    @property
    def others(self) -> dict[str, int]:
        """Files and folders that are not part of the firmware: top-level names with sizes in bytes,
        the largest first."""
        sizes: dict[str, int] = {}
        for path, file in self.files.items():
            name = path.partition("/")[0]
            if name not in OURS:
                sizes[name] = sizes.get(name, 0) + file.size
        return dict(sorted(sizes.items(), key=lambda row: -row[1]))

    def without(self, names: Iterable[str]) -> "Survey":
        """The same board without these top-level files and folders."""
        gone = set(names)
        files = {path: file for path, file in self.files.items() if not _within(path, gone)}
        folders = tuple(folder for folder in self.folders if not _within(folder, gone))
        freed = 2 * (len(self.folders) - len(folders)) + sum(
            file_blocks(file.size, self.block_bytes)
            for path, file in self.files.items()
            if path not in files
        )
        free_bytes = self.free_bytes + freed * self.block_bytes
        return replace(self, files=files, folders=folders, free_bytes=free_bytes)


def _within(path: str, names: set[str]) -> bool:
    return path.partition("/")[0] in names
