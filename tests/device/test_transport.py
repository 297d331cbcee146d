"""Ports that cannot be opened, boards that do not answer, pieces of code that fail."""

import errno
import os
import pty
from collections.abc import Iterator

import pytest
import serial
from mpremote.transport import TransportError

from host_tools.board.device import probe, transport
from host_tools.board.device.errors import (
    DeviceError,
    MuteError,
    NoBoardError,
    NoPermissionError,
    PortBusyError,
    RefusedError,
    UnpluggedError,
)
from host_tools.board.device.transport import Prompt, opening_error
from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.board.emulator.serialport import SerialPort

DEAF = b"import micropython\nmicropython.kbd_intr(-1)\nwhile True:\n    pass\n"


def failure(number: int) -> serial.SerialException:
    return serial.SerialException(number, f"could not open port: {os.strerror(number)}")


WINDOWS_BUSY = serial.SerialException(
    "could not open port 'COM3': PermissionError(13, 'Access is denied.', None, 5)"
)
WINDOWS_ABSENT = serial.SerialException(
    "could not open port 'COM9': FileNotFoundError(2, 'The system cannot find the file', None, 2)"
)


@pytest.mark.parametrize(
    ("error", "kind", "fix"),
    [
        (failure(errno.EBUSY), PortBusyError, "Close it"),
        (failure(errno.EAGAIN), PortBusyError, "Thonny"),
        (WINDOWS_BUSY, PortBusyError, "Close it"),
        (failure(errno.EACCES), NoPermissionError, "dialout"),
        (failure(errno.EPERM), NoPermissionError, "log out and in again"),
        (failure(errno.ENOENT), NoBoardError, "Plug the board in"),
        (WINDOWS_ABSENT, NoBoardError, "Plug the board in"),
        (failure(errno.ENOTTY), DeviceError, "Is it the serial port of a board?"),
    ],
)
def test_each_way_of_not_opening_has_its_fix(
    error: OSError, kind: type, fix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.system", lambda: "Linux")
    found = opening_error("P", error)
    assert type(found) is kind
    assert fix in str(found)


def test_the_reason_is_found_where_mpremote_does_not_tell_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise failure(errno.EACCES)

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    monkeypatch.setattr(serial, "Serial", refuse)
    with pytest.raises(NoPermissionError) as error:
        Prompt("/dev/ttyACM0")
    assert isinstance(error.value.__cause__, TransportError)


def test_a_port_that_is_no_port(tmp_path) -> None:
    (tmp_path / "file").write_text("text")
    with pytest.raises(DeviceError, match="cannot open"):
        Prompt(str(tmp_path / "file"))


@pytest.fixture
def nobody(tmp_path) -> Iterator[str]:
    """A port with nothing at the other end."""
    master, slave = pty.openpty()
    link = tmp_path / "ttyACM9"
    link.symlink_to(os.ttyname(slave))
    yield str(link)
    os.close(master)
    os.close(slave)


def test_a_silent_port_is_told_from_a_board(
    nobody: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(probe, "WITHIN_S", 0.2)
    with (
        pytest.raises(MuteError, match=r"nothing on .*ttyACM9 answers") as error,
        Prompt(nobody),
    ):
        pass
    assert "RPI-RP2" not in str(error.value)
    assert capsys.readouterr().out == ""  # mpremote prints what it read


@pytest.fixture(scope="module")
def bare() -> Iterator[SerialPort]:
    with SerialPort(Chip(find_image(), {})) as port:
        yield port


@pytest.mark.chip
def test_a_port_that_another_program_holds(bare: SerialPort) -> None:
    with serial.Serial(bare.wait(), exclusive=True), pytest.raises(PortBusyError, match="another"):
        Prompt(bare.path)
    with Prompt(bare.path) as prompt:
        assert prompt.ask("1 + 1") == 2


@pytest.mark.chip
def test_an_error_on_the_board_is_told_by_its_last_line(bare: SerialPort) -> None:
    with Prompt(bare.wait()) as prompt:
        with pytest.raises(RefusedError, match="stopped the update: ZeroDivisionError"):
            prompt.run("1 / 0")
        with pytest.raises(RefusedError, match="ENOENT"):
            prompt.send_file("/no/such/folder/file", b"x", lambda: None)
        assert prompt.ask("'still there'") == "still there"


@pytest.mark.chip
def test_a_file_arrives_as_it_is(bare: SerialPort) -> None:
    data = bytes(range(256)) * 11
    advances: list[int] = []
    with Prompt(bare.wait()) as prompt:
        prompt.send_file("/file", data, lambda: advances.append(1))
        assert prompt.ask("open('/file', 'rb').read()") == data
    assert len(advances) == transport.chunks(data) == 3


@pytest.mark.chip
def test_a_board_that_goes_away_in_the_middle() -> None:
    with SerialPort(Chip(find_image(), {})) as port, Prompt(port.wait()) as prompt:
        port.unplug()
        with pytest.raises(UnpluggedError, match="old firmware or the complete new one"):
            prompt.run("print(1)")


@pytest.mark.chip
def test_a_board_that_cannot_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "WITHIN_S", 1.0)
    with SerialPort(Chip(find_image(), {"main.py": DEAF})) as port:
        port.wait()
        with pytest.raises(MuteError, match="Is it the right port"), Prompt(port.path):
            pass
