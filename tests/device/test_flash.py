"""A firmware put on a board by the real mpremote: the emulated chip at its serial port."""

import ast
import contextlib
import re
import signal
import subprocess
import time

import pytest
from cli.command import PROGRAM
from device import small
from device.powercut import Silent, flash_once, hello, start_again

from host_tools import ROOT
from host_tools.board.device import flash as flashing
from host_tools.board.device import onboard, reach
from host_tools.board.device.errors import (
    DamagedError,
    DeviceError,
    LacksError,
    NoHelloError,
    NotMicroPythonError,
    OtherFirmwareError,
    TooFullError,
    TooOldError,
    TooSmallError,
    UnpluggedError,
    WrongChipError,
)
from host_tools.board.device.flash import flash
from host_tools.board.device.transport import Prompt
from host_tools.board.emulator.serialport import SerialPort
from host_tools.build import changes, firmware, profiles
from host_tools.build.layout import Firmware, sha256

pytestmark = pytest.mark.chip

OLD, NEW = small.OLD, small.NEW
STORED = {"data/settings.blob": b"settings", "data/game.blob": b"unfinished"}


@pytest.mark.slow
def test_a_bare_pico_gets_it_all_and_plays() -> None:
    board = small.board({"boot.py": b"# Somebody's.\n", "main.py": b"print('somebody\\'s')\n"})
    error, said = flash_once(board, NEW)
    assert error is None
    assert "there is no firmware on it yet" in said
    assert said.endswith(f"answers and runs firmware 2.0 {NEW.manifest.id}")
    assert board.files() == {
        **NEW.board_files(),
        "boot.py": b"# Somebody's.\n",
        "main-before-lodeboard.py": b"print('somebody\\'s')\n",
    }
    assert board.execute("import os\nprint(os.listdir('/data'))") == "[]\r\n"


@pytest.mark.verify
def test_the_second_time_there_is_nothing_to_do() -> None:
    files = {**OLD.board_files(), **STORED}
    board = small.board(files)
    error, said = flash_once(board, OLD)
    assert error is None
    assert f"it has firmware 1.0 {OLD.manifest.id} in slot a" in said
    assert f"{OLD.manifest.id}: nothing to do" in said
    assert "the board answers" in said
    assert board.files() == files


@pytest.mark.slow
def test_a_board_whose_main_is_cut_off_gets_just_that_and_plays() -> None:
    """MicroPython runs nothing in its place, and says nothing before somebody presses Enter."""
    files = OLD.board_files()
    board = small.board({**files, **STORED, "main.py": files["main.py"][:109]})
    error, said = flash_once(board, OLD)
    assert error is None, said
    assert board.files() == {**files, **STORED}
    assert hello(start_again(bytes(board.mcu.flash)))["firmware"] == f"1.0 {OLD.manifest.id}"


@pytest.mark.slow
def test_only_what_changed_is_sent_and_what_is_kept_stays() -> None:
    board = small.board({**OLD.board_files(), **STORED})
    error, said = flash_once(board, NEW, dry_run=True)
    assert error is None
    core = next(path for path in NEW.pack_files if "core" in path)
    assert f"would replace {core} ({len(NEW.pack_files[core])} bytes)" in said
    assert said.endswith("nothing was changed; the board was restarted")
    assert board.files() == {**OLD.board_files(), **STORED}

    sent: list[str] = []
    send_file = Prompt.send_file
    with pytest.MonkeyPatch.context() as patch:

        def send(prompt, path, data, advance):
            sent.append(path)
            send_file(prompt, path, data, advance)

        patch.setattr(Prompt, "send_file", send)
        error, _ = flash_once(board, NEW)
    assert error is None
    assert board.files() == {**OLD.slot_files("a"), **NEW.board_files("b"), **STORED}
    names = sorted(path.removeprefix("/").split(".")[0] for path in sent)
    assert names == ["b/manifest", "packs/core", "packs/mine", "slot", "tables/made_up"]


@pytest.mark.verify
def test_erasing_deletes_what_the_board_kept() -> None:
    board = small.board({**OLD.board_files(), **STORED, "mine.txt": b"mine"})
    error, _ = flash_once(board, OLD, erase=True)
    assert error is None
    assert board.files() == {**OLD.board_files(), "mine.txt": b"mine"}


