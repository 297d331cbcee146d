"""What is new is said before a firmware is sent; and the one that ran before starts again."""

from dataclasses import replace

import pytest
from device import small
from device.powercut import Silent, flash_once

from host_tools.board.device.errors import DeviceError, NoEarlierError, OtherBoardError
from host_tools.board.device.flash import Flasher, compare_versions, flash, go_back
from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.serialport import SerialPort
from host_tools.build.layout import Firmware
from host_tools.build.revision import Revision, of_board

pytestmark = pytest.mark.chip

OLD, NEW = small.OLD, small.NEW
CHANGES = {"2.0": ["A clock."], "1.0": ["Two games."], "0.9": ["One game."]}


def back(board: Chip, **options: bool) -> tuple[DeviceError | None, list[str]]:
    """Go back; return the error and what was said."""
    said: list[str] = []
    with SerialPort(board) as port:
        try:
            go_back(port.wait(), said.append, changes=CHANGES, **options)
        except DeviceError as error:
            return error, said
    return None, said


def test_what_is_new_is_said_before_anything_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    said_before: list[str] = []
    carry_out = Flasher.carry_out

    def watched(self: Flasher, steps, advance) -> None:
        with port.held() as chip:
            assert chip.files() == OLD.board_files()
        said_before[:] = said
        carry_out(self, steps, advance)

    monkeypatch.setattr(Flasher, "carry_out", watched)
    said: list[str] = []
    board = small.board(OLD.board_files())
    with SerialPort(board) as port:
        found = compare_versions(NEW, port.wait(), lambda _: None, CHANGES, erase=False)
        with port.held() as chip:
            assert chip.files() == OLD.board_files()
        assert (found.there, found.wanted, found.back) == (
            f"1.0 {OLD.manifest.id}",
            f"2.0 {NEW.manifest.id}",
            "",
        )
        assert (found.gained, found.lost) == (["A clock."], [])
        flash(NEW, port.wait(), said.append, Silent, changes=CHANGES, dry_run=True)
        assert "would replace slot (2 bytes)" in said
        assert said[-1] == "nothing was changed; the board was restarted"
        with port.held() as chip:
            assert chip.files() == OLD.board_files()
        said.clear()
        flash(NEW, port.wait(), said.append, Silent, changes=CHANGES)
    assert said_before[-2:] == ["new for players:", "  - A clock."]
    assert said[-1].startswith(f"firmware 1.0 {OLD.manifest.id} stays on the board, too. ")
    assert said[-1].endswith("lodeboard flash --back")


@pytest.mark.slow
def test_the_firmware_before_starts_again_and_then_the_new_one() -> None:
    stored = {"data/settings.blob": b"settings"}
    board = small.board({**OLD.board_files(), **stored})
    flash_once(board, NEW)
    files = board.files()
    error, said = back(board, dry_run=True)
    assert error is None
    assert "would replace slot (2 bytes)" in said
    assert board.files() == files
    error, said = back(board)
    assert error is None
    assert said[-1] == f"the board answers and runs firmware 1.0 {OLD.manifest.id}"
    assert "gone for players:" in said
    assert "  - A clock." in said
    assert any(line.startswith("tables of that firmware are gone") for line in said)
    assert board.files() == {**files, "slot": b"a\n"}
    assert stored.items() <= board.files().items()
    error, said = back(board)
    assert error is None
    assert said[-1] == f"the board answers and runs firmware 2.0 {NEW.manifest.id}"


def damaged(firmware: Firmware) -> dict[str, bytes]:
    """Slot b with this firmware, a pack of it damaged."""
    files = firmware.slot_files("b")
    return files | {next(path for path in files if "core" in path): b"damaged"}


@pytest.mark.parametrize("other", [{}, damaged(NEW)], ids=["none", "damaged"])
def test_without_a_whole_one_before_nothing_is_changed(other: dict[str, bytes]) -> None:
    files = {**other, **OLD.board_files()}
    board = small.board(files)
    error, _ = back(board)
    assert isinstance(error, NoEarlierError)
    assert board.files() == files


def test_a_firmware_before_for_another_revision_is_refused() -> None:
    now = of_board("tile4x4")
    moved = Revision(now.board, now.parts.replace("GP16+GP17", "GP21"))
    before = replace(OLD, board=moved.board, parts=moved.parts)
    present = replace(NEW, board=now.board, parts=now.parts)
    files = {**before.slot_files("b"), **present.board_files("a")}
    board = small.board(files)
    error, _ = back(board)
    assert isinstance(error, OtherBoardError)
    assert "this firmware is for a tile4x4 (piezo=GP21)" in str(error)
    assert board.files() == files
