"""`lodeboard emulate --serial`, as it is typed: a board for other programs."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import serial
from cli.command import PROGRAM, Command
from one_board import PROFILE

from host_tools.board.emulator.bootrom import copy_to_drive
from host_tools.board.emulator.filesystem import read_image
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware
from host_tools.play.cli import emulate_serial, main
from host_tools.workshop.release.uf2 import make_uf2
from lodeboard.boards.rp2040 import FILES_OFFSET, FLASH_BYTES

pytestmark = pytest.mark.chip

PATIENCE_S = 120


@contextlib.contextmanager
def emulated(*words):
    """The command as a process, and its port's path; killed at the end where it still runs."""
    command = [PROGRAM, "emulate", "--serial", *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            yield running, running.stdout.readline().removesuffix("\n")
        finally:
            running.kill()


def mpremote(path, *words):
    done = subprocess.run(
        [sys.executable, "-m", "mpremote", "connect", path, *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def refused(capsys, monkeypatch):
    """The one message with which these arguments are refused."""

    def message(*words):
        done = Command(capsys, monkeypatch)("emulate", *map(str, words))
        assert (done.status, done.out) == (2, ""), done.err
        assert len(done.err.splitlines()) == 1
        return done.err

    return message


def files(image):
    return read_image(image.read_bytes()[FILES_OFFSET:])


@pytest.mark.slow
@pytest.mark.parametrize(
    "end", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.verify)]
)
def test_other_programs_talk_to_it_until_ctrl_c_which_leaves_nothing(end):
    with emulated("--blank") as (running, path):
        assert mpremote(path, "exec", "print(6 * 7)") == "42\n"
        assert "main.py" not in mpremote(path, "ls")
        running.send_signal(end)
        assert running.wait(PATIENCE_S) == 130
        assert running.stdout.read() == ""
    assert not os.path.lexists(path)
    assert not Path(path).parent.exists()


@pytest.mark.verify
def test_killed_and_started_again_it_has_what_it_was_told_was_written(tmp_path, refused):
    image = tmp_path / "board.bin"
    (tmp_path / "note.txt").write_text("kept" * 700)
    with emulated("--flash", image, "--blank") as (running, path):
        mpremote(path, "cp", str(tmp_path / "note.txt"), ":note.txt")
        running.kill()
        running.wait(PATIENCE_S)
    assert files(image) == {"note.txt": b"kept" * 700}
    with emulated("--flash", image) as (_, path):
        script = "print(open('note.txt').read() == 'kept' * 700); import os; os.remove('note.txt')"
        assert mpremote(path, "exec", script) == "True\n"
        in_use = refused("--serial", "--flash", image)
        assert f"{image} is in use by a running board" in in_use
    assert files(image) == {}


def message(line, kind):
    """The next message of this kind; AssertionError when the board has nothing more to say."""
    for said in iter(line.readline, b""):
        with contextlib.suppress(ValueError):  # the rest of what came before
            found = json.loads(said)
            if isinstance(found, dict) and found.get("t") == kind:
                return found
    raise AssertionError(f"no {kind}")


@pytest.mark.slow
def test_the_board_asked_for_says_hello_and_feels_its_own_sensors(tmp_path):
    image = tmp_path / "board.bin"
    with (
        emulated("--flash", image, "--board", "tile7x7") as (_, path),
        serial.Serial(path, timeout=PATIENCE_S, exclusive=True) as line,
    ):
        line.write(b'\n{"c": "hello"}\n{"c": "watch", "on": true}\n')
        assert message(line, "hello")["board"] == "tile7x7"
        readings = message(line, "cells")["raw"]
    assert len(readings) == 49
    assert all(20_000 < reading < 45_000 for reading in readings), readings
    assert "main.py" in files(image)


@pytest.mark.parametrize(
    ("contents", "why"),
    [
        (b"no flash", f"is not a flash image: it has 8 bytes instead of {FLASH_BYTES}"),
        (bytes(FLASH_BYTES), "holds a different MicroPython"),
    ],
)
def test_a_file_that_is_no_flash_is_refused_and_stays_as_it_is(tmp_path, refused, contents, why):
    image = tmp_path / "board.bin"
    image.write_bytes(contents)
    said = refused("--serial", "--flash", image)
    assert str(image) in said
    assert why in said
    assert image.read_bytes() == contents


def test_a_blank_board_does_not_take_the_place_of_one_that_is_kept(tmp_path, refused):
    image = tmp_path / "board.bin"
    image.write_bytes(bytes(FLASH_BYTES))
    assert f"{image} holds a board's flash already" in refused(
        "--serial", "--blank", "--flash", image
    )
    assert image.read_bytes() == bytes(FLASH_BYTES)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--serial", "--script", "tests/scenarios"], "runs no script"),
        (["--blank"], "add --serial"),
        (["--flash", "board.bin"], "add --serial"),
        (["--fast"], "add --serial"),
        (["--uf2", "new.uf2"], "add --serial"),
        (["--serial", "--uf2", "new.uf2", "--blank"], "not allowed with argument"),
        (["--serial", "--uf2", "no-such.uf2"], "cannot read no-such.uf2: No such file"),
        (["--serial", "--flash", "no/such/folder/board.bin"], "there is no folder no/such/folder"),
        (["--serial", "--flash", "."], "cannot use .: it is not a file"),
    ],
)
def test_arguments_that_do_not_go_together_are_one_message(refused, words, why):
    assert why in refused(*words)


