"""`lodeboard flash`: a firmware for another board than the one that is there is refused."""

from dataclasses import replace

import pytest
from device import small
from device.powercut import flash_once
from many import later

from host_tools.board.device.errors import OtherBoardError
from host_tools.build import profiles
from lodeboard.sensing.calibration import Calibration

pytestmark = pytest.mark.chip

HERE, OTHER = profiles.profile("tile4x4"), profiles.profile("tile7x7")
STORED = {"data/calibration.blob": Calibration(HERE).to_blob()}
WITH_NAME = replace(small.OLD, board=HERE.name)


@pytest.mark.parametrize(
    ("files", "what"),
    [
        later({**small.OLD.board_files(), **STORED}, "the calibration"),
        (WITH_NAME.board_files(), "the firmware"),
    ],
    ids=("calibration", "firmware"),
)
def test_a_firmware_for_another_board_is_refused_with_the_fix(files, what):
    board = small.board(files)
    error, _ = flash_once(board, replace(small.NEW, board=OTHER.name))
    assert isinstance(error, OtherBoardError)
    assert str(error).startswith(f"{what} of the board on ")
    assert f"is for a {HERE.name}, and this firmware is for a {OTHER.name}" in str(error)
    assert f"lodeboard flash --board {HERE.name}" in str(error)
    assert board.files() == files
    # It plays again by now: a Ctrl-C that comes before is lost, and the next program waits in vain.
    assert '"t": "hello"' in board.text().rpartition("soft reboot")[2]


@pytest.mark.verify
def test_it_goes_on_where_board_and_erase_are_given_and_erases_the_calibration():
    board = small.board({**WITH_NAME.board_files(), **STORED})
    firmware = replace(small.NEW, board=OTHER.name)
    error, _ = flash_once(board, firmware, erase=True, other_board=True)
    assert error is None
    assert board.files()["slot"] == b"b\n"
    assert not set(STORED) & set(board.files())


@pytest.mark.verify
def test_a_firmware_for_the_same_board_goes_on_with_the_calibration():
    board = small.board({**WITH_NAME.board_files(), **STORED})
    error, _ = flash_once(board, replace(small.NEW, board=HERE.name))
    assert error is None
    assert set(STORED) <= set(board.files())
