"""How many blocks of a board's file system are free, and how many a change leaves free.

The file system is littlefs. A file of more than INLINE bytes takes whole blocks, each beginning
with a few pointers to earlier ones; a smaller one is stored in its folder's metadata. A folder's
metadata take two blocks, and two more whenever they no longer fit. How they are divided then
depends on their history, so that part is an upper bound; everything else is exact.
"""

from collections.abc import Iterable, Iterator, Mapping

INLINE = 512  # the largest file that MicroPython's littlefs stores in its folder's metadata
_PAIR = 2  # blocks per piece of metadata: there are always two copies
_WHOLE = 2000  # bytes of metadata that still fit one piece
_RIPE = 1536  # a divided piece with fewer bytes takes another file without being divided
_HALF = 700  # this many more bytes require another piece
# bytes of metadata in addition to a file's name: three tags, and the time of the last change
_FIXED = 24
_POINTERS = 8  # bytes of metadata that locate a file's blocks or a folder's metadata


def file_blocks(size: int, block_bytes: int) -> int:
    """Blocks taken by a file of this many bytes, without its folder's metadata."""
    if size <= INLINE:
        return 0
    net = block_bytes - _POINTERS
    last = (size - 1) // net
    if last == 0:
        return 1
    return (size - 1 - 4 * ((last - 1).bit_count() + 2)) // net + 1


def least_used(files: Mapping[str, int], folders: int, block_bytes: int) -> int:
    """The smallest number of blocks for these files (path to size) and folders."""
    return (folders + 1) * _PAIR + sum(file_blocks(size, block_bytes) for size in files.values())


def truly_free(
    reported: int, blocks: int, files: Mapping[str, int], folders: int, block_bytes: int
) -> int:
    """The number of free blocks if MicroPython's `os.statvfs` reports `reported`.

    It counts the metadata of every folder but the root twice, so it may be below zero. If a version
    of MicroPython counts correctly, the result is too high for the files, and `reported` is
    returned.
    """
    corrected = reported + folders * _PAIR
    if blocks - corrected < least_used(files, folders, block_bytes):
        return reported
    return corrected


def parents(path: str) -> Iterator[str]:
    """The parent folders of a path, the innermost first, without the root."""
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


class Room:
    """The free blocks of a file system as its files change; never overestimated.

    `free` is the current number, `least` the smallest number so far; `taken` says whether any block
    was taken at all.
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
        """Write a file, creating missing parent folders."""
        for folder in reversed(list(parents(path))):
            self.make_folder(folder)
        old = self._files.get(path)
        # An overwritten file keeps its old blocks until the new one is closed.
        self._take(file_blocks(size, self._block_bytes) + self._grow(path, _entry(path, size)))
        if old is not None:
            self._subtract(path, old)
        self._files[path] = size

    def make_folder(self, folder: str) -> None:
        """Create a folder in an existing one, unless it exists."""
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
        """Replace a file by another one in its folder."""
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
    """Size of the names and small files in a folder: `total` bytes."""

    def __init__(self) -> None:
        self.total = 0
        self._ripe = 0
        self._added = 0  # files and bytes added since it was first divided
        self._grown = 0
        self._pieces = 0  # pieces counted so far in addition to the existing ones

    def begin(self, size: int) -> None:
        """Count an existing entry."""
        self.total += size
        self._ripe = self.total // _RIPE

    def add(self, size: int) -> int:
        """Add an entry. Returns the largest number of pieces of metadata that it may add."""
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
    """Bytes of a file in its folder's metadata; of a folder if no size is given."""
    name = path.rpartition("/")[2].encode()
    return _FIXED + len(name) + (size if size is not None and size <= INLINE else _POINTERS)
