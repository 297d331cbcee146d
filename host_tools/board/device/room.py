"""How many blocks of a board's file system are free, and how many a change leaves free.

The file system is littlefs. A file of more than INLINE bytes takes whole blocks, each beginning
with up to a few pointers to earlier ones; a smaller one lies in the metadata of its folder. A
folder's metadata takes two blocks, and two more whenever it no longer fits. How it is divided
then depends on its past, so that part is a bound; everything else is exact.
"""

from collections.abc import Iterable, Iterator, Mapping

INLINE = 512  # MicroPython's littlefs keeps a file up to this size within its folder's metadata
_PAIR = 2  # blocks of one piece of metadata: there are always two copies
_WHOLE = 2000  # bytes of metadata that are not yet divided
_RIPE = 1536  # a divided piece with fewer bytes than this takes another file as it is
_HALF = 700  # and this many make another piece necessary
_FIXED = 24  # bytes of metadata beside a file's name: three tags, and the time of the last change
_POINTERS = 8  # bytes of metadata that say where a file's blocks or a folder's metadata are


def file_blocks(size: int, block_bytes: int) -> int:
    """Blocks that a file of this many bytes takes, its folder's metadata not counted."""
    if size <= INLINE:
        return 0
    net = block_bytes - _POINTERS
    last = (size - 1) // net
    if last == 0:
        return 1
    return (size - 1 - 4 * ((last - 1).bit_count() + 2)) // net + 1


def least_used(files: Mapping[str, int], folders: int, block_bytes: int) -> int:
    """Blocks that these files (path to size) and folders take at the very least."""
    return (folders + 1) * _PAIR + sum(file_blocks(size, block_bytes) for size in files.values())


def truly_free(
    reported: int, blocks: int, files: Mapping[str, int], folders: int, block_bytes: int
) -> int:
    """The free blocks of a file system of which MicroPython's `os.statvfs` reports `reported`.

    It counts the metadata of every folder but the root twice, and so may go below zero. Should a
    MicroPython count right, the files themselves show that less cannot be taken.
    """
    corrected = reported + folders * _PAIR
    if blocks - corrected < least_used(files, folders, block_bytes):
        return reported
    return corrected


def parents(path: str) -> Iterator[str]:
    """The folders that a path lies in, the innermost first; the root is not named."""
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


class Room:
    """The free blocks of a file system as its files come and go, never too many.

    `free` is how many there are now, and `least` how many were left when it was tightest; `taken`
    says whether anything took a block at all.
    """

    def __init__(
        self, files: Mapping[str, int], folders: Iterable[str], free: int, block_bytes: int
    ) -> None:
        self.free = self.least = free
        self.taken = False
        self._block_bytes = block_bytes
        self._files = dict(files)
        named = {*folders, *(parent for path in files for parent in parents(path))}
        self._metadata = {folder: _Metadata() for folder in {"", *named}}
        for folder in named:
            self._within(folder).begin(_entry(folder))
        for path, size in files.items():
            self._within(path).begin(_entry(path, size))

    def write(self, path: str, size: int) -> None:
        """Write a file, and the folders it lies in where they are missing."""
        for folder in reversed(list(parents(path))):
            self.make_folder(folder)
        old = self._files.get(path)
        # A file that is written over keeps its old blocks until the new one is closed.
        self._take(file_blocks(size, self._block_bytes) + self._grow(path, _entry(path, size)))
        if old is not None:
            self._subtract(path, old)
        self._files[path] = size

    def make_folder(self, folder: str) -> None:
        """Make a folder in one that is there, unless it is there itself."""
        if folder not in self._metadata:
            self._metadata[folder] = _Metadata()
            self._take(_PAIR + self._grow(folder, _entry(folder)))

    def remove(self, path: str) -> None:
        """Remove a file or an empty folder."""
        if path in self._files:
            self._subtract(path, self._files.pop(path))
        elif path in self._metadata:
            del self._metadata[path]
            self._within(path).total -= _entry(path)
            self.free += _PAIR

    def rename(self, old: str, new: str) -> None:
        """Put a file in another one's place, within its folder."""
        size = self._files.pop(old)
        self._within(old).total -= _entry(old, size)
        self._take(self._grow(new, _entry(new, size)))
        if new in self._files:
            self._subtract(new, self._files[new])
        self._files[new] = size

    def _within(self, path: str) -> "_Metadata":
        return self._metadata[path.rpartition("/")[0]]

    def _take(self, blocks: int) -> None:
        if blocks:
            self.free -= blocks
            self.least = min(self.least, self.free) if self.taken else self.free
            self.taken = True

    def _subtract(self, path: str, size: int) -> None:
        self._within(path).total -= _entry(path, size)
        self.free += file_blocks(size, self._block_bytes)

    def _grow(self, path: str, size: int) -> int:
        return _PAIR * self._within(path).add(size)


class _Metadata:
    """What a folder's names and small files take: `total` bytes."""

    def __init__(self) -> None:
        self.total = 0
        self._ripe = 0
        self._added = 0  # files that came, and how many bytes since it was first divided
        self._grown = 0
        self._pieces = 0  # counted so far beside what was there

    def begin(self, size: int) -> None:
        """An entry that is there already."""
        self.total += size
        self._ripe = self.total // _RIPE

    def add(self, size: int) -> int:
        """An entry that comes: how many pieces of metadata more that may make."""
        self.total += size
        self._added += 1
        if self.total <= _WHOLE:
            return 0
        self._grown += size
        pieces = min(self._added, self._ripe + 1 + self._grown // _HALF)
        more = max(0, pieces - self._pieces)
        self._pieces += more
        return more


def _entry(path: str, size: int | None = None) -> int:
    """Bytes that a file takes in its folder's metadata; a folder where no size is given."""
    name = path.rpartition("/")[2].encode()
    return _FIXED + len(name) + (size if size is not None and size <= INLINE else _POINTERS)
