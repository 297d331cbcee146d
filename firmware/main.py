"""Starts the firmware out of one of the two slots on the board's flash, /a and /b.

/slot names the one to run; it is replaced by renaming, so it always names one of them; any
other contents mean a. A slot has a manifest, which names packs of modules and the compiled module
that reads them. A slot is valid if its manifest, which is written last, and the files it names are
complete, and everything imports. Otherwise the other slot runs, and the serial line says why. If
the manifest names no packs, the modules are files beside it: a firmware before version 0.2.

MicroPython compiles this file at each start, half a millisecond per line, before the lights come
on. So everything that can be in a slot, compiled, belongs there.
"""

import gc
import sys
from hashlib import sha256

import vfs

# Collect early and often, from the first import on: permanent objects then lie close together and
# leave a large free block for the search's table. Otherwise the heap fragments.
gc.threshold(32768)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lodeboard.system.start import Start

FOLDER = " /packs/"  # path of the packs and of their reader, as in a manifest
MOUNT = "/lode"  # mount point of the running slot's modules


def slots() -> "tuple[str, str]":
    """Return both slots, the one to try first in front."""
    try:
        with open("/slot", "rb") as file:
            named = file.read(16).strip()
    except OSError:
        named = b""
    return ("b", "a") if named == b"b" else ("a", "b")


def enter(slot: str) -> str:
    """Import from this slot from now on; return the firmware's name. OSError, ImportError."""
    with open("/" + slot + "/manifest") as file:
        text: str = file.read()
    lines = text.split("\n")
    words = lines[0].split()
    end = 4 <= len(words) <= 5 and lines[-2:] == ["end", ""]
    # The id is a hash of the lines between first and last; from format 3 on, of all but itself.
    rest = text[text.find("\n") + 1 : -4]
    if end and words[1] > "2":
        rest = text.replace(words[3], "", 1)
    if not end or words[3] != sha256(rest.encode()).digest().hex()[:12]:
        raise ImportError("its manifest is not whole")
    paths = [line.split()[1] for line in lines if FOLDER in line]
    place = MOUNT if paths else "/" + slot
    if place not in sys.path:
        if paths:
            reader = next(line.split() for line in lines if line.endswith(".mpy"))
            vfs.mount(module(*reader).Packs(paths), MOUNT)
        sys.path.insert(0, place)
    return words[2] + " " + words[3]


def module(total: str, path: str) -> "Any":
    """Import the module in this file; check its SHA-256. OSError, ImportError."""
    with open(path, "rb") as file:
        if sha256(file.read()).digest().hex() != total:
            raise ImportError(path + " is not whole")
    folder, name = path.rsplit("/", 1)
    sys.path.insert(0, folder)
    try:
        return __import__(name[:-4])
    finally:
        sys.path.pop(0)


def load(slot: str) -> "Start":
    """Import the whole firmware of a slot. Raises what the import raises."""
    name = enter(slot)
    from lodeboard.system.start import Start

    return Start("/" + slot, name)


def unload(slot: str) -> None:
    """Remove all modules of a slot that did not import."""
    for place in (MOUNT, "/" + slot):
        if place in sys.path:
            sys.path.remove(place)
            if place == MOUNT:
                vfs.umount(MOUNT)
    for name in list(sys.modules):
        if name.split(".")[0] == "lodeboard" or name.startswith("packs_"):
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
            unload(slot)
        else:
            board.play(trouble and f"{trouble}; slot {slot} runs.")
            return
    print("Neither slot starts. Put the firmware on the board again: lodeboard flash")


if __name__ == "__main__":  # a self-test imports this file, to find its modules
    try:
        main()
    except SystemExit as error:
        # MicroPython restarts after SystemExit, with all memory free, which the firmware requests
        # by this word. Otherwise continue to the prompt.
        if error.args[:1] == ("restart",):
            raise
