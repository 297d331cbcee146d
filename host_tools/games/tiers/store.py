"""A solution on disk: one file a tier, scores in compressed blocks that can be read singly.

    header   magic "LODESOLV", version, name, tier, log2 of the block size, slots, blocks
    index    for each block: compressed length, CRC-32 of its scores
    check    CRC-32 of header and index
    blocks   zstd, one after the other

All numbers little-endian. The name is of at most eight letters and says which solution it is: a
game's rule set, or a game. What a slot and its score, one byte, stand for is the game's matter.
A file is written beside its place and moved there whole.
"""

import struct
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from pathlib import Path

import numpy as np
import numpy.typing as npt
import zstandard

from host_tools.games.contract import StoreError
from host_tools.jobs.files import whole_file

MAGIC = b"LODESOLV"
VERSION = 1
BLOCK_LOG = 16
LEVEL = 6  # of zstd; 9 saves a twentieth and takes twice as long
KEPT_BLOCKS = 512  # of 64 KiB, the last ones read
_HEADER = struct.Struct("<8sH8sBBQI")

Scores = npt.NDArray[np.int8]
I8 = np.dtype(np.int8)


def tier_path(folder: Path, stem: str, tier: int) -> Path:
    """Where a tier of the solution lies whose files begin with `stem`."""
    return folder / f"{stem}-{tier:02}.tier"


class _Tools(threading.local):
    """What packs and unpacks blocks: of each thread its own, since it takes memory to begin."""

    def __init__(self) -> None:
        self.packer = zstandard.ZstdCompressor(level=LEVEL)
        self.unpacker = zstandard.ZstdDecompressor()


_TOOLS = _Tools()


def pack(block: memoryview) -> tuple[bytes, int]:
    """Return a packed block and its checksum."""
    return _TOOLS.packer.compress(block), zlib.crc32(block)


def write_tier(
    path: Path,
    name: str,
    tier: int,
    scores: Scores,
    pool: Executor,
    each: Callable[[int], None],
) -> int:
    """Write a tier; returns the file's size in bytes. `each(n)` is called after every n slots."""
    size = 1 << BLOCK_LOG
    blocks = -(-len(scores) // size)
    slices = (scores[block * size : (block + 1) * size].data for block in range(blocks))
    header = _HEADER.pack(MAGIC, VERSION, name.encode(), tier, BLOCK_LOG, len(scores), blocks)
    lengths = np.zeros(blocks, "<u4")
    sums = np.zeros(blocks, "<u4")
    try:
        with whole_file(path) as file:
            file.seek(len(header) + 8 * blocks + 4)
            for block, (packed, check) in enumerate(_in_order(pool, slices)):
                lengths[block], sums[block] = len(packed), check
                file.write(packed)
                each(size)
            length = file.tell()
            index = header + lengths.tobytes() + sums.tobytes()
            file.seek(0)
            file.write(index + struct.pack("<I", zlib.crc32(index)))
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from error
    return length


def _in_order(pool: Executor, blocks: Iterator[memoryview]) -> Iterator[tuple[bytes, int]]:
    """Pack blocks on all cores, a few ahead of the current one."""
    waiting = []
    for block in blocks:
        waiting.append(pool.submit(pack, block))
        if len(waiting) >= 64:
            yield waiting.pop(0).result()
    for job in waiting:
        yield job.result()


class TierFile:
    """A tier on disk, open for reading. Raises StoreError if it is unusable."""

    def __init__(self, path: Path, name: str, tier: int, slots: int) -> None:
        self.path = path
        self.slots = slots
        try:
            self._file = path.open("rb")
        except OSError as error:
            raise StoreError(f"{path}: {error.strerror}") from error
        try:
            self._read_index(name, tier)
        except StoreError:
            self._file.close()
            raise
        self._lock = threading.Lock()

    def _read_index(self, name: str, tier: int) -> None:
        head = self._file.read(_HEADER.size)
        if len(head) < _HEADER.size or head[: len(MAGIC)] != MAGIC:
            raise StoreError(f"{self.path} is no file of the solution")
        _, version, name_there, tier_there, log, slots, blocks = _HEADER.unpack(head)
        if version != VERSION:
            raise StoreError(f"{self.path} has format {version}; this program reads {VERSION}")
        if (name_there.rstrip(b"\0").decode(errors="replace"), tier_there) != (name, tier):
            raise StoreError(f"{self.path} is not what its name says")
        if slots != self.slots or blocks != -(-slots >> log):
            raise StoreError(f"{self.path} has the wrong size")
        rest = self._file.read(8 * blocks + 4)
        if len(rest) < 8 * blocks + 4 or zlib.crc32(head + rest[:-4]) != _number(rest[-4:]):
            raise StoreError(f"{self.path} is damaged: its index fails its checksum")
        self.block_log = int(log)
        self.blocks = int(blocks)
        self._lengths = np.frombuffer(rest, "<u4", blocks).astype(np.int64)
        self._sums = np.frombuffer(rest, "<u4", blocks, 4 * blocks)
        self._starts = _HEADER.size + len(rest) + np.cumsum(self._lengths) - self._lengths

    def close(self) -> None:
        self._file.close()

    def block(self, index: int) -> Scores:
        """The scores of one block, checked."""
        with self._lock:
            self._file.seek(self._starts[index])
            packed = self._file.read(self._lengths[index])
        size = 1 << self.block_log
        try:
            raw = _TOOLS.unpacker.decompress(packed, max_output_size=size)
        except zstandard.ZstdError as error:
            raise StoreError(f"{self.path} is damaged at block {index}: {error}") from error
        if zlib.crc32(raw) != self._sums[index]:
            raise StoreError(f"{self.path} is damaged: block {index} fails its checksum")
        return np.frombuffer(raw, I8)

    def read(self, pool: Executor, each: Callable[[int], None]) -> Scores:
        """The whole tier, checked. `each(n)` is called after every n slots."""
        scores = np.empty(self.slots, I8)
        size = 1 << self.block_log

        def fill(index: int) -> None:
            scores[index * size : (index + 1) * size] = self.block(index)

        for _ in pool.map(fill, range(self.blocks)):
            each(size)
        return scores


class TierFiles:
    """The files of a solution, each opened when it is asked for, and the blocks read last.

    open_tier: opens the file of a tier. What it raises, `tier` and `score` raise.
    """

    def __init__(self, open_tier: Callable[[int], TierFile]) -> None:
        self._open_tier = open_tier
        self._tiers: dict[int, TierFile] = {}
        self._blocks: OrderedDict[tuple[int, int], Scores] = OrderedDict()

    def close(self) -> None:
        for tier in self._tiers.values():
            tier.close()

    def tier(self, number: int) -> TierFile:
        if number not in self._tiers:
            self._tiers[number] = self._open_tier(number)
        return self._tiers[number]

    def score(self, tier: int, slot: int) -> int:
        """The score of a slot, as a signed byte."""
        log = self.tier(tier).block_log
        return int(self._block(tier, slot >> log)[slot & ((1 << log) - 1)])

    def _block(self, tier: int, index: int) -> Scores:
        key = (tier, index)
        found = self._blocks.get(key)
        if found is None:
            found = self._blocks[key] = self.tier(tier).block(index)
            if len(self._blocks) > KEPT_BLOCKS:
                self._blocks.popitem(last=False)
        else:
            self._blocks.move_to_end(key)
        return found


def _number(four: bytes) -> int:
    number: int = struct.unpack("<I", four)[0]
    return number
