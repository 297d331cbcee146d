"""How a board reads damaged files: one piece of Python for the chip and for CPython.

The chip that reads them is prepared once; each case is a fork with another file system in its
flash. CPython reads the same file system through littlefs.
"""

import json
from binascii import crc32
from collections.abc import Callable, Mapping
from typing import Any

from apart import FAILED, PASSED, run_apart
from littlefs import LittleFSError

from host_tools.board.emulator import filesystem
from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware
from host_tools.lab.reliability.hostile.disk import Disk
from host_tools.lab.reliability.hostile.images import Flash
from lodeboard.boards.rp2040 import FILES_OFFSET
from lodeboard.games.book_file import BookError, BookFile

OTHER = "x"  # among the modules: read, and not what was built
GIVEN_UP = "littlefs gives up"
_LONGEST_MS = 60_000  # of board time
_PREPARE = """
import gc, rp2, sys, vfs, json
from binascii import crc32
import loader, packs
from lodeboard.games.book_file import BookError, BookFile
from lodeboard.system.first_light import find_tables
class Mounted:
    def mount(self, reader, place):
        self.packs = reader
mounted = loader.vfs = Mounted()
loader.__import__ = lambda *_: packs
slots = loader.slots
def enter(slot):
    del sys.path[:]
    loader.enter(slot)
    return mounted.packs
with open("modules.json") as file:
    MODULES = json.load(file)
"""
_MOUNT = """
vfs.umount("/")
try:
    vfs.mount(vfs.VfsLfs2(rp2.Flash(), progsize=256), "/")
except OSError:
    print(json.dumps("no file system"))
else:
    print(json.dumps(verdict(%r, %r)))
"""
# In `verdict`, one letter for each module: w for whole, r for refused, x for another one.
_VERDICT = """
def verdict(which, tables):
    said = {"files": [whole(path) for path in ("main.py", "slot")]}
    for name in ("settings", "calibration", "game"):
        said["files"].append(whole("data/" + name + ".blob"))
    for slot in slots() if which else ():
        try:
            reader = enter(slot)
            found = find_tables("/" + slot)
        except Exception:
            said[slot] = "refused"
        else:
            said[slot] = "".join([module(reader, each) for each in MODULES[which]])
            tables = [[found[name]] + name.split("-", 1) for name in sorted(found)]
            break
    # A manifest may name a table that is of no game.
    said["tables"] = [table(each[0], each[1], each[2]) for each in tables if len(each) == 3]
    return said
def whole(path):
    try:
        with open(path, "rb") as file:
            return crc32(file.read()) & 0xFFFFFFFF
    except (OSError, MemoryError):
        return None
def module(reader, sought):
    path, size, total = sought
    try:
        if reader.stat(path)[0] != 0x8000:
            return "x"
        with reader.open(path, "rb") as file:
            return "w" if crc32(file.read(size)) & 0xFFFFFFFF == total else "x"
    except (ImportError, OSError):
        return "r"
def table(path, game, rules):
    page = bytearray(2048)
    total = 0
    try:
        file = BookFile(lambda name: open(path, "rb"), game, rules)
        for name in sorted(file._sections):
            length = file.section(name)[1]
            for at in range(0, length, 2048):
                size = min(2048, length - at)
                file.read(name, at, page, 0, size)
                total = crc32(memoryview(page)[:size], total)
    except BookError as error:
        return str(error)
    return total & 0xFFFFFFFF
"""
Modules = Mapping[str, Mapping[str, bytes]]  # of each firmware that there may be, by name


def _sums(modules: Modules) -> dict[str, list[tuple[str, int, int]]]:
    return {
        name: [(f"/{path}", len(data), crc32(data)) for path, data in sorted(found.items())]
        for name, found in modules.items()
    }


def prepared(modules: Modules) -> Chip:
    """A chip at its prompt, with everything in its memory that reads the files."""
    reader = (firmware.FIRMWARE / "packs.py").read_bytes()
    chip = Chip(
        find_image(),
        {
            **firmware.modules(),
            "loader.py": (firmware.FIRMWARE / "main.py").read_bytes(),
            "packs.py": reader,
            "modules.json": json.dumps(_sums(modules)).encode(),
        },
    )
    chip.execute(_PREPARE + _VERDICT)
    return chip


def on_chip(chip: Chip, image: bytes, which: str, tables: list[list[str]]) -> Any:
    """What the chip makes of this file system: of the firmware `which` in it ("": of none),
    and of these tables (path, game and rules)."""

    def act() -> str:
        begin = FILES_OFFSET
        chip.mcu.flash[begin : begin + filesystem.SIZE] = image
        return chip.execute(_MOUNT % (which, tables), _LONGEST_MS)

    return _apart(act)


def on_computer(image: bytes, modules: Modules, which: str, tables: list[list[str]]) -> Any:
    """How CPython reads it; GIVEN_UP if littlefs stops with an assertion."""

    def act() -> str:
        disk = Disk()
        try:
            disk.contents = Flash(image).read
        except LittleFSError:
            return json.dumps("no file system")

        def enter(slot: str) -> Any:
            disk.enter(slot)
            return disk.packs

        there: dict[str, Any] = {
            "crc32": crc32,
            "open": disk.open,
            "enter": enter,
            "slots": disk.slots,
            "find_tables": lambda folder: disk.tables(folder[1:]),
            "BookFile": BookFile,
            "BookError": BookError,
            "MODULES": _sums(modules),
        }
        exec(_VERDICT, there)
        return json.dumps(there["verdict"](which, tables))

    return _apart(act)


def _apart(act: Callable[[], str]) -> Any:
    """The result of `act` in a fork, from JSON; GIVEN_UP if the fork ends without a result."""

    def answer() -> tuple[str, str]:
        try:
            return PASSED, act()
        except Exception as error:  # noqa: BLE001 - reported below
            return FAILED, str(error)

    outcome, said = run_apart(answer)
    if outcome == PASSED:
        return json.loads(said)
    assert "without a word" in said, said
    return GIVEN_UP
