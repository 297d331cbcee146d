"""All files of a board's page as one file, which the firmware reads with seek and readinto.

Numbers are little-endian. `MAGIC`, the count of files (2 bytes), 2 bytes of zero; for each file 16
bytes, in ascending order: the first 8 bytes of the SHA-256 of its path, where its data begin (4
bytes, from the start), its length (3 bytes) and the number of its type (1 byte); then the data,
each packed by gzip.
"""

import gzip
import hashlib
import struct
from collections.abc import Iterable
from pathlib import PurePosixPath

from host_tools.play.onboard.page import LANGUAGES, files

MAGIC = b"LBWW"
_HEAD = struct.Struct("<4sHH")
_ENTRY = struct.Struct("<8sII")
_LENGTH_BITS = 24
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".png": "image/png",
    "": "application/octet-stream",
}
_SUFFIXES = list(_TYPES)
CONTENT_TYPES = tuple(_TYPES.values())  # by number


def page_table(board: str, languages: Iterable[str] = LANGUAGES) -> bytes:
    """The file with the page of a board of this kind, in English and in these languages. The same
    sources give the same bytes. Raises ValueError."""
    return written(files(board, languages))


def written(contents: dict[str, bytes]) -> bytes:
    """A table of these files, by path without a slash in front."""
    named = sorted((_key(path), path) for path in contents)
    offset = _HEAD.size + _ENTRY.size * len(named)
    entries, data = [], []
    for key, path in named:
        packed = gzip.compress(contents[path], mtime=0)
        number = _number(path)
        entries.append(_ENTRY.pack(key, offset, number << _LENGTH_BITS | len(packed)))
        data.append(packed)
        offset += len(packed)
    return b"".join((_HEAD.pack(MAGIC, len(named), 0), *entries, *data))


def _key(path: str) -> bytes:
    return hashlib.sha256(path.encode()).digest()[:8]


def _number(path: str) -> int:
    suffix = PurePosixPath(path).suffix
    return _SUFFIXES.index(suffix if suffix in _TYPES else "")
