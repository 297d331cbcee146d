"""Create and read images of the board's flash file system on the computer.

Preloading files this way takes no board time; copying them over the serial line takes up to a
minute.
"""

from collections.abc import Iterable, Mapping

from littlefs import LittleFS, UserContext
from littlefs.lfs import LFSConfig

from lodeboard.boards.rp2040 import FILES_OFFSET, FLASH_BYTES

BLOCK_BYTES = 4096
SIZE = FLASH_BYTES - FILES_OFFSET
BLOCKS = SIZE // BLOCK_BYTES
PROGRAM_BYTES = 256
DISK_VERSION = 0x00020001  # 2.1, used by MicroPython since 1.22


def make_image(files: Mapping[str, bytes], folders: Iterable[str] = (), size: int = SIZE) -> bytes:
    """Create a file system of `size` bytes with these files (path to contents) and these additional
    folders."""
    return _filled(files, folders, size)[0]


def blocks_taken(files: Mapping[str, bytes]) -> int:
    """Number of the file system's BLOCKS that these files take, including their folders."""
    return _filled(files)[1]


def _filled(
    files: Mapping[str, bytes], folders: Iterable[str] = (), size: int = SIZE
) -> tuple[bytes, int]:
    context = UserContext(size)
    system = LittleFS(
        context=context,
        block_size=BLOCK_BYTES,
        block_count=size // BLOCK_BYTES,
        prog_size=PROGRAM_BYTES,
        disk_version=DISK_VERSION,
    )
    for folder in folders:
        system.makedirs(folder, exist_ok=True)
    for path, data in sorted(files.items()):
        folder = path.rpartition("/")[0]
        if folder:
            system.makedirs(folder, exist_ok=True)
        with system.open(path, "wb") as file:
            file.write(data)
    taken = system.used_block_count
    system.unmount()
    return bytes(context.buffer), taken


def read_image(image: bytes) -> dict[str, bytes]:
    """The files in a file system image, path to contents."""
    context = UserContext(len(image))
    context.buffer[:] = image
    return _read(context)[0]


def blocks_in_use(image: bytes) -> list[int]:
    """The sorted numbers of all blocks that belong to a file system image: those littlefs ever
    reads, including both blocks of each folder. The content of other blocks does not matter."""
    context = _NotingReads(len(image))
    context.buffer[:] = image
    taken = _read(context)[1]
    assert len(context.blocks) == taken, "littlefs counts blocks that it never reads"
    return sorted(context.blocks)


class _NotingReads(UserContext):
    """A flash that records which blocks are read."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.blocks: set[int] = set()

    def read(self, cfg: LFSConfig, block: int, off: int, size: int) -> bytearray:
        self.blocks.add(block)
        return super().read(cfg, block, off, size)


def _read(context: UserContext) -> tuple[dict[str, bytes], int]:
    """The files of a file system, and the number of blocks it takes."""
    blocks = len(context.buffer) // BLOCK_BYTES
    system = LittleFS(
        context=context, block_size=BLOCK_BYTES, block_count=blocks, prog_size=PROGRAM_BYTES
    )
    files = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with system.open(path, "rb") as file:
                files[path.lstrip("/")] = file.read()
    taken = int(system.used_block_count)
    system.unmount()
    return files, taken


def read_folder(image: bytes, folder: str) -> dict[str, bytes]:
    """The files in one folder of a file system image; empty if there is no such folder.

    Raises LittleFSError if the image is not a valid file system, as during a write.
    """
    context = UserContext(SIZE)
    context.buffer[:] = image
    system = LittleFS(
        context=context,
        block_size=BLOCK_BYTES,
        block_count=BLOCKS,
        prog_size=PROGRAM_BYTES,
        mount=False,
    )
    system.mount()
    files = {}
    if folder in system.listdir("/"):
        for name in system.listdir(f"/{folder}"):
            with system.open(f"/{folder}/{name}", "rb") as file:
                files[name] = file.read()
    system.unmount()
    return files
