"""Modules in packs as a file system that supports only MicroPython's import.

host_tools/build/packs.py describes the format of a pack. This module lies compiled beside the packs
of a slot, and main.py imports it before all others.
"""

import struct
from binascii import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO


class Packs:
    """`paths`: of the files in the packs' folder. ImportError when a pack is missing, or its
    index is damaged; from `open`, when a module is. The index of a pack stays on flash and is read
    when needed."""

    def __init__(self, paths: "list[str]") -> None:
        paths = [path for path in paths if path.endswith(".bin")]
        self._counts = {path.split("/")[-1].split(".")[0]: (path, count(path)) for path in paths}
        self._held: "tuple[str, str, BinaryIO | None]" = ("", "", None)  # pack, module, file
        self._place: "tuple[int, ...]" = ()  # of the module: first byte, end, CRC-32
        self._interrupted = False

    def mount(self, readonly: bool, mkfs: bool) -> None:
        pass

    def umount(self) -> None:
        pass

    def open(self, path: str, mode: str) -> "BinaryIO":
        """Return the pack, positioned at the module's first byte; a module contains its own length.
        The CRC is checked first, since a damaged module could do anything when it is loaded."""
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt
        if self._held[1] != path:
            self._find(path)
        file: "Any" = self._held[2]  # found
        self._held = ("", "", None)
        begin, end, wanted = self._place
        total = 0
        file.seek(begin)
        while begin < end:
            piece = file.read(min(end - begin, 512))
            total = crc32(piece, total)
            begin += len(piece) or end
        if total & 0xFFFFFFFF != wanted:
            raise ImportError(path + " is not whole")
        file.seek(self._place[0])
        return file  # type: ignore[no-any-return]

    def stat(self, path: str) -> "tuple[int, ...]":
        # MicroPython treats any error raised here as "no such file". So that Ctrl-C is not lost,
        # report the next requested module as present; `open` then raises KeyboardInterrupt.
        try:
            return self._stat(path)
        except KeyboardInterrupt:
            self._interrupted = True
        return self._stat(path)

    def _stat(self, path: str) -> "tuple[int, ...]":
        """Return the stat of a path. A folder exists if it has an `__init__.mpy`; there are no
        sources."""
        kind = 0x8000
        if path.endswith(".py"):
            raise OSError(2)
        if not path.endswith(".mpy"):
            kind = 0x4000
            path += "/__init__.mpy"
        if kind == 0x4000 or not self._interrupted:
            self._find(path)
        return (kind, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    def _find(self, path: str) -> None:
        """Find the pack with this module and the module's place in it. OSError if there is none."""
        words = path.split("/")  # "", "lodeboard", "games", "flip", "rules.mpy"
        name = words[3] if len(words) > 4 and words[2] == "games" else "core"
        if name not in self._counts:
            raise OSError(2)
        pack, size = self._counts[name]
        file = self._held[2]
        if file is None or self._held[0] != pack:
            file = open(pack, "rb")  # noqa: SIM115 - held till the module has been read
        self._held = (pack, "", file)
        file.seek(32)
        sums = file.read(4 * size)
        wanted = struct.pack("<I", crc32(path[1:].encode()))
        offset = sums.find(wanted)
        while offset > 0 and offset % 4:
            offset = sums.find(wanted, offset + 1)
        if offset < 0:
            raise OSError(2)
        file.seek(32 + 4 * size + 3 * offset)
        self._place = struct.unpack("<III", file.read(12))
        self._held = (pack, path, file)


def count(path: str) -> int:
    """Return the number of modules in a pack. ImportError if it is missing or damaged."""
    try:
        with open(path, "rb") as file:
            words = struct.unpack("<4sHHII12sI", (file.read(32) + bytes(32))[:32])
            size = file.seek(0, 2)
            index = 16 * words[2] + words[3]
            if words[:2] == (b"LODE", 2) and words[4] == size and 32 + index <= size:
                file.seek(0)
                total = crc32(file.read(28))
                file.seek(32)
                if crc32(file.read(index), total) & 0xFFFFFFFF == words[6]:
                    return int(words[2])
    except OSError:
        raise ImportError(path + " is missing")  # noqa: B904 - MicroPython keeps no cause
    raise ImportError(path + " is not whole")