@pytest.fixture
def uf2(tmp_path):
    """The file for a new Pico."""
    path = tmp_path / "new.uf2"
    path.write_bytes(make_uf2(find_image(), firmware.build()))
    return path


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda data: data + data, "blocks before its end"),
        (lambda data: data[:-512], "1 blocks are missing at its end"),
        (lambda data: data.replace(b"\x56\xff\x8b\xe4", b"\x59\xff\x8b\xe4"), "it is for family"),
    ],
    ids=["two files in one", "cut", "another chip"],
)
def test_a_file_with_which_no_pico_would_start_is_refused(uf2, refused, change, why):
    uf2.write_bytes(change(uf2.read_bytes()))
    said = refused("--serial", "--uf2", uf2)
    assert f"--uf2: {uf2}: " in said
    assert why in said


def test_a_new_pico_has_what_was_dragged_onto_it_and_goes_on_with_it(uf2, tmp_path, ports, refused):
    image = tmp_path / "board.bin"
    assert main(["emulate", "--serial", "--uf2", str(uf2), "--flash", str(image)]) == 130
    flash = bytearray(b"\xff" * FLASH_BYTES)
    copy_to_drive(uf2.read_bytes(), flash)
    assert bytes(ports[0][0].chip.mcu.flash[:FLASH_BYTES]) == image.read_bytes() == flash
    again = refused("--serial", "--uf2", uf2, "--flash", image)
    assert "Leave --uf2 out to go on" in again
    assert main(["emulate", "--serial", "--flash", str(image)]) == 130
    assert files(image) == firmware.board_files()


def test_a_file_for_another_board_is_named_with_that_board(uf2, refused):
    said = refused("--serial", "--uf2", uf2, "--board", "tile7x7")
    assert said.endswith(f"{uf2} is for another board: add --board {PROFILE.name}\n")


def test_micropython_alone_makes_a_bare_pico(ports):
    assert main(["emulate", "--serial", "--uf2", str(find_image()), "--board", "tile7x7"]) == 130
    flash = bytes(ports[0][0].chip.mcu.flash[:FLASH_BYTES])
    assert flash[FILES_OFFSET:] == b"\xff" * (FLASH_BYTES - FILES_OFFSET)


@pytest.fixture
def ports(monkeypatch):
    """The boards that are put on a port, and whether in a hurry; the command ends there."""
    made = []

    def port(_chip, advance, hurry):
        made.append((advance.__self__, hurry))
        raise KeyboardInterrupt

    monkeypatch.setattr(emulate_serial, "SerialPort", port)
    monkeypatch.setattr(emulate_serial, "_StopSignals", lambda: None)
    return made


@pytest.mark.parametrize("fast", [[], ["--fast"]], ids=["real", "fast"])
def test_only_a_fast_one_is_in_a_hurry(fast, ports):
    assert main(["emulate", "--serial", "--blank", *fast]) == 130
    assert [hurry for _, hurry in ports] == [bool(fast)]
