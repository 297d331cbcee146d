"""Which files a board holds, and what each is for.

    /main.py              the loader, as source; reads the pointer and starts that slot
    /slot                 the pointer: the name of the active slot, "a" or "b", and a line end
    /a/manifest           the firmware of slot a; in /b/ the other one. No manifest, no firmware
    /packs/NAME.HASH.bin  compiled modules, HASH being the first 8 hex digits of their SHA-256
    /packs/packs_HASH.mpy the compiled module by which the loader reads packs
    /tables/NAME.HASH.bin tables, named in the same way
    /data/                what the board keeps for itself: settings, calibration, games

A slot is a manifest, and a manifest names packs and tables by their contents. A new firmware gets
the packs and tables that are not there yet, and then the manifest of the slot that is not active.
Then the pointer is replaced in one step, so that the board starts the old firmware or the new
one, whole, whenever the power fails. Both firmwares have what they name until the switch is done.

A manifest is text: a line `lodeboard-firmware 3 VERSION ID BOARD`, then a line `SHA256 PATH` for
each pack and table (path from the root, with a `/` in front), sorted, then a line `end`. ID is
the first 12 hex digits of the SHA-256 of the manifest without its id (both spaces around it
stay): equal firmwares have equal ids. BOARD names the board profile that the firmware is for.

Formats 1 and 2 are read too. In them ID is that of the lines between the first and the last. In
format 1 the first line ends before BOARD, and the modules are files in the slot's folder; the
manifest names them without a `/` in front.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from host_tools.build.packs import make_packs

LOADER = "main.py"
POINTER = "slot"
SLOTS = ("a", "b")
MANIFEST = "manifest"
PACKS = "packs"
TABLES = "tables"
DATA = "data"
NEW = ".new"  # ends the name of a file that is being written, to be renamed when whole

_MAGIC = "lodeboard-firmware"
_FORMAT = "3"
_WORDS = {"1": 4, "2": 5, _FORMAT: 5}  # of the first line, by format
_ID_OF_BODY = ("1", "2")  # the formats whose id is that of the lines between first and last
_END = "end"
_ID_DIGITS = 12
_NAME_DIGITS = 8


class LayoutError(ValueError):
    """A manifest that is none; the text says what is wrong with it."""


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def pointer(slot: str) -> bytes:
    """Contents of the pointer file that makes this slot the active one."""
    return f"{slot}\n".encode()


def other(slot: str) -> str:
    """The other slot."""
    return SLOTS[1 - SLOTS.index(slot)]


def stored_path(folder: str, name: str, data: bytes) -> str:
    """Where a pack or a table of these contents lies on a board."""
    return f"{folder}/{name}.{sha256(data)[:_NAME_DIGITS]}.bin"


def reader_path(data: bytes) -> str:
    """Where the module that reads packs lies on a board: MicroPython imports it by this name."""
    return f"{PACKS}/{PACKS}_{sha256(data)[:_NAME_DIGITS]}.mpy"


def table_path(name: str, data: bytes) -> str:
    """Where a table of these contents lies on a board."""
    return stored_path(TABLES, name, data)


@dataclass(frozen=True)
class Manifest:
    """What a slot must hold: `sums` maps a path (`/packs/...`, `/tables/...`, or in format 1
    within the slot) to its SHA-256. `board` is the board profile that it is for, "" where the
    manifest does not say. `format`: that of its text."""

    version: str
    sums: Mapping[str, str]
    board: str = ""
    format: str = _FORMAT

    @property
    def _body(self) -> str:
        return "".join(f"{total} {path}\n" for path, total in sorted(self.sums.items()))

    @property
    def id(self) -> str:
        """Twelve hex digits that stand for the contents of the whole firmware."""
        covered = self._body if self.format in _ID_OF_BODY else self._text("")
        return sha256(covered.encode())[:_ID_DIGITS]

    def code(self, slot: str) -> dict[str, str]:
        """What must be whole so that the slot starts: path on the board to SHA-256, no tables."""
        return {
            path[1:] if path[0] == "/" else f"{slot}/{path}": total
            for path, total in self.sums.items()
            if not path.startswith(f"/{TABLES}/")
        }

    def encode(self) -> bytes:
        return self._text(self.id).encode()

    def _text(self, named: str) -> str:
        words = [_MAGIC, self.format, self.version, named, self.board][: _WORDS[self.format]]
        return f"{' '.join(words)}\n{self._body}{_END}\n"


def read_manifest(data: bytes) -> Manifest:
    """The manifest in these bytes. LayoutError where they are none, or it does not fit its id."""
    try:
        lines = data.decode().split("\n")
    except UnicodeDecodeError as error:
        raise LayoutError("the manifest is not text") from error
    head = lines[0].split(" ")
    if len(head) < 4 or head[0] != _MAGIC:
        raise LayoutError(f"this is no manifest: its first line is {lines[0][:60]!r}")
    if head[1] not in _WORDS:
        raise LayoutError(f"the manifest has format {head[1]}, this program knows {_FORMAT}")
    if len(head) != _WORDS[head[1]]:
        raise LayoutError(f"this is no manifest: its first line is {lines[0][:60]!r}")
    if lines[-2:] != [_END, ""]:
        raise LayoutError("the manifest is cut off")
    sums = {}
    for line in lines[1:-2]:
        total, _, path = line.partition(" ")
        if not path:
            raise LayoutError(f"a line of the manifest names no file: {line[:60]!r}")
        sums[path] = total
    manifest = Manifest(head[2], sums, "".join(head[4:]), head[1])
    if manifest.id != head[3]:
        raise LayoutError(f"the manifest is damaged: its id is {head[3]}, not {manifest.id}")
    return manifest


@dataclass(frozen=True)
class Firmware:
    """A firmware before it lies on any board: `modules` by their path, `tables` by name, contents
    each; `loader` is main.py; `board` the name of the board that it is for; `reader` the compiled
    module that reads packs on the board."""

    version: str
    loader: bytes
    modules: Mapping[str, bytes]
    tables: Mapping[str, bytes] = field(default_factory=dict)
    board: str = ""
    reader: bytes = b""

    @cached_property
    def packs(self) -> dict[str, bytes]:
        """The packs by name. PackError."""
        return make_packs(self.modules)

    @cached_property
    def pack_files(self) -> dict[str, bytes]:
        """The packs, and what reads them, by their path on the board."""
        files = {stored_path(PACKS, name, data): data for name, data in self.packs.items()}
        return files | ({reader_path(self.reader): self.reader} if self.reader else {})

    @cached_property
    def table_files(self) -> dict[str, bytes]:
        """The tables by their path on the board."""
        return {stored_path(TABLES, name, data): data for name, data in self.tables.items()}

    @cached_property
    def manifest(self) -> Manifest:
        files = self.pack_files | self.table_files
        sums = {f"/{path}": sha256(data) for path, data in files.items()}
        return Manifest(self.version, sums, self.board)

    def slot_files(self, slot: str) -> dict[str, bytes]:
        """What makes a slot with this firmware start, path on the board to contents."""
        return self.pack_files | {f"{slot}/{MANIFEST}": self.manifest.encode()}

    def board_files(self, slot: str = SLOTS[0]) -> dict[str, bytes]:
        """Every file of a new board with this firmware, path to contents."""
        files = {LOADER: self.loader, POINTER: pointer(slot)}
        return files | self.slot_files(slot) | self.table_files
