"""Which of the two slots runs: on the official MicroPython, with slots of a few lines."""

import pytest

from host_tools.build import firmware, layout
from host_tools.emulator.chip import Chip
from host_tools.emulator.image import find_image

pytestmark = pytest.mark.chip

MAIN = (firmware.FIRMWARE / "main.py").read_bytes()
RUN = b"""
from lodeboard import part
class Start:
    def __init__(self, folder, version):
        print("from", folder, version)
    def play(self, trouble):
        print("playing", part.WHERE, trouble)
        print("END")
"""


def slot(name: str) -> dict[str, bytes]:
    """The files of a slot that says where it runs."""
    modules = {
        "lodeboard/__init__.py": b"",
        "lodeboard/part.py": f"WHERE = {name!r}".encode(),
        "lodeboard/system/start.py": RUN,
    }
    return layout.Firmware(f"1.{name}", MAIN, modules).slot_files(name)


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
        (b"a", "a"),
        (b"b\n", "b"),
        (None, "a"),
        (b"\xff\x00\xfe", "a"),
        (b"b" * 5000, "a"),
    ],
    ids=["a", "b", "none", "noise", "long"],
)
def test_the_pointer_names_the_slot_that_runs(pointer: bytes | None, runs: str) -> None:
    files = BOTH if pointer is None else {**BOTH, "slot": pointer}
    said = start(files)
    assert f"from /{runs} 1.{runs} " in said
    assert f"playing {runs} \r\n" in said


@pytest.mark.parametrize(
    "broken",
    [
        {"b/manifest": None},
        {"b/manifest": slot("b")["b/manifest"][:-1]},
        {"b/lodeboard/part.py": b"def"},
        {"b/lodeboard/part.py": b"1 / 0"},
        {"b/lodeboard/part.py": None, "b/lodeboard/part.mpy": b"M\x06\x1f"},
        {"b/lodeboard/system/start.py": b"bytearray(1 << 20)"},
    ],
    ids=["manifest", "half-manifest", "syntax", "raises", "half-mpy", "memory"],
)
def test_a_slot_that_does_not_start_gives_way_to_the_other(broken: dict[str, bytes | None]) -> None:
    mixed: dict[str, bytes | None] = {**BOTH, "slot": b"b", **broken}
    said = start({name: data for name, data in mixed.items() if data is not None})
    assert "Slot b does not start:" in said
    assert "playing a Slot b does not start (" in said
    assert "; slot a runs." in said


def test_without_a_slot_that_starts_the_board_says_what_to_do() -> None:
    said = start({"slot": b"b"})
    assert "Slot a does not start:" in said
    assert "Neither slot starts" in said


def test_a_new_pointer_takes_the_place_of_the_old_in_one_step() -> None:
    """What a power cut leaves before the renaming is a file nobody reads."""
    chip = Chip(find_image(), {"main.py": MAIN, **BOTH, "slot": b"a", "slot.new": b"b"})
    chip.run_until(lambda: "END" in chip.text(), 3000, "end of main.py")
    assert "playing a " in chip.text()
    chip.execute("import os; os.rename('slot.new', 'slot')")
    assert "playing b " in start(chip.files())


def test_leaving_the_firmware_ends_at_the_prompt() -> None:
    run = RUN.replace(b'print("END")', b'print("END"); raise SystemExit')
    chip = Chip(find_image(), {"main.py": MAIN, **BOTH, "a/lodeboard/system/start.py": run})
    chip.run_until(lambda: ">>> " in chip.text(), 3000, "prompt")
    assert chip.text().count("END") == 1
