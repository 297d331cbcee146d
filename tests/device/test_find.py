"""Finding the port of a board among made-up ports of this machine."""

from types import SimpleNamespace

import pytest
from serial.tools import list_ports

from host_tools.board.device import find
from host_tools.board.device.errors import NoBoardError, SeveralBoardsError


def port(device: str, vid: int | None = 0x2E8A, pid: int | None = 5, number: str | None = "E66"):
    return SimpleNamespace(device=device, vid=vid, pid=pid, serial_number=number)


MODEM = port("/dev/ttyS0", None, None, None)
OTHER = port("/dev/ttyUSB0", 0x1A86, 0x7523, None)
PICO = port("/dev/ttyACM0", number="E661")
SECOND = port("/dev/ttyACM1", number="E662")


@pytest.fixture
def ports(monkeypatch: pytest.MonkeyPatch) -> list:
    there: list = []
    monkeypatch.setattr(list_ports, "comports", lambda: there)
    return there


def test_the_only_board_is_found_among_other_ports(ports: list) -> None:
    ports += [OTHER, PICO, MODEM]
    assert find.find_port() == "/dev/ttyACM0"


def test_without_a_board_it_tells_how_to_get_one(ports: list) -> None:
    ports += [OTHER]
    with pytest.raises(NoBoardError) as error:
        find.find_port()
    said = str(error.value)
    assert "no board found; ports found: /dev/ttyUSB0" in said
    assert "BOOTSEL" in said
    assert "https://micropython.org/download/RPI_PICO/" in said


def test_two_boards_are_told_apart_by_their_numbers(ports: list) -> None:
    ports += [SECOND, PICO]
    with pytest.raises(SeveralBoardsError) as error:
        find.find_port()
    said = str(error.value)
    assert "2 boards found: /dev/ttyACM0 (serial number E661), /dev/ttyACM1 (serial" in said
    assert "--port /dev/ttyACM0" in said


def test_a_named_port_is_taken_whatever_is_on_it(ports: list, tmp_path) -> None:
    ports += [PICO, SECOND, OTHER]
    assert find.find_port("/dev/ttyUSB0") == "/dev/ttyUSB0"
    (tmp_path / "link").touch()
    assert find.find_port(str(tmp_path / "link")) == str(tmp_path / "link")


def test_a_named_port_that_is_not_there_is_an_error(ports: list) -> None:
    ports += [PICO]
    with pytest.raises(NoBoardError, match=r"no port /dev/nope; ports found: /dev/ttyACM0"):
        find.find_port("/dev/nope")


def test_after_a_restart_a_board_is_known_by_its_number(ports: list, tmp_path) -> None:
    ports += [PICO, SECOND]
    assert find.serial_number("/dev/ttyACM1") == "E662"
    ports[:] = [port("/dev/ttyACM2", number="E662"), PICO]
    assert find.find_again("/dev/ttyACM1", "E662") == "/dev/ttyACM2"
    ports[:] = [PICO]
    assert find.find_again("/dev/ttyACM1", "E662") is None
    assert find.serial_number("/dev/ttyACM1") is None
    assert find.find_again(str(tmp_path), None) == str(tmp_path)
    assert find.find_again(str(tmp_path / "gone"), None) is None
