"""Checks the files of the running firmware, piece by piece, while the board is idle; and lets the
other slot take over from a damaged one. In memory only while needed.
"""

from hashlib import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO

    from lodeboard.system.run import Supervisor

FLASH_AGAIN = "Put the firmware on the board again: lodeboard flash."
ALL, CODE = " /", " /packs/"  # start of these paths in a row of a manifest
_PIECE = 1024  # bytes read in a tick
_HEX = 65  # the SHA-256 at the end of these files, with a line end
_SEALED = ["x /main.py", "x /lodestart_.py", "x /lodestart.py"]


class FilesCheck:
    """Of a slot: all that its manifest names, packs and tables, by their SHA-256, and the files
    that start it by that in their last line. kind: only CODE. A firmware before version 0.2 names
    no such files."""

    def __init__(self, slot: str, kind: str = ALL):
        path = "/" + slot + "/manifest"
        try:
            with open(path) as file:
                rows = file.read().split("\n")[1:-2]
            self._rows = _SEALED[:] if kind == ALL else []
            self._rows += [row for row in rows if kind in row]
        except (OSError, UnicodeError):
            self._rows = ["damaged " + path]
        self._file: "BinaryIO | None" = None
        self._sum: "Any" = None
        self._left = 0

    def read(self, supervisor: "Supervisor", now_ms: int) -> "FilesCheck | None":
        """Check a piece, and report a damaged file; restart with the other slot if it is code.
        Return None once all are checked."""
        path = self.next()
        if path is None:
            return None
        if path:
            say = path + " is not whole"
            if path.startswith(CODE[1:]):
                try:
                    give_way(supervisor.slot, f"Slot {supervisor.slot} is damaged ({say})")
                except OSError:
                    pass  # there is no other
            say += ". " + FLASH_AGAIN
            supervisor.report(say, say, now_ms)
        return self

    def next(self) -> "str | None":
        """Check a piece; return the path of a file that is damaged or missing, else "". None once
        all are checked."""
        if not self._rows:
            return None
        wanted, path = self._rows[-1].split()
        try:
            if self._file is None:
                self._file = file = open(path, "rb")  # noqa: SIM115 - held till it has been read
                self._sum = sha256()
                self._left = file.seek(0, 2) - (_HEX if wanted == "x" else 0)
                file.seek(0)
            piece = self._file.read(max(0, min(self._left, _PIECE)))
            self._sum.update(piece)
            self._left -= len(piece)
            if piece and self._left > 0:
                return ""
            if wanted == "x":
                wanted = str(self._file.read(_HEX - 1), "utf-8")
            self._file.close()
            whole = self._sum.digest().hex() == wanted
        except (OSError, UnicodeError):
            whole = False
        self._rows.pop()
        self._file = None
        return "" if whole else path


def give_way(slot: str, why: str) -> None:
    """Restart with the other slot from now on, if its code is whole, and say why. Return if it is
    not, or if it has just failed to start. OSError, SystemExit."""
    try:
        with open("/slot", "rb") as file:
            named = file.read(1)
    except OSError:
        named = b""
    other = "a" if slot == "b" else "b"
    check = FilesCheck(other, CODE)
    path: "str | None" = other if (named == b"b") != (slot == "b") else ""
    while path == "":
        path = check.next()
    if path is None:
        with open("/slot", "wb") as file:  # littlefs replaces the contents when it is closed
            file.write(f"{other}\n{why}".encode())
        raise SystemExit("restart")
