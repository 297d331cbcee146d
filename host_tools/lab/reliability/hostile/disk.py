"""Runs the board's own loader on the computer, on the files of a `Disk`.

`main.py`, the reader of packs and the start open files by `open`; here `open` reads from a `Disk`.
"""

import io
import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import mock

from host_tools import FIRMWARE

_MEMORY = 200_000  # bytes that a board could read at once


class Disk:
    """`contents`: returns the file at a path without the leading /; raises OSError if there is
    none. Set it, then `enter` a slot: `packs` is the module from which the board then imports."""

    def __init__(self) -> None:
        self.contents: Callable[[str], bytes] = dict[str, bytes]().__getitem__
        self.packs: Any = None
        reader = SimpleNamespace(Packs=self.run("packs.py")["Packs"])
        vfs = ModuleType("vfs")
        vfs.mount = self._mount  # type: ignore[attr-defined]
        with mock.patch.dict(sys.modules, {"vfs": vfs}), mock.patch("gc.threshold", create=True):
            # After comparing the checksum, it imports this tree's reader.
            self._main = self.run("main.py", __import__=lambda *_: reader)
        self._start = self.run("lodeboard/system/first_light.py")

    def run(self, path: str, **names: object) -> dict[str, Any]:
        """Execute a firmware file and return its globals; its `open` reads from here."""
        found = {"open": self.open, "__name__": path, **names}
        exec(compile((FIRMWARE / path).read_bytes(), path, "exec"), found)
        return found

    def _mount(self, packs: Any, _: str) -> None:
        self.packs = packs

    def open(self, path: str, mode: str = "r") -> Any:
        """Like a board's `open`. Raises OSError."""
        file = _File(self.contents(path.removeprefix("/")))
        return file if "b" in mode else io.TextIOWrapper(file, "utf-8", newline="")

    def enter(self, slot: str) -> str:
        """Enter a slot as main.py does; return its firmware's name. Raises OSError, ImportError and
        others."""
        self.packs = None
        path = list(sys.path)
        try:
            name: str = self._main["enter"](slot)
            return name
        finally:
            sys.path[:] = path

    def slots(self) -> tuple[str, str]:
        """The slots in the order in which main.py tries them."""
        both: tuple[str, str] = self._main["slots"]()
        return both

    def tables(self, slot: str) -> dict[str, str]:
        """The tables that the start finds in a slot's manifest. Raises OSError and others."""
        found: dict[str, str] = self._start["find_tables"]("/" + slot)
        self._start["missing_tables"](found)
        return found


class _File(io.BytesIO):
    """A file on a board, which has memory for only this many bytes at once."""

    def read(self, size: int | None = -1) -> bytes:
        if size is not None and size > _MEMORY:
            raise MemoryError(f"{size} bytes")
        return super().read(size)
