"""The files on a board.

    /main.py              a few lines that start the loader, or its copy if it is damaged
    /lodestart.py         the loader, as source; reads the pointer and starts that slot
    /lodestart_.py        its copy
    /slot                 the pointer: the name of the active slot, "a" or "b", and a line end;
                          then why not the other one, if the firmware found it damaged
    /a/manifest           the firmware of slot a; /b/ for the other. Without manifest no firmware
    /packs/NAME.HASH.bin  compiled modules; HASH: the first 8 hex digits of their SHA-256
    /packs/packs_HASH.mpy the compiled module with which the loader reads packs, and a copy of it,
                          packs_HASH_.mpy: no slot starts without
    /tables/NAME.HASH.bin tables, named in the same way
    /data/                the board's data: settings, calibration, games
    /data.aside/          the same, stashed while a program tries the board: see stash.py
    /board                what the board is built of, see revision.py

A slot is a manifest that names packs and tables by their contents. To install a new firmware,
missing packs and tables are added, then the manifest of the inactive slot. Then the pointer is
replaced in one step, so that the board starts a complete firmware, old or new, whenever the power
fails. The files of both stay until that is done.

A manifest is text: a line `lodeboard-firmware 4 VERSION ID BOARD PARTS`, then a line `SHA256 PATH`
for each pack and table (path from the root, with a leading `/`), sorted, then a line `end`. ID is
the first 12 hex digits of the SHA-256 of the manifest without its id (both spaces around it stay):
equal firmwares have equal ids. BOARD is the board profile of the firmware, PARTS what such a board
is built of.

Formats 1 to 3 can be read too, which have no PARTS. The ID of 1 and 2 is that of the lines between
the first and the last. In format 1 the first line ends before BOARD, and the modules are files in
the slot's folder; the manifest names them without a leading `/`.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from host_tools.build.packs import make_packs
from host_tools.build.revision import Revision, of_firmware

MAIN = "main.py"
LOADERS = ("lodestart.py", "lodestart_.py")
POINTER = "slot"
SLOTS = ("a", "b")
MANIFEST = "manifest"
PACKS = "packs"
TABLES = "tables"
DATA = "data"
STASH = f"{DATA}.aside"
PAGE = "page"  # the table with the page for phones: firmware/lodeboard/ports/web.py
BOARD = "board"
NEW = ".new"  # suffix of a file that is being written and renamed when complete

_MAGIC = "lodeboard-firmware"
_FORMAT = "4"
_WORDS = {"1": 4, "2": 5, "3": 5, _FORMAT: 6}  # in the first line, by format
_ID_OF_BODY = ("1", "2")  # formats whose id covers only the lines between first and last
_END = "end"
_ID_DIGITS = 12
_NAME_DIGITS = 8


class LayoutError(ValueError):
    """An invalid manifest; the text says why."""


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def pointer(slot: str) -> bytes:
    """The content of the pointer file that makes this slot active."""
    return f"{slot}\n".encode()


def other(slot: str) -> str:
    """The other slot."""
    return SLOTS[1 - SLOTS.index(slot)]


def stored_path(folder: str, name: str, data: bytes) -> str:
    """The path of a pack or table with this content on a board."""
    return f"{folder}/{name}.{sha256(data)[:_NAME_DIGITS]}.bin"


def reader_paths(data: bytes) -> tuple[str, str]:
    """The paths of both copies of the module that reads packs on a board; MicroPython imports it by
    these names."""
    name = f"{PACKS}/{PACKS}_{sha256(data)[:_NAME_DIGITS]}"
    return f"{name}.mpy", f"{name}_.mpy"


def sealed(loader: bytes) -> bytes:
    """This file with its SHA-256 as its last line, by which a board checks it."""
    return loader + b"# " + sha256(loader + b"# ").encode() + b"\n"


# MicroPython runs only a file of this name, and nothing in its place if that is damaged: so it is
# as short as can be. Python that is not Python any more raises SyntaxError. No name is kept for the
# file, which takes a kilobyte.
START = sealed(
    f"""\
for name in {LOADERS}:
    try:
        loader = {{"__name__": name}}
        exec(open(name).read(), loader)
        start = loader["start"]
        break
    except Exception:
        print(name, "is damaged: lodeboard flash")