def test_what_arrives_damaged_is_found_and_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    board = small.board(OLD.board_files())
    send_file = Prompt.send_file

    def damage(prompt, path, data, advance):
        send_file(prompt, path, data.replace(b"Filler", b"Miller"), advance)

    with monkeypatch.context() as patch:
        patch.setattr(Prompt, "send_file", damage)
        error, _ = flash_once(board, NEW)
    assert isinstance(error, DamagedError)
    assert f"packs/core.{sha256(NEW.packs['core'])[:8]}.bin.new" in str(error)
    assert "differ from what was sent" in str(error)
    assert board.files()["slot"] == b"a\n"
    assert "b/manifest" not in board.files()


def plays(port: SerialPort, version: str) -> bool:
    """Whether the board says a new hello of this version soon."""
    with port.held() as chip:
        mark = len(chip.text())
    end = time.monotonic() + 200  # only a fault takes that long
    while time.monotonic() < end:
        with port.held() as chip:
            if f'"is": ["{version}"' in chip.text()[mark:]:
                return True
        time.sleep(0.02)
    return False


class Stop(Silent):
    """Does something in the middle."""

    def __init__(self, total: int, at: int, what) -> None:
        super().__init__(total)
        self._at = at
        self._what = what

    def update(self) -> None:
        super().update()
        if self.done == self._at:
            self._what()


def interrupt() -> None:
    raise KeyboardInterrupt


@pytest.mark.verify
def test_ctrl_c_leaves_the_board_playing() -> None:
    board = small.board(OLD.board_files())
    with SerialPort(board) as port:
        with pytest.raises(KeyboardInterrupt):
            flash(NEW, port.wait(), lambda line: None, lambda n: Stop(n, 8, interrupt))
        assert plays(port, "1.0")


@pytest.mark.verify
@pytest.mark.parametrize("after_s", [0.0, 0.31, 0.62, 1.13, 2.07])
@pytest.mark.parametrize("kill", [signal.SIGINT, signal.SIGKILL])
def test_a_program_that_is_ended_anywhere_leaves_the_old_firmware(
    kill: int, after_s: float
) -> None:
    """The real command as a process: with Ctrl-C it puts the board back to play; killed, it
    leaves it at the prompt, and the next power-on plays."""
    board = small.board(OLD.board_files())
    with SerialPort(board) as port:
        command = [PROGRAM, "flash", "--port", port.wait()]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            while "send" not in process.stdout.readline():
                pass
            time.sleep(after_s)
            process.send_signal(kill)
        if kill == signal.SIGINT:
            assert process.returncode == 130
            assert plays(port, "1.0")
    again = start_again(bytes(board.mcu.flash))
    assert hello(again)["is"] == ["1.0"] * 4


@pytest.mark.verify
def test_after_a_cable_was_pulled_the_next_time_goes_on() -> None:
    board = small.board(OLD.board_files())
    with SerialPort(board) as port:
        with pytest.raises(UnpluggedError):
            flash(NEW, port.wait(), lambda line: None, lambda n: Stop(n, 6, port.unplug))
        port.plug()
        flash(NEW, port.wait(), lambda line: None, Silent)
        assert plays(port, "2.0")


@pytest.mark.verify
def test_a_firmware_that_does_not_start_leaves_the_old_one_playing() -> None:
    part = {"lodeboard/part.mpy": small.compiled(b"import none\n")}
    modules = {**NEW.modules, **part}
    broken = Firmware("3.0", small.LOADER, modules, board=NEW.board, reader=small.READER)
    board = small.board(OLD.board_files())
    error, _ = flash_once(board, broken)
    assert isinstance(error, OtherFirmwareError)
    assert f"started firmware 1.0 {OLD.manifest.id} and not {broken.manifest.id}" in str(error)
    assert "Slot b does not start" in str(error)


@pytest.mark.verify
def test_a_firmware_that_says_nothing_is_told_by_what_it_printed() -> None:
    mute = b"""
import time
class Start:
    def __init__(self, folder, version):
        pass
    def play(self, trouble):
        while True:
            print('I am mute')
            time.sleep_ms(50)
"""
    board = small.board({})
    start = {"lodeboard/system/start.mpy": small.compiled(mute)}
    silent = Firmware("3.0", small.LOADER, {**NEW.modules, **start}, reader=small.READER)
    error, _ = flash_once(board, silent, hello_s=3)
    assert isinstance(error, NoHelloError)
    assert "said no hello within 3 s of the restart. Its last lines: " in str(error)
    assert "I am mute" in str(error)


