"""The real firmware on the emulated chip, on a board built otherwise than it is for."""

from dataclasses import replace

import pytest
from device import small

from host_tools.build import firmware
from host_tools.build.layout import pointer
from host_tools.build.revision import of_board

pytestmark = pytest.mark.chip

NOW = of_board("tile4x4")
MOVED = replace(NOW, parts=NOW.parts.replace("GP16+GP17", "GP21"))
WHY = (
    f"This firmware is for tile4x4 {NOW.parts}, "
    f"and the board is tile4x4 {MOVED.parts}: lodeboard flash."
)


@pytest.mark.slow
def test_a_firmware_for_another_revision_gives_way_to_the_one_before() -> None:
    built = firmware.build()
    before = replace(small.OLD, board=MOVED.board, parts=MOVED.parts)
    files = {**before.board_files("a"), **built.board_files("b"), "board": MOVED.encode()}
    assert files["slot"] == pointer("b")
    board = small.board(files)
    board.run_until(lambda: '"firmware": "1.0 ' in board.text(), 20_000, "the firmware before")
    assert "Slot b does not start:" in board.text()
    assert WHY in board.text()


@pytest.mark.slow
def test_where_no_other_starts_it_plays_and_says_why_it_should_not() -> None:
    board = small.board({**firmware.board_files(), "board": MOVED.encode()})
    board.run_until(lambda: '"t": "notice"' in board.text(), 30_000, "a notice")
    notices = [line for line in board.text().splitlines() if '"t": "notice"' in line]
    assert any(WHY in notice for notice in notices)


@pytest.mark.slow
def test_a_damaged_revision_is_said_and_the_board_plays() -> None:
    board = small.board({**firmware.board_files(), "board": b"\x00\xff" * 9})
    board.run_until(lambda: '"t": "notice"' in board.text(), 20_000, "a notice")
    assert "The file /board is damaged. Write it again: lodeboard flash." in board.text()
    assert board.files()["slot"] == pointer("a")
