"""Pack files: all compiled modules of one part of the firmware in one file.

A file on the board takes whole blocks of 4 KiB, so small modules are packed together. The path of a
module determines its pack: those of games/NAME go into the pack NAME, all others into `core`.
main.py finds a module in a pack by the same rule.

    0   4 bytes  "LODE"
    4   uint16   version of this format
    6   uint16   number of modules, N
    8   uint32   size of the names in bytes
    12  uint32   size of the whole file in bytes
    16  12 bytes name of the pack, padded with zeros
    28  uint32   CRC-32 of the 28 bytes before and of everything from here to the first module
    32  N uint32 CRC-32 of each module's path, in the order of the paths
        N times  start, end and CRC-32 of each module: uint32 each
        names    the paths, each with a line end
        modules  one after the other

All numbers are little-endian. In format 1 the index had no ends and no CRC-32 of the modules, so
that a board ran damaged ones.
"""

import struct
from binascii import crc32
from collections.abc import Mapping
from pathlib import PurePosixPath

CORE = "core"
MAGIC = b"LODE"
VERSION = 2

_GAMES = ("lodeboard", "games")
_COMPILED = ".mpy"
_HEAD = struct.Struct("<4sHHII12s")
_SUM = struct.Struct("<I")
_PLACE = struct.Struct("<III")
_INDEX_AT = _HEAD.size + _SUM.size
_ENTRY = _SUM.size + _PLACE.size  # bytes of a module in the index


class PackError(ValueError):
    """A pack that cannot be created or is invalid; the text says why."""


def pack_of(path: str) -> str:
    """The pack of the module with this path."""
    parts = PurePosixPath(path).parts
    return parts[2] if len(parts) > 3 and parts[:2] == _GAMES else CORE


def make_packs(modules: Mapping[str, bytes]) -> dict[str, bytes]:
    """The packs of these modules (path to contents), by name. Raises PackError."""
    _check_sums(modules)
    names = sorted({pack_of(path) for path in modules})
    return {
        name: make_pack(name, {path: modules[path] for path in modules if pack_of(path) == name})
        for name in names
    }


def make_pack(name: str, modules: Mapping[str, bytes]) -> bytes:
    """A pack of these modules. Raises PackError."""
    paths = sorted(modules)
    short = name.encode()
    if not 0 < len(short) <= 12:
        raise PackError(f"the name of a pack has 1 to 12 letters, not {name!r}")
    for path in paths:
        if not path.endswith(_COMPILED):
            raise PackError(f"{path} is not compiled: a pack holds {_COMPILED} files only")
    names = "".join(f"{path}\n" for path in paths).encode()
    offset = _INDEX_AT + _ENTRY * len(paths) + len(names)
    sums = places = b""
    for path in paths:
        end = offset + len(modules[path])
        sums += _SUM.pack(crc32(path.encode()))
        places += _PLACE.pack(offset, end, crc32(modules[path]))
        offset = end
    index = sums + places + names
    head = _HEAD.pack(MAGIC, VERSION, len(paths), len(names), offset, short)
    bodies = b"".join(modules[path] for path in paths)
    return head + _SUM.pack(crc32(index, crc32(head))) + index + bodies


def read_pack(data: bytes) -> tuple[str, dict[str, bytes]]:
    """The name of a pack and its modules, path to contents. Raises PackError."""
    if len(data) < _INDEX_AT or data[:4] != MAGIC:
        raise PackError("not a pack of modules")
    _, version, count, names_size, size, short = _HEAD.unpack_from(data)
    if version != VERSION:
        raise PackError(f"the pack has format {version}, this program supports {VERSION}")
    if size != len(data):
        raise PackError(
            f"the pack has {len(data)} bytes and not {size}: it is truncated or too long"
        )
    end = _INDEX_AT + _ENTRY * count + names_size
    (total,) = _SUM.unpack_from(data, _HEAD.size)
    if end > len(data) or crc32(data[_INDEX_AT:end], crc32(data[: _HEAD.size])) != total:
        raise PackError("the pack's index is damaged")
    try:
        paths = data[end - names_size : end].decode().splitlines()
        name = short.rstrip(b"\0").decode()
    except UnicodeDecodeError as error:
        raise PackError("the names in the pack are not text") from error
    if len(paths) != count:
        raise PackError(f"the pack has {count} modules and {len(paths)} names")
    modules = {}
    places = data[_INDEX_AT + _SUM.size * count : end - names_size]
    for path, (start, stop, body_sum) in zip(paths, _PLACE.iter_unpack(places), strict=True):
        modules[path] = data[start:stop]
        if not end <= start <= stop <= size or crc32(modules[path]) != body_sum:
            raise PackError(f"{path} in the pack is damaged")
    return name, modules


def _check_sums(modules: Mapping[str, bytes]) -> None:
    """Raise PackError if two paths have the same CRC-32, by which a board distinguishes them; this
    includes a folder of the same name as a module."""
    found: dict[int, str] = {}
    for path in modules:
        for asked in {path, f"{path.removesuffix(_COMPILED)}/__init__{_COMPILED}"}:
            other = found.setdefault(crc32(asked.encode()), asked)
            if other != asked:
                raise PackError(f"{asked} and {other} have the same CRC-32: rename one of them")
