"""The fault log, off a simulated board's directory and off the emulated chip's serial port."""

from pathlib import Path

import pytest
import serial

from host_tools.board.device import reach
from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.board.emulator.serialport import SerialPort
from host_tools.build.layout import Manifest
from lodeboard.ports.file_store import FileStore
from lodeboard.storage.fault_log import LIMIT, FaultLog

MAIN = b"print('begun')\nwhile True:\n    pass\n"


@pytest.fixture
def written(tmp_path: Path) -> Path:
    log = FaultLog(FileStore(str(tmp_path)), "1.0 abc")
    for number in range(40):
        log.add(f"Traceback:\n  line {number}\nValueError: \u00e4 fault {number}", 1000 * number)
    return tmp_path


def test_the_log_of_a_simulated_board(lodeboard, written: Path) -> None:
    done = lodeboard("log", "--dir", str(written))
    assert done.status == 0
    assert done.lines[-1] == "ValueError: \u00e4 fault 39"
    assert done.lines[-4] == "--- fault 40 x 1: 39.0 s after the start, firmware 1.0 abc ---"
    assert LIMIT - 200 < len(done.out.encode()) <= LIMIT


def test_the_log_is_found_below_the_board_s_directory(lodeboard, written: Path) -> None:
    below = written / "board"
    below.mkdir()
    (below / "store").symlink_to(written)
    assert "fault 40 x 1" in lodeboard("log", "--dir", str(below)).out


def test_a_board_without_faults_says_so(lodeboard, tmp_path: Path) -> None:
    done = lodeboard("log", "--dir", str(tmp_path))
    assert (done.status, done.out) == (0, "No faults have been written down.\n")


def test_a_directory_that_is_not_there(lodeboard, tmp_path: Path) -> None:
    done = lodeboard("log", "--dir", str(tmp_path / "gone"))
    assert done.status == 2
    assert "there is no directory" in done.err


def test_a_port_that_is_not_there(lodeboard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "BACK_S", 0.0)
    done = lodeboard("log", "--port", "/dev/ttyNONE")
    assert done.status == 1
    assert "there is no port /dev/ttyNONE" in done.err


@pytest.mark.chip
@pytest.mark.parametrize("faults", [True, False])
def test_the_log_of_a_board_on_a_cable(lodeboard, written: Path, faults: bool) -> None:
    files = {"main.py": MAIN, "b/manifest": Manifest("1.0", {}).encode()}
    log = (written / "faults.blob").read_bytes()
    if faults:
        files["data/faults.blob"] = log
    with SerialPort(Chip(find_image(), files)) as port:
        done = lodeboard("log", "--port", port.wait())
        assert done.status == 0, done.err
        with serial.Serial(port.wait(), timeout=5) as line:  # started again
            line.write(b"\x03")
            assert b"KeyboardInterrupt" in line.read_until(b"KeyboardInterrupt")
    assert done.out == (log.decode() if faults else "No faults have been written down.\n")


@pytest.mark.chip
def test_a_board_without_firmware_has_no_log(lodeboard) -> None:
    with SerialPort(Chip(find_image(), {"main.py": MAIN})) as port:
        done = lodeboard("log", "--port", port.wait())
    assert (done.status, done.out) == (1, "")
    assert "no firmware on this board" in done.err


@pytest.mark.chip
def test_the_log_can_be_read_again_at_once(lodeboard, written: Path) -> None:
    """The board restarts after each time, and its port with it."""
    log = (written / "faults.blob").read_bytes()
    with SerialPort(Chip(find_image(), {"main.py": MAIN, "data/faults.blob": log})) as port:
        port.wait()
        for _ in range(3):
            done = lodeboard("log", "--port", port.path)
            assert (done.status, done.out) == (0, log.decode()), done.err