start()
""".encode()
)


@dataclass(frozen=True)
class Manifest:
    """The content of a slot: `sums` maps a path (`/packs/...`, `/tables/...`, or in format 1 within
    the slot) to its SHA-256. `board` is the firmware's board profile, "" if unknown; `parts` what
    such a board is built of. `format`: that of its text."""

    version: str
    sums: Mapping[str, str]
    board: str = ""
    format: str = _FORMAT
    parts: str = ""

    @property
    def _body(self) -> str:
        return "".join(f"{total} {path}\n" for path, total in sorted(self.sums.items()))

    @property
    def id(self) -> str:
        """Twelve hex digits that identify the content of the whole firmware."""
        covered = self._body if self.format in _ID_OF_BODY else self._text("")
        return sha256(covered.encode())[:_ID_DIGITS]

    @property
    def revision(self) -> Revision:
        """The boards that the firmware is for."""
        return of_firmware(self.version, self.board, self.parts)

    def code(self, slot: str) -> dict[str, str]:
        """The files without which the slot does not start: path on the board to SHA-256, no
        tables."""
        return {
            path[1:] if path[0] == "/" else f"{slot}/{path}": total
            for path, total in self.sums.items()
            if not path.startswith(f"/{TABLES}/")
        }

    def encode(self) -> bytes:
        return self._text(self.id).encode()

    def _text(self, named: str) -> str:
        words = [_MAGIC, self.format, self.version, named, self.board, self.parts]
        words = words[: _WORDS[self.format]]
        return f"{' '.join(words)}\n{self._body}{_END}\n"


def read_manifest(data: bytes) -> Manifest:
    """Parse a manifest. Raises LayoutError if it is invalid or does not match its id."""
    try:
        lines = data.decode().split("\n")
    except UnicodeDecodeError as error:
        raise LayoutError("the manifest is not text") from error
    head = lines[0].split(" ")
    if len(head) < 4 or head[0] != _MAGIC:
        raise LayoutError(f"not a manifest: its first line is {lines[0][:60]!r}")
    if head[1] not in _WORDS:
        raise LayoutError(f"the manifest has format {head[1]}, this program supports {_FORMAT}")
    if len(head) != _WORDS[head[1]]:
        raise LayoutError(f"not a manifest: its first line is {lines[0][:60]!r}")
    if lines[-2:] != [_END, ""]:
        raise LayoutError("the manifest is truncated")
    sums = {}
    for line in lines[1:-2]:
        total, _, path = line.partition(" ")
        if not path:
            raise LayoutError(f"a line of the manifest names no file: {line[:60]!r}")
        sums[path] = total
    manifest = Manifest(head[2], sums, "".join(head[4:5]), head[1], "".join(head[5:]))
    if manifest.id != head[3]:
        raise LayoutError(f"the manifest is damaged: its id is {head[3]}, not {manifest.id}")
    return manifest


@dataclass(frozen=True)
class Firmware:
    """A firmware, independent of a board: contents of `modules` by path and of `tables` by name;
    `loader`: the loader; `board` the name of its board profile; `reader` the compiled module that
    reads packs; `parts` what its boards are built of."""

    version: str
    loader: bytes
    modules: Mapping[str, bytes]
    tables: Mapping[str, bytes] = field(default_factory=dict)
    board: str = ""
    reader: bytes = b""
    parts: str = ""

    @cached_property
    def packs(self) -> dict[str, bytes]:
        """The packs by name. Raises PackError."""
        return make_packs(self.modules)

    @cached_property
    def pack_files(self) -> dict[str, bytes]:
        """The packs and their reader, by path on the board."""
        files = {stored_path(PACKS, name, data): data for name, data in self.packs.items()}
        if self.reader:
            files |= dict.fromkeys(reader_paths(self.reader), self.reader)
        return files

    @cached_property
    def table_files(self) -> dict[str, bytes]:
        """The tables by path on the board."""
        return {stored_path(TABLES, name, data): data for name, data in self.tables.items()}

    @cached_property
    def manifest(self) -> Manifest:
        files = self.pack_files | self.table_files
        sums = {f"/{path}": sha256(data) for path, data in files.items()}
        return Manifest(self.version, sums, self.board, parts=self.parts)

    @property
    def start_files(self) -> dict[str, bytes]:
        """What MicroPython starts, and both copies of the loader, by path on the board: a new one
        before the file that needs it."""
        return {**dict.fromkeys(LOADERS, self.loader), MAIN: START}

    @property
    def board_file(self) -> dict[str, bytes]:
        """The file in which a board keeps what it is built of, by path; none if unknown."""
        return {BOARD: Revision(self.board, self.parts).encode()} if self.parts else {}

    def slot_files(self, slot: str) -> dict[str, bytes]:
        """The files of a slot with this firmware, path on the board to contents."""
        return self.pack_files | {f"{slot}/{MANIFEST}": self.manifest.encode()}

    def board_files(self, slot: str = SLOTS[0]) -> dict[str, bytes]:
        """Every file of a new board with this firmware, path to contents."""
        files = {**self.start_files, POINTER: pointer(slot), **self.board_file}
        return files | self.slot_files(slot) | self.table_files
