"""Damaged packs of modules, read by the board's reader and by the computer's."""

import errno
import struct
from binascii import crc32
from random import Random
from typing import Any

from host_tools.build.packs import PackError, make_packs, read_pack
from host_tools.games.loader import GAMES
from host_tools.lab.reliability.hostile.disk import Disk
from host_tools.lab.reliability.hostile.kinds import Made, Wrong, reason
from host_tools.lab.reliability.hostile.mutations import mutated

_HEADER = 32
_GAME = GAMES[0]
_CORE = 12  # modules


def example() -> dict[str, bytes]:
    """Modules of some sizes; their contents do not matter here."""
    source = Random("modules")
    paths = [f"lodeboard/part{number}.mpy" for number in range(_CORE)]
    paths += [f"lodeboard/games/{_GAME}/{name}.mpy" for name in ("__init__", "rules", "book")]
    return {path: b"M\x06" + source.randbytes(source.randint(0, 900)) for path in paths}


def sealed(data: bytes) -> bytes:
    """The same data with a matching length and index checksum."""
    if len(data) < _HEADER:
        return data
    head = data[:12] + len(data).to_bytes(4, "little") + data[16:28]
    count, names = struct.unpack_from("<HI", data, 6)
    end = index_end(count, names)
    total = crc32(data[_HEADER:end], crc32(head))
    return head + total.to_bytes(4, "little") + data[_HEADER:]


def index_end(count: int, names: int) -> int:
    """Offset of the modules in a pack with this many modules and bytes of names."""
    return _HEADER + 16 * count + names


class PackFiles:
    """Two packs, one of them damaged."""

    def __init__(self) -> None:
        self._modules = example()
        self._packs = make_packs(self._modules)
        self._disk = Disk()
        self._reader = self._disk.run("packs.py")["Packs"]
        self._paths = ["/packs/core.0.bin", f"/packs/{_GAME}.0.bin"]

    def make(self, source: Random) -> Made:
        """One damaged in its header and index, or anywhere."""
        name = source.choice(sorted(self._packs))
        data = self._packs[name]
        count, names = struct.unpack_from("<HI", data, 6)
        others = list(self._packs.values())
        within = (0, index_end(count, names)) if source.random() < 0.4 else None
        damaged = mutated(source, data, others, within)
        fits = source.random() < 0.5
        return Made((name, sealed(damaged) if fits else damaged, fits), fits)

    def read(self, made: tuple[str, bytes, bool]) -> str:
        """Read it with the board's reader, then with the computer's."""
        name, data, fits = made
        packs = {**self._packs, name: data}
        said = self._on_board(packs, fits)
        # A splice may yield the whole other pack.
        whole = data if data in self._packs.values() else self._packs[name]
        return self._on_computer(data, whole, fits) or said

    def _on_board(self, packs: dict[str, bytes], fits: bool) -> str:
        def contents(path: str) -> bytes:
            return packs[path.split("/")[1].split(".", maxsplit=1)[0]]

        self._disk.contents = contents
        refused = ""
        try:
            found = self._reader(self._paths)
        except ImportError as error:
            return reason(error)
        for path, body in self._modules.items():
            try:
                got = _module(found, "/" + path, len(body))
            except ImportError as error:
                refused = refused or reason(error)
            except OSError as error:
                if error.args[0] != errno.ENOENT:
                    raise
                refused = refused or "no module of this name"
            else:
                if got != body and not fits:
                    raise Wrong(f"the module {path} is another")
        return refused

    def _on_computer(self, data: bytes, sound: bytes, fits: bool) -> str:
        try:
            read = read_pack(data)
        except PackError as error:
            return reason(error)
        if not fits and read != read_pack(sound):
            raise Wrong("a damaged pack is read on the computer")
        return ""


def _module(found: Any, path: str, size: int) -> bytes:
    """As MicroPython imports it."""
    if found.stat(path)[0] != 0x8000:
        raise Wrong(f"{path} is no file")
    with found.open(path, "rb") as file:
        data: bytes = file.read(size)
        return data
