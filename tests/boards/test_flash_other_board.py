"""`lodeboard flash`: a firmware for another board than the one that is there is refused."""

from dataclasses import replace

import pytest
from device import small
from device.powercut import flash_once
from many import later

from host_tools.board.device.errors import OtherBoardError
from host_tools.build import profiles
from host_tools.build.revision import of_board
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
@pytest.mark.slow
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


NOW = of_board(HERE.name)
MOVED = replace(NOW, parts=NOW.parts.replace("GP16+GP17", "GP21"))
FOR_NOW = replace(small.NEW, board=NOW.board, parts=NOW.parts)
FOR_MOVED = replace(small.OLD, board=MOVED.board, parts=MOVED.parts)


@pytest.mark.parametrize(
    ("files", "what"),
    [
        ({**small.OLD.board_files(), "board": MOVED.encode()}, "the stored revision"),
        later({"board": MOVED.encode()}, "the stored revision"),
        # Damaged: then by the firmware that is there.
        later({**FOR_MOVED.board_files(), "board": b"\xff damaged"}, "the firmware"),
    ],
    ids=("stored", "without firmware", "damaged"),
)
def test_a_firmware_for_another_revision_is_refused_with_reason_and_fix(files, what):
    board = small.board(files)
    error, _ = flash_once(board, FOR_NOW)
    assert isinstance(error, OtherBoardError)
    assert str(error).startswith(f"{what} of the board on ")
    assert (
        "is for a tile4x4 (piezo=GP21), and this firmware is for a tile4x4 (piezo=GP16+GP17). "
        "Change the board to match it"
    ) in str(error)
    assert f"lodeboard flash --board {HERE.name} --erase" in str(error)
    assert board.files() == files


@pytest.mark.slow
def test_the_first_flash_stores_the_revision_and_says_it_and_later_ones_keep_it():
    board = small.board({**small.OLD.board_files(), **STORED})
    error, said = flash_once(board, FOR_NOW)
    assert error is None
    assert f"was not stored yet; from now on: {NOW.parts}" in said
    assert board.files()["board"] == NOW.encode()
    assert set(STORED) <= set(board.files())
    error, said = flash_once(board, replace(FOR_NOW, version="3.0"))
    assert error is None
    assert "what the board is built of" not in said
    assert board.files()["board"] == NOW.encode()


@pytest.mark.slow
def test_a_damaged_revision_is_said_and_written_again():
    board = small.board({**FOR_NOW.board_files(), "board": NOW.encode()[:-3]})
    error, said = flash_once(board, FOR_NOW)
    assert error is None
    assert f"what the board is built of is damaged; from now on: {NOW.parts}" in said
    assert board.files() == FOR_NOW.board_files()


@pytest.mark.slow
def test_a_board_that_was_changed_is_accepted_with_board_and_erase():
    board = small.board(FOR_MOVED.board_files())
    error, _ = flash_once(board, FOR_NOW, erase=True, other_board=True)
    assert error is None
    assert board.files()["board"] == NOW.encode()
    assert '"firmware": "2.0 ' in board.text().rpartition("soft reboot")[2]