# `boot.py` runs before the prompt: what the board says of itself is made up there.
PRETEND = """
import sys
class Implementation:
    _machine = {machine!r}
    _mpy = {mpy}
    def __getitem__(self, at):
        return ({name!r}, {version})[at]
class Pretended:
    implementation = Implementation()
    platform = {platform!r}
sys.modules['sys'] = Pretended
"""
WITHOUT = b"""
import builtins
_import = builtins.__import__
def _some(name, *more):
    if name == 'uctypes':
        raise ImportError(name)
    return _import(name, *more)
builtins.__import__ = _some
"""
OF_HOSTS = {"collections", "typing"}  # imported for annotations, which compiling drops
REAL = {
    "name": "micropython",
    "version": (1, 25, 0, ""),
    "machine": "Raspberry Pi Pico with RP2040",
    "mpy": 4870,
    "platform": "rp2",
}


@pytest.mark.parametrize(
    ("pretended", "kind", "said"),
    [
        (
            {"machine": "Raspberry Pi Pico2 with RP2350-RISCV"},
            WrongChipError,
            "does not run on the board on .*: Raspberry Pi Pico2 with RP2350-RISCV",
        ),
        (
            {"platform": "esp32", "machine": "Generic ESP32 module with ESP32"},
            WrongChipError,
            "Generic ESP32",
        ),
        (
            {"name": "circuitpython", "version": (9, 2, 1)},
            NotMicroPythonError,
            "circuitpython 9.2.1",
        ),
        ({"version": (1, 20, 0)}, TooOldError, "MicroPython 1.20.0 on .* needs MicroPython 1.24.0"),
    ],
)
def test_a_board_that_cannot_run_it_is_left_as_it_is(
    pretended: dict, kind: type, said: str
) -> None:
    files = {"boot.py": PRETEND.format(**{**REAL, **pretended}).encode()}
    board = small.board(files)
    error, _ = flash_once(board, NEW)
    assert type(error) is kind
    with pytest.raises(DeviceError, match=said):
        raise error
    assert board.files() == files


def test_a_build_without_a_module_that_is_needed_is_left_as_it_is() -> None:
    board = small.board({"boot.py": WITHOUT})
    error, _ = flash_once(board, NEW)
    assert isinstance(error, LacksError)
    assert "this firmware needs one with uctypes. " in str(error)
    assert board.files() == {"boot.py": WITHOUT}


PICO_W = {**REAL, "machine": "Raspberry Pi Pico W with RP2040"}
LESS_MEMORY = """
class Memory:
    def mem_free():
        return 150_000
    def mem_alloc():
        return 50_000
    collect = threshold = lambda *_: None
sys.modules['gc'] = Memory
"""


def test_the_image_that_keeps_memory_for_the_radio_of_a_pico_w_is_refused() -> None:
    files = {"boot.py": (PRETEND.format(**PICO_W) + LESS_MEMORY).encode()}
    board = small.board(files)
    error, _ = flash_once(board, NEW)
    assert isinstance(error, TooSmallError)
    assert "leaves the games 29 KiB of memory too little" in str(error)
    assert board.files() == files
    board = small.board({"boot.py": PRETEND.format(**PICO_W).encode()})
    error, _ = flash_once(board, NEW, dry_run=True)
    assert error is None


def test_a_newer_micropython_and_stashed_data_are_flashed_over_and_named() -> None:
    files = {"boot.py": PRETEND.format(**{**REAL, "version": (1, 99, 0, "")}).encode()}
    files["data.aside/settings.blob"] = b"its own"
    error, said = flash_once(small.board(files), NEW, dry_run=True)
    assert error is None
    assert "MicroPython 1.99.0 has not been tried with this firmware, but fits" in said
    assert "still stashed on it" in said


PICO_2 = {**REAL, "machine": "Raspberry Pi Pico2 with RP2350", "mpy": 7942}  # 6.3, ARMV7EMSP


@pytest.mark.slow
def test_a_pico_2_gets_the_firmware_of_its_chip_and_is_said_to_be_untried() -> None:
    """The plan only: there is no emulator of its chip."""
    asked = []

    def for_chip(chip: str) -> Firmware:
        asked.append(chip)
        return firmware.build(chip=chip)

    board = small.board({"boot.py": PRETEND.format(**PICO_2).encode()})
    error, said = flash_once(board, for_chip, dry_run=True)
    assert error is None
    assert asked == ["rp2350"]
    assert "found MicroPython 1.25.0 on Raspberry Pi Pico2 with RP2350" in said
    assert "this firmware has not been tried on an RP2350" in said
    for path in firmware.build(chip="rp2350").board_files():
        assert f" {path}" in said
    error, said = flash_once(small.board({}), for_chip, dry_run=True)
    assert error is None
    assert asked[1:] == ["rp2040"]
    assert "has not been tried" not in said


