"""The loader: starts the firmware out of one of the two slots on the board's flash, /a and /b.

On a board it exists twice, as /lodestart.py and /lodestart_.py: /main.py is a few lines that take
the second if the first is damaged (host_tools/build/layout.py).

/slot names the one to run, and why not the other one if that was damaged. It is replaced by
renaming; if it is missing or damaged, slot a is tried first, and the serial line says so. A slot
has a manifest, which names packs of modules, tables, and twice the compiled module that reads
packs. Packs and tables that two firmwares share are stored once.

At a start the manifest is checked, the index of each pack, the first whole copy of the reader, and
each module when it is imported. If any of these is damaged or raises, the other slot starts, and
the serial line says why. If neither starts, both are tried again without the game that the board
would start with. A module imported later is checked then; all files of the running slot and this
one are checked while the board is idle (system/files_check.py). Damage found then makes the board
restart with the other slot, if all its code is whole; otherwise a message names the file.

If the manifest names no packs, the modules are files beside it: a firmware before version 0.2.

MicroPython compiles this file at each start, half a millisecond per line, before the lights come
on. So everything that can be in a slot, compiled, belongs there. The last line is a SHA-256.
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

FOLDER = " /packs/"  # path of the packs and of their reader, as in a manifest
MOUNT = "/lode"  # mount point of the running slot's modules


def slots() -> "tuple[str, str]":
    """Return both slots, the one to try first in front."""
    try:
        with open("/slot", "rb") as file:
            named = file.read(1)
    except OSError:
        named = b""
    return ("b", "a") if named == b"b" else ("a", "b")


def enter(slot: str) -> str:
    """Import from this slot from now on; return the firmware's name. OSError, ImportError."""
    try:
        with open("/" + slot + "/manifest") as file:
            text: str = file.read()
    except UnicodeError:
        text = ""
    lines = text.split("\n")
    words = lines[0].split()
    end = 4 <= len(words) <= 6 and lines[-2:] == ["end", ""]
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
            vfs.mount(reader(lines).Packs(paths), MOUNT)
        sys.path.insert(0, place)
    return words[2] + " " + words[3]


def reader(lines: "list[str]") -> "Any":
    """Import the module that reads packs, from its first copy that is whole, by SHA-256."""
    for line in lines:
        total, _, path = line.partition(FOLDER)
        if path.endswith(".mpy"):
            try:
                with open("/packs/" + path, "rb") as file:
                    if sha256(file.read()).digest().hex() == total:
                        return __import__("packs." + path[:-4], None, None, ("Packs",))
            except OSError:
                pass  # a copy that is missing
    raise ImportError("its reader of packs is not whole")


def unload(slot: str) -> None:
    """Remove all modules of a slot that did not import."""
    for place in (MOUNT, "/" + slot):
        if place in sys.path:
            sys.path.remove(place)
            if place == MOUNT:
                vfs.umount(MOUNT)
    for name in list(sys.modules):
        if name.split(".")[0] == "lodeboard" or name.startswith("packs"):
            del sys.modules[name]
    gc.collect()


def main() -> None:
    trouble = ""
    for last in ((), (True,)):
        for slot in slots():
            try:
                name = enter(slot)
                from lodeboard.system.start import Start

                board = Start("/" + slot, name, *last)
            except Exception as error:  # noqa: BLE001 - whatever is wrong with it, there is another
                trouble = f"Slot {slot} does not start"
                print(trouble + ":")
                sys.print_exception(error)
                trouble += f" ({type(error).__name__}: {error})"
                unload(slot)
            else:
                board.play(trouble and f"{trouble}; slot {slot} runs.")
                return
    print("Neither slot starts. Put the firmware on the board again: lodeboard flash")


def start() -> None:
    """Run `main`. MicroPython restarts after SystemExit, with all memory free, which the firmware
    requests by this word. Otherwise continue to the prompt."""
    try:
        main()
    except SystemExit as error:
        if error.args[:1] == ("restart",):
            raise


if __name__ == "__main__":
    start()
