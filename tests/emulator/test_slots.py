"""Which of the two slots runs: on the official MicroPython, with slots of a few lines."""

import pytest
from device.small import READER, compiled
from many import later

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware, layout

pytestmark = pytest.mark.chip

MAIN = (firmware.FIRMWARE / "main.py").read_bytes()
RUN = b"""
from lodeboard import part
from lodeboard.games.mine import rules
class Start:
    def __init__(self, folder, version):
        print("from", folder, version)
    def play(self, trouble):
        print("playing", part.WHERE, trouble)
        assert part.WHERE == rules.RULES
        print("END")
"""


def modules(name: str, **extra: bytes) -> dict[str, bytes]:
    """The modules of a slot that says where it runs."""
    sources = {
        "__init__": b"",
        "part": f"WHERE = {name!r}".encode(),
        "system/__init__": b"",
        "system/start": RUN,
        "games/__init__": b"",
        "games/mine/__init__": b"",
        "games/mine/rules": f"RULES = {name!r}".encode(),
    }
    return {f"lodeboard/{at}.mpy": compiled(source) for at, source in (sources | extra).items()}


def reader(name: str) -> bytes:
    """What reads packs, another one in each slot."""
    return READER + name.encode()


def slot(name: str, **extra: bytes) -> dict[str, bytes]:
    """What makes such a slot start."""
    made = modules(name, **extra)
    return layout.Firmware(f"1.{name}", MAIN, made, reader=reader(name)).slot_files(name)


def old_slot(name: str) -> dict[str, bytes]:
    """The same slot as it was before there were packs: modules as files beside the manifest."""
    old = {f"{name}/{path}": data for path, data in modules(name).items()}
    lines = "".join(f"{layout.sha256(data)} {path[2:]}\n" for path, data in old.items())
    head = f"lodeboard-firmware 1 1.{name} {layout.sha256(lines.encode())[:12]}\n"
    return {**old, f"{name}/manifest": f"{head}{lines}end\n".encode()}


def start(files: dict[str, bytes]) -> str:
    """What a board with these files and the real main.py prints."""
    chip = Chip(find_image(), {"main.py": MAIN, **files})
    ends = ("END", "lodeboard flash")
    chip.run_until(lambda: any(end in chip.text() for end in ends), 3000, "end of main.py")
    assert chip.text().isascii()
    assert chip.execute("print('open')") == "open\r\n"  # whatever became of it, the REPL answers
    return chip.text()


BOTH = {**slot("a"), **slot("b")}


@pytest.mark.parametrize(
    ("pointer", "runs"),
    [
        (b"b\n", "b"),
        (None, "a"),
        later(b"a", "a"),
        later(b"\xff\x00\xfe", "a"),
        later(b"b" * 5000, "b"),
    ],
    ids=["b", "none", "a", "noise", "long"],
)
def test_the_pointer_names_the_slot_that_runs(pointer: bytes | None, runs: str) -> None:
    files = BOTH if pointer is None else {**BOTH, "slot": pointer}
    said = start(files)
    assert f"from /{runs} 1.{runs} " in said
    assert f"playing {runs} \r\n" in said


def pack(slot_name: str, name: str) -> str:
    """The path of a slot's pack."""
    start = "packs/packs_" if name == "reader" else f"packs/{name}."
    return next(path for path in slot(slot_name) if path.startswith(start))


def changed(at: int, name: str = "core") -> dict[str, bytes | None]:
    """A pack of slot b with one byte changed."""
    data = bytearray(BOTH[pack("b", name)])
    data[at] ^= 1
    return {pack("b", name): bytes(data)}


def both_readers(data: bytes | None) -> dict[str, bytes | None]:
    """Other contents for both copies of what reads the packs of slot b."""
    return dict.fromkeys(layout.reader_paths(reader("b")), data)


@pytest.mark.parametrize("copy", [0, later(1)])
def test_one_copy_of_the_reader_is_enough(copy: int) -> None:
    path = layout.reader_paths(reader("b"))[copy]
    assert "playing b \r\n" in start({**BOTH, "slot": b"b", path: b"M"})