@pytest.mark.slow
def test_a_pico_2_w_gets_the_firmware_with_its_radio_if_its_micropython_has_one() -> None:
    machine = "Raspberry Pi Pico 2 W with RP2350"
    files = {"boot.py": PRETEND.format(**{**PICO_2, "machine": machine}).encode()}
    radio = {f"{name}.py": b"" for name in onboard.OF_RADIO}

    def for_chip(chip: str) -> Firmware:
        return firmware.build(chip=chip)

    error, said = flash_once(small.board(files | radio), for_chip, dry_run=True)
    assert error is None
    for path in firmware.build(chip="rp2350w").board_files():
        assert f" {path}" in said
    error, _ = flash_once(small.board(files), for_chip, dry_run=True)
    assert isinstance(error, LacksError)
    assert "network, socket, websocket" in str(error)


@pytest.mark.parametrize(("pretended", "chip"), [(PICO_2, "rp2040"), (REAL, "rp2350")])
def test_machine_code_of_another_chip_is_refused(pretended: dict, chip: str) -> None:
    files = {"boot.py": PRETEND.format(**pretended).encode()}
    board = small.board(files)
    error, _ = flash_once(board, firmware.build(chip=chip))
    assert isinstance(error, WrongChipError)
    assert board.files() == files


def test_the_versions_said_to_be_tried_are_those_of_the_page() -> None:
    page = (ROOT / "docs/developer/micropython.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| ([0-9.]+) +\|", page, re.MULTILINE)
    assert [".".join(map(str, version)) for version in flashing.TRIED] == listed


def test_the_modules_asked_for_are_those_that_the_firmware_imports() -> None:
    imported = set()
    for path in (ROOT / "firmware").rglob("*.py"):
        if path.stem in ("circuitpython", "fat_store") or path.name == "code.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {name.name.split(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                imported.add((node.module or "").split(".")[0])
    needed = {*onboard.MODULES, *onboard.OF_RADIO}
    assert imported - {"lodeboard", "packs"} - OF_HOSTS == needed


def test_compiled_files_that_it_cannot_read_are_not_sent() -> None:
    native = b"M\x06\x12\x1f"  # native code of sub-version 2
    newer = Firmware("3.0", small.LOADER, {"lodeboard/system/start.mpy": native})
    board = small.board({})
    error, _ = flash_once(board, newer)
    assert isinstance(error, TooOldError)
    assert "which reads .mpy 6.3; this firmware needs one that reads .mpy 6.2" in str(error)
    assert board.files() == {}


@pytest.mark.verify
def test_too_little_room_names_what_takes_it_up() -> None:
    files = {**OLD.board_files(), "photos/big.bin": bytes(1_300_000), "note.txt": b"small"}
    board = small.board(files)
    error, _ = flash_once(board, small.make("2.0", bytes(60_000)))
    assert isinstance(error, TooFullError)
    assert (
        "These files are not part of the firmware: photos (1300000 bytes), note.txt (5 bytes)"
        in str(error)
    )
    assert "too little space" in str(error)
    assert "--erase" not in str(error)
    assert board.files() == files


@pytest.mark.verify
def test_where_two_tables_do_not_fit_the_old_one_goes_first() -> None:
    first = small.make("1.0", b"1" * 40_000)
    second = small.make("2.0", b"2" * 40_000)
    board = small.board({**first.board_files(), "big.bin": bytes(1_170_000)})
    error, said = flash_once(board, second)
    assert error is None, said
    tables = [path for path in board.files() if path.startswith("tables/")]
    assert tables == list(second.table_files)


