"""Makes the table for perfect play of Four Field Kono, and reads it back."""

from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np

from host_tools.games import book_file
from host_tools.games.book_file import word
from host_tools.games.kono.solver.compute import NAME
from host_tools.games.kono.tables.positions import bases, representatives
from host_tools.games.kono.tables.strategy import Found
from host_tools.games.table_files import SUFFIX, TABLES
from host_tools.games.tiers.masks import I64
from lodeboard.games.book_file import BookFile, number
from lodeboard.games.kono.perfect import BLOCK_LOG, MOST

_LOWS = range(1, 13)  # low bits of a distance to choose from
_LOW_BITS = 4


class Table(NamedTuple):
    """What a table has."""

    weights: bytes
    errors: Found


def table_path(folder: Path = TABLES) -> Path:
    return folder / f"{NAME}{SUFFIX}"


def write(table: Table) -> bytes:
    """The file."""
    starts, errors = _blocks(table.errors)
    return book_file.assemble(
        "",
        {
            "bases": b"".join(word(int(each), 3) for each in bases()[: MOST + 1].ravel()),
            "masks": b"".join(map(_gaps, representatives())),
            "weights": table.weights,
            "starts": starts,
            "errors": errors,
        },
    )


def _gaps(masks: I64) -> bytes:
    """A list of the section "masks"."""
    found = bytearray()
    for gap in np.diff(masks, prepend=0).tolist():
        rest = gap
        while rest > 127:
            found.append(rest & 127 | 128)
            rest >>= 7
        found.append(rest)
    return bytes(found)


def _blocks(errors: Found) -> tuple[bytes, bytes]:
    """The sections "starts" and "errors"."""
    blocks = (int(bases()[MOST + 1, 0]) - 1 >> BLOCK_LOG) + 1
    bounds = np.searchsorted(errors.numbers, np.arange(blocks + 1) << BLOCK_LOG)
    bits: list[str] = []
    starts, length = [0], 0
    for block in range(blocks):
        part = slice(bounds[block], bounds[block + 1])
        numbers, places = errors.numbers[part], errors.places[part]
        if len(numbers):
            gaps = np.diff(numbers, prepend=(block << BLOCK_LOG) - 1) - 1
            coded = min((_coded(gaps, places, low) for low in _LOWS), key=len)
            bits.append(coded)
            length += len(coded)
        starts.append(length)
    joined = "".join(bits)
    packed = np.packbits(np.frombuffer(joined.encode(), np.uint8) - ord("0"), bitorder="little")
    return b"".join(word(start, 3) for start in starts), packed.tobytes()


def _coded(gaps: I64, places: I64, low: int) -> str:
    """A block's bits, in order."""
    pairs = zip(gaps.tolist(), places.tolist(), strict=True)
    return _low(low, _LOW_BITS) + "".join(_rice(a, low) + _rice(b, 0) for a, b in pairs)


def _low(value: int, count: int) -> str:
    return "".join(str(value >> place & 1) for place in range(count))


def _rice(value: int, low: int) -> str:
    return "1" * (value >> low) + "0" + _low(value, low)


def read(path: Path) -> Table:
    """All that a table has. Raises BookError."""
    data = path.read_bytes()
    file = BookFile(lambda _: BytesIO(data), NAME, "")
    starts = file.whole("starts", 6)
    packed = np.frombuffer(bytes(file.whole("errors", 1)), np.uint8)
    bits = np.unpackbits(packed, bitorder="little").tolist()
    numbers, places = [], []
    for block in range(len(starts) // 3 - 1):
        at, end = number(starts, 3 * block, 3), number(starts, 3 * block + 3, 3)
        if at == end:
            continue
        low, at = _read_low(bits, at, _LOW_BITS)
        found = (block << BLOCK_LOG) - 1
        while at < end:
            gap, at = _read_rice(bits, at, low)
            place, at = _read_rice(bits, at, 0)
            found += gap + 1
            numbers.append(found)
            places.append(place)
    weights = bytes(file.whole("weights", 1))
    return Table(weights, Found(np.array(numbers, np.int64), np.array(places, np.int64)))


def _read_rice(bits: list[int], at: int, low: int) -> tuple[int, int]:
    """A number, and where the next begins."""
    quotient = 0
    while bits[at]:
        quotient, at = quotient + 1, at + 1
    rest, at = _read_low(bits, at + 1, low)
    return quotient << low | rest, at


def _read_low(bits: list[int], at: int, count: int) -> tuple[int, int]:
    return sum(bits[at + place] << place for place in range(count)), at + count
