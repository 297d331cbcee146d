"""Starts the firmware out of one of the two slots on the board's flash, /a and /b.

/slot names the one to run; it is replaced by renaming, so it always names one or the other,
and whatever else it may hold means a. A slot counts when its manifest, written last, is there
and all of it imports; otherwise the other one runs, and the serial line tells why.
"""

import gc
import sys

# Collect early and often, from the first import on: what stays then lies close together, and
# leaves room in one piece for the search's table. Left to itself the heap ends in shreds.
gc.threshold(32768)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.system.start import Start


def slots() -> "tuple[str, str]":
    """Both slots, the one to try first in front."""
    try:
        with open("/slot", "rb") as file:
            named = file.read(16).strip()
    except OSError:
        named = b""
    return ("b", "a") if named == b"b" else ("a", "b")


def version(slot: str) -> str:
    """What the manifest of a slot calls its firmware; OSError, ImportError without one."""
    with open("/" + slot + "/manifest", "rb") as file:
        words = file.readline().split()
        file.seek(-4, 2)
        if not 4 <= len(words) <= 5 or file.read() != b"end\n":
            raise ImportError("its manifest is not whole")
    return str(words[2] + b" " + words[3], "utf-8")


def load(slot: str) -> "Start":
    """Import all the firmware of a slot. Raises what the import raises."""
    name = version(slot)
    sys.path.insert(0, "/" + slot)
    from lodeboard.system.start import Start

    return Start("/" + slot, name)


def forget(slot: str) -> None:
    """Leave nothing of a slot that did not import."""
    if "/" + slot in sys.path:
        sys.path.remove("/" + slot)
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


try:
    main()
except SystemExit as error:
    # Left to itself, MicroPython would start all this again: with all memory free, which is what
    # the firmware wants by this word. Else on to the prompt.
    if error.args[:1] == ("restart",):
        raise