def test_the_command_passes_on_what_it_was_told(lodeboard, monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[tuple] = []
    asked: list[tuple[str, str]] = []
    monkeypatch.setattr(
        "host_tools.play.onboard.firmware.build",
        lambda board, chip: asked.append((board, chip)) or NEW,
    )
    monkeypatch.setattr(
        "host_tools.board.device.flash.flash",
        lambda make, port, *_, **named: reported.append(((make("made up"), port), named)),
    )
    assert lodeboard("flash", "--port", "P", "--dry-run").status == 0
    assert lodeboard("flash", "--erase").status == 0
    assert lodeboard("flash", "--erase", "--board", "tile7x7").status == 0
    new = {"changes": changes.load()}
    assert reported == [
        ((NEW, "P"), {"dry_run": True, "erase": False, "other_board": False, **new}),
        ((NEW, None), {"dry_run": False, "erase": True, "other_board": False, **new}),
        ((NEW, None), {"dry_run": False, "erase": True, "other_board": True, **new}),
    ]
    assert asked == [
        (board, "made up") for board in (profiles.DEFAULT, profiles.DEFAULT, "tile7x7")
    ]


def test_going_back_sends_nothing(lodeboard, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple] = []
    monkeypatch.setattr(
        "host_tools.board.device.flash.go_back",
        lambda port, _, **named: asked.append((port, named)),
    )
    assert lodeboard("flash", "--back", "--port", "P", "--dry-run").status == 0
    assert asked == [("P", {"dry_run": True, "changes": changes.load()})]
    for other in (["--erase"], ["--watch"], ["--board", "tile4x4"]):
        outcome = lodeboard("flash", "--back", *other)
        assert outcome.status == 2
        assert "--back sends nothing" in outcome.err
    assert len(asked) == 1


def test_a_board_that_is_none_is_refused(lodeboard) -> None:
    outcome = lodeboard("flash", "--board", "tile9x9")
    assert outcome.status == 2
    assert "tile9x9" in outcome.err
    assert "tile4x4" in outcome.err


def test_a_firmware_that_does_not_compile_never_reaches_a_board(
    lodeboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(board: str, chip: str) -> None:
        raise firmware.CompileError("lodeboard/odd.py: SyntaxError")

    class Board:
        port = "P"
        left = False

        def leave(self) -> None:
            self.left = True

    board = Board()
    monkeypatch.setattr(firmware, "build", refuse)
    pico = flashing.Identity("MicroPython", (1, 25, 0), REAL["machine"], REAL["mpy"], "rp2")
    monkeypatch.setattr(flashing, "identify", lambda prompt: pico)
    monkeypatch.setattr(flashing, "reach", lambda port, say: contextlib.nullcontext(board))
    outcome = lodeboard("flash")
    assert board.left  # it plays again; nothing else was asked of it
    assert outcome.status == 1
    assert "the firmware does not compile: lodeboard/odd.py" in outcome.err


def test_the_command_names_what_is_wrong(lodeboard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(firmware, "build", lambda board, chip: NEW)
    monkeypatch.setattr(reach, "BACK_S", 0.0)
    outcome = lodeboard("flash", "--port", "/dev/no-such-port")
    assert outcome.status == 1
    assert outcome.err.startswith("lodeboard flash: there is no port /dev/no-such-port")
    assert outcome.err.count("\n") == 1


@pytest.mark.verify
def test_the_whole_firmware_goes_onto_a_bare_pico_and_plays(
    lodeboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = firmware.build()
    monkeypatch.setattr(firmware, "build", lambda board, chip: built)
    board = small.board({})
    with SerialPort(board) as port:
        first = lodeboard("flash", "--port", port.wait())
        assert first.status == 0, first.err
        # No terminal: plain lines say how far it is.
        said = first.err.splitlines()
        assert said
        assert all(re.fullmatch(r"\d+ of \d+ done \(\d+ %, \d+ s\)", line) for line in said)
        assert "(100 %," in said[-1]
        again = lodeboard("flash", "--port", port.wait())
        assert (again.status, again.err) == (0, "")
    wanted = built.manifest
    plays = f"the board answers and runs firmware {wanted.version} {wanted.id}\n"
    assert first.out.endswith(plays)
    assert again.out.endswith(plays)
    assert "nothing to do" in again.out
    files = built.board_files()
    stored = board.files()
    assert {path: stored.get(path) for path in files} == files
    assert all(path.startswith("data/") for path in set(stored) - set(files))


@pytest.mark.verify
def test_the_computed_room_is_enough() -> None:
    """The whole firmware, on boards with ever more room: refused, and then never too tight."""
    built = firmware.build()
    outcomes = []
    for blocks in range(235, 300, 10):
        board = small.board({"big.bin": bytes((348 - blocks) * 4096)})
        error, _ = flash_once(board, built)
        assert error is None or isinstance(error, TooFullError), error
        outcomes.append(error is None)
        if error is None:
            break
    assert outcomes[-1]
