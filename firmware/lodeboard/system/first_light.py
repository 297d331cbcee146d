"""The first part of start-up: compares the board with the firmware, finds the tables and imports
all modules, with progress shown by the lights. In memory only until the imports are done.
"""

from hashlib import sha256

from lodeboard.boards.profile import Profile
from lodeboard.storage.blobs import BlobError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.ports.port import Port

# Imported one at a time between lights, after the parts of the first game; the last one imports all
# other modules.
PARTS = (
    "lodeboard.lights.frame",
    "lodeboard.link.commands",
    "lodeboard.link.link",
    "lodeboard.sensing.cells",
    "lodeboard.storage.journal",
    "lodeboard.play.scene",
    "lodeboard.scenes.flow",
    "lodeboard.play.under_way",
    "lodeboard.play.guide",
    "lodeboard.play.match",
    "lodeboard.system.app",
    "lodeboard.system.run",
)
_LIGHT = 40  # at most, of 255: visible, and within the current budget with all LEDs on
_COLOURS = "RGB"


def sweep(frame: bytearray, profile: Profile, first: int, end: int) -> None:
    """Paint lights `first` to `end` - 1 of the sweep (three rounds of the chain) into a frame."""
    order: str = profile.data["leds"]["bytes_order"]
    leds = len(frame) // 3
    level = min(_LIGHT, profile.light_budget // leds)
    for light in range(first, end):
        offset = 3 * (light % leds)
        frame[offset] = frame[offset + 1] = frame[offset + 2] = 0
        frame[offset + order.find(_COLOURS[light // leds])] = level


def look(folder: str, last: bool) -> "tuple[dict[str, str], list[str]]":
    """Return the tables, see find_tables, and sentences that say what is wrong with the board, with
    the other slot and with the tables. Raises ImportError, see check."""
    wrong = [check(folder, last)]
    tables = find_tables(folder)
    return tables, wrong + find_trouble(folder[1:], tables)


def find_tables(folder: str) -> "dict[str, str]":
    """Return the tables that the manifest in this folder lists: name to path, NAME.HASH.bin."""
    tables = {}
    with open(folder + "/manifest") as file:
        file.readline()
        for line in file:
            words = line.strip().split("/")
            if words[-2:-1] == ["tables"]:
                tables[words[-1].split(".")[0]] = "/" + "/".join(words[1:])
    return tables


def check(folder: str, last: bool) -> str:
    """Compare what the board is built of, if the file beside this folder says it, with the boards
    that the firmware in the folder is for. Return what is wrong, for people, or "". Raises
    ImportError if they differ, unless `last`."""
    try:
        with open(folder[:-1] + "board", "rb") as file:
            kept = file.read(256)
    except OSError:
        return ""
    kept, _, total = kept.strip().rpartition(b" ")
    damaged = sha256(kept).digest().hex()[:8].encode() != total
    with open(folder + "/manifest") as file:
        wanted = " ".join(file.readline().split()[4:])
    if not damaged and (" " not in wanted or wanted.encode() == kept):
        return ""
    if damaged:
        return "The file /board is damaged. Write it again: lodeboard flash."
    why = f"This firmware is for {wanted}, and the board is {kept.decode()}: lodeboard flash."
    if last:
        return why
    raise ImportError(why)


def find_trouble(slot: str, tables: "dict[str, str]") -> "list[str]":
    """Return sentences that say what is wrong with the other slot and which tables are missing."""
    try:
        with open("/slot", "rb") as file:
            named, _, why = file.read(256).partition(b"\n")
    except OSError:
        named = why = b""
    text = "".join([chr(code) for code in why if 31 < code < 127])
    if named not in (b"a", b"b"):
        text = "The file /slot is damaged"
    return [text and f"{text}; slot {slot} runs.", missing_tables(tables)]


def missing_tables(tables: "dict[str, str]") -> str:
    """Return a sentence that names the tables the board lacks, or ""."""
    missing = []
    for path in tables.values():
        try:
            open(path, "rb").close()
        except OSError:
            missing.append(path)
    return f"Tables are missing: {', '.join(missing)}." if missing else ""


def begin(port: "Port", profile: Profile, version: str, last: bool = False) -> str:
    """Import all that the App needs. Raises what an import raises, with all lights red. An error in
    the code of the first game is returned as a sentence: the board runs without that game.
    `last`: also if its files are damaged."""
    frame = bytearray(3 * profile.cells)
    trouble = ""
    try:
        sweep(frame, profile, 0, 1)
        port.lights.show(frame)
        _set_clock(port)
        lights = 3 * profile.cells
        game, parts = _game_parts(port, profile)
        names = parts + list(PARTS)
        shown = 1
        for number, name in enumerate(names, 1):
            try:
                __import__(name)
            except Exception as error:
                if name not in parts:
                    raise
                from lodeboard.system.failing import leave_out

                trouble = trouble or leave_out(game, error, port, version, last)
            end = 1 + number * (lights - 1) // len(names)
            sweep(frame, profile, shown, end)
            port.lights.show(frame)
            shown = end
    except Exception:
        sweep(frame, profile, 0, profile.cells)
        port.lights.show(frame)
        raise
    return trouble


def _set_clock(port: "Port") -> None:
    """Set the processor's clock before the imports, to shorten them. The settings module is not
    loaded yet, so look only for this word of the settings (version 1: the last byte). The App sets
    the clock again."""
    try:
        data = port.store.load("settings") or b""
    except BlobError:
        data = b""
    slow = data[33:] == b"\0" if data[3:4] == b"\1" else b" fast=0" in data
    port.set_fast(not slow)


def _game_parts(port: "Port", profile: Profile) -> "tuple[str, list[str]]":
    """Return the game that the App starts with, and its modules."""
    from lodeboard.system import loader

    game = loader.first_game(port.store, profile)
    return game, loader.parts(game) if game else []
