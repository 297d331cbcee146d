"""What a board is built of: stored by its first bring-up, and compared by the next."""

import pytest
from device import small
from one_board import PROFILE

from host_tools.board.device.errors import AnotherBoardError, StillStashedError
from host_tools.board.emulator.serialport import SerialPort
from host_tools.build.revision import Revision, of_board
from host_tools.workshop.checkup import oncable
from host_tools.workshop.checkup.parts import FAULTY, OK, Part

pytestmark = pytest.mark.chip

NOW = of_board("tile4x4")
MOVED = Revision(NOW.board, NOW.parts.replace("GP16+GP17", "GP21"))


@pytest.mark.parametrize("verdict", [OK, FAULTY])
def test_a_first_self_test_without_fault_stores_it(
    monkeypatch: pytest.MonkeyPatch, verdict: str
) -> None:
    monkeypatch.setattr(oncable, "DeviceProbe", lambda *_: None)
    monkeypatch.setattr(oncable, "examine", lambda *_: [Part("beeper", "", verdict)])
    board = small.board({"main.py": b"", "board": b"damaged"})
    said: list[str] = []
    with SerialPort(board) as port:
        oncable.report_of(port.wait(), PROFILE, None, said.append, keep=True)
    assert board.files()["board"] == (NOW.encode() if verdict == OK else b"damaged")
    assert any(NOW.parts in line for line in said) == (verdict == OK)


def test_a_bring_up_refuses_a_board_whose_own_data_are_stashed() -> None:
    """Its scenarios would restore them in the place of the zeros and gains set before."""
    board = small.board({"main.py": b"", "data.aside/settings.blob": b"its own"})
    with SerialPort(board) as port, pytest.raises(StillStashedError, match="--restore"):
        oncable.who_is_there(port.wait(), PROFILE, lambda _: None)


def test_a_bring_up_refuses_a_board_of_another_revision() -> None:
    board = small.board({"main.py": b"", "board": MOVED.encode()})
    with (
        SerialPort(board) as port,
        pytest.raises(AnotherBoardError, match=r"is a tile4x4 \(piezo=GP21\), not a tile4x4"),
    ):
        oncable.who_is_there(port.wait(), PROFILE, lambda _: None)
    assert board.files()["board"] == MOVED.encode()