@pytest.mark.parametrize(
    "broken",
    [
        later({"b/manifest": None}),
        {"b/manifest": slot("b")["b/manifest"][:-1]},
        {"b/manifest": slot("b")["b/manifest"].replace(b"/packs/mine", b"/qacks/mine")},
        {"b/manifest": slot("b")["b/manifest"].replace(b" 1.b ", b" 1.c ")},
        slot("b", part=b"1 / 0"),
        later(slot("b", part=b"bytearray(1 << 20)")),
        later(slot("b", part=b"import none")),
        {pack("b", "core"): None},
        later({pack("b", "mine"): None}),
        later({pack("b", "core"): b""}),
        later({pack("b", "core"): b"LODE" + bytes(40)}),
        later({pack("b", "core"): BOTH[pack("b", "core")][:-1]}),
        later({pack("b", "core"): BOTH[pack("b", "core")][:300]}),
        later(changed(0)),
        later(changed(6)),
        later(changed(9)),
        changed(40),
        later(changed(29)),
        later(changed(100)),
        later(changed(33, "mine")),
        changed(-3),
        later(changed(-3, "mine")),
        later(both_readers(None)),
        later(both_readers(b"")),
        later(both_readers(READER)),
        both_readers(compiled(b"def Packs(_):\n return None")),
        {"b/manifest": b"\xff" + slot("b")["b/manifest"]},
    ],
    ids=[
        *("manifest", "half-manifest", "wrong-manifest", "wrong-version"),
        *("raises", "memory", "import"),
        *("no-core", "no-game"),
        *("empty", "zeros", "cut-off", "half", "magic", "count", "names", "sums", "total"),
        *("offsets", "game", "module", "game-module"),
        *("no-reader", "empty-reader", "cut-off-reader", "reader", "no-text"),
    ],
)
def test_a_slot_that_does_not_start_gives_way_to_the_other(broken: dict[str, bytes | None]) -> None:
    mixed: dict[str, bytes | None] = {**BOTH, "slot": b"b", **broken}
    said = start({name: data for name, data in mixed.items() if data is not None})
    assert "Slot b does not start:" in said
    assert "playing a Slot b does not start (" in said
    assert "; slot a runs." in said


def test_what_is_wrong_with_a_pack_is_said() -> None:
    core = pack("b", "core")
    files = {**BOTH, "slot": b"b"}
    assert f"(ImportError: /{core} is not whole); slot a" in start({**files, core: b"x" * 100})
    del files[core]
    assert f"(ImportError: /{core} is missing); slot a" in start(files)


def test_a_slot_from_before_there_were_packs_runs() -> None:
    """After main.py was replaced and before the pointer was, or when the new one does not start."""
    files = {**slot("a"), **old_slot("b"), "slot": b"b"}
    assert "playing b \r\n" in start(files)
    damaged = {**files, pack("a", "core"): b"", "slot": b"a"}
    assert "playing b Slot a does not start (" in start(damaged)
    old = {**files, "b/lodeboard/part.mpy": b"M\x06\x1f"}
    assert "playing a Slot b does not start (" in start(old)


def test_a_slot_of_the_format_before_runs() -> None:
    sums = layout.read_manifest(BOTH["b/manifest"]).sums
    before = layout.Manifest("1.b", sums, "tile4x4", format="2").encode()
    assert "playing b \r\n" in start({**BOTH, "slot": b"b", "b/manifest": before})


def test_without_a_slot_that_starts_the_board_says_what_to_do() -> None:
    said = start({"slot": b"b"})
    assert "Slot a does not start:" in said
    assert "Neither slot starts" in said


@pytest.mark.verify
def test_a_new_pointer_takes_the_place_of_the_old_in_one_step() -> None:
    """What a power cut leaves before the renaming is a file nobody reads."""
    chip = Chip(find_image(), {"main.py": MAIN, **BOTH, "slot": b"a", "slot.new": b"b"})
    chip.run_until(lambda: "END" in chip.text(), 3000, "end of main.py")
    assert "playing a " in chip.text()
    chip.execute("import os; os.rename('slot.new', 'slot')")
    assert "playing b " in start(chip.files())


def test_leaving_the_firmware_ends_at_the_prompt() -> None:
    run = RUN.replace(b'print("END")', b'print("END"); raise SystemExit')
    chip = Chip(find_image(), {"main.py": MAIN, **BOTH, **slot("a", **{"system/start": run})})
    chip.run_until(lambda: ">>> " in chip.text(), 3000, "prompt")
    assert chip.text().count("END") == 1


LOOKED_UP = """
import loader, sys
loader.enter('a')
name = [name for name in sys.modules if name.startswith('packs.packs_')][0]
reader = sys.modules[name]
PACKS = reader.Packs
find = PACKS._find
calls = [0]
def interrupted(self, path):
    calls[0] -= 1
    if calls[0] == 0:
        raise KeyboardInterrupt
    find(self, path)
PACKS._find = interrupted
def get():
    from lodeboard.games.mine import rules
    return rules.RULES
calls[0] = 100
print(get())
used = 100 - calls[0]
received = 0
for at in range(1, used + 1):
    loader.unload('a')
    sys.modules[name] = reader
    calls[0] = at
    loader.enter('a')
    try:
        print(get())
    except KeyboardInterrupt:
        received += 1
    print(get())
print(used > 4 and received == used)
"""


@pytest.mark.verify
def test_ctrl_c_is_heard_while_a_module_is_looked_up() -> None:
    """MicroPython itself takes it for a file that is not there."""
    chip = Chip(find_image(), {**BOTH, "loader.py": MAIN})
    said = chip.execute(LOOKED_UP).split()
    assert said[-1] == "True"
    assert set(said[:-1]) == {"a"}
