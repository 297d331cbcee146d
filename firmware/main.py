"""Starts the firmware out of one of the two slots on the board's flash, /a and /b.

/slot names the one to run; it is replaced by renaming, so it always names one of them; any other
contents mean a. A slot is a manifest, which names packs of modules. It
counts when its manifest, written last, and its packs are whole, and all of it imports; otherwise
the other one runs, and the serial line says why. A slot with a manifest that names no packs has
its modules as files beside it: a firmware before version 0.2.
"""

import gc
import struct
import sys
from binascii import crc32

import vfs

# Collect early and often, from the first import on: what stays then lies close together, and
# leaves room in one piece for the search's table. Left to itself the heap ends in shreds.
gc.threshold(32768)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

    from lodeboard.system.start import Start

MOUNT = "/lode"  # where the modules of the running slot are imported from


class Packs:
    """The modules in packs as a file system, from which MicroPython can import and no more.

    `paths`: of the packs. ImportError when one of them is missing or damaged. What is in a pack
    is said in host_tools/build/packs.py; its index stays on flash and is read when asked for.
    """

    def __init__(self, paths: "list[str]") -> None:
        self._counts = {path.split("/")[-1].split(".")[0]: (path, count(path)) for path in paths}
        self._held: "tuple[str, str, BinaryIO | None]" = ("", "", None)  # pack, module, file
        self._interrupted = False

    def mount(self, readonly: bool, mkfs: bool) -> None:
        pass

    def umount(self) -> None:
        pass

    def open(self, path: str, mode: str) -> "BinaryIO":
        """The pack, to be read from where the module begins: a module says where it ends."""
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt
        if self._held[1] != path:
            self._find(path)
        file = self._held[2]
        self._held = ("", "", None)
        return file  # type: ignore[return-value]  # found

    def stat(self, path: str) -> "tuple[int, ...]":
        # MicroPython takes whatever is raised here for "no such file". To have Ctrl-C heard, the
        # next module that is asked for is said to be there, and `open` raises it again.
        try:
            return self._stat(path)
        except KeyboardInterrupt:
            self._interrupted = True
        return self._stat(path)

    def _stat(self, path: str) -> "tuple[int, ...]":
        """A folder is one that has an `__init__.mpy`; sources there are none."""
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
        """Hold the pack with this module, at the module's first byte. OSError without one."""
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
        at = sums.find(wanted)
        while at > 0 and at % 4:
            at = sums.find(wanted, at + 1)
        if at < 0:
            raise OSError(2)
        file.seek(32 + 4 * size + at)
        file.seek(struct.unpack("<I", file.read(4))[0])
        self._held = (pack, path, file)


def count(path: str) -> int:
    """How many modules are in a pack; ImportError where it is missing or not whole."""
    try:
        with open(path, "rb") as file:
            words = struct.unpack("<4sHHII12sI", file.read(32) + bytes(32))
            size = file.seek(0, 2)
            if words[:2] == (b"LODE", 1) and words[4] == size:
                file.seek(0)
                total = crc32(file.read(28))
                file.seek(32)
                if crc32(file.read(8 * words[2] + words[3]), total) == words[6]:
                    return int(words[2])
    except OSError:
        raise ImportError(path + " is missing")  # noqa: B904 - MicroPython keeps no cause
    raise ImportError(path + " is not whole")


def slots() -> "tuple[str, str]":
    """Both slots, the one to try first in front."""
    try:
        with open("/slot", "rb") as file:
            named = file.read(16).strip()
    except OSError:
        named = b""
    return ("b", "a") if named == b"b" else ("a", "b")


def read(slot: str) -> "tuple[str, list[str]]":
    """What the manifest of a slot calls its firmware, and its packs. OSError, ImportError
    without a manifest."""
    with open("/" + slot + "/manifest", "rb") as file:
        words = file.readline().split()
        lines = [str(line, "utf-8").strip() for line in file if b" /packs/" in line]
        file.seek(-4, 2)
        if not 4 <= len(words) <= 5 or file.read() != b"end\n":
            raise ImportError("its manifest is not whole")
    return str(words[2] + b" " + words[3], "utf-8"), [line.split(" ")[1] for line in lines]


def enter(slot: str) -> str:
    """Have modules imported from this slot; what its firmware is called. OSError, ImportError."""
    name, packs = read(slot)
    place = MOUNT if packs else "/" + slot
    if place not in sys.path:
        if packs:
            vfs.mount(Packs(packs), MOUNT)
        sys.path.insert(0, place)
    return name


def load(slot: str) -> "Start":
    """Import all the firmware of a slot. Raises what the import raises."""
    name = enter(slot)
    from lodeboard.system.start import Start

    return Start("/" + slot, name)


def forget(slot: str) -> None:
    """Leave nothing of a slot that did not import."""
    for place in (MOUNT, "/" + slot):
        if place in sys.path:
            sys.path.remove(place)
            if place == MOUNT:
                vfs.umount(MOUNT)
    for name in list(sys.modules):
        if name.split(".")[0] == "lodeboard":
            del sys.modules[name]
    gc.collect()


def main() -> None:
    trouble = ""
    for slot in slots():
        try:
            board = load(slot)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with it, there is another
            print("Slot", slot, "does not start:")
            sys.print_exception(error)
            trouble = f"Slot {slot} does not start ({type(error).__name__}: {error})"
            forget(slot)
        else:
            board.play(trouble and f"{trouble}; slot {slot} runs.")
            return
    print("Neither slot starts. Put the firmware on the board again: lodeboard flash")


if __name__ == "__main__":  # a self-test imports this file, to find its modules
    try:
        main()
    except SystemExit as error:
        # Left to itself, MicroPython would start all this again: with all memory free, which is
        # what the firmware wants by this word. Else on to the prompt.
        if error.args[:1] == ("restart",):
            raise
