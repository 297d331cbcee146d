"""Repeated power failures while a board is flashed: it always starts a complete firmware, and
flashing again repairs it.

Uses the real mpremote and the real loader; the emulated chip's flash is left as the cut left it,
with half-programmed pages and half-erased blocks.
"""

from dataclasses import replace
from typing import NamedTuple

import pytest
from device import small
from device.powercut import AFTER, BEFORE, HALF, Writes, flash_once, hello, start_again
from many import later, rarely

from host_tools.board.device.errors import UnpluggedError
from host_tools.board.device.plan import Remove, Replace, Step
from host_tools.board.emulator.chip import Chip

# In slot b lies the firmware before the old one; the new one takes its place.
OLDER = small.make(
    "0.9", b"older" * 200, gone=b"GONE = 1\n", **{"games/same/rules": b"SAME = 'Another.'\n"}
)
OLD = replace(
    small.OLD,
    loader=small.OLD.loader + b"# Another.\n",
    tables={**small.OLD.tables, "second": b"second" * 200},
)
NEW = replace(small.NEW, board="tile4x4", parts="leds=4,piezo=GP16+GP17")
STORED = {"data/settings.blob": b"settings", "data/game.blob": b"an unfinished game" * 20}
BEGINNING = {**OLDER.slot_files("b"), **OLDER.table_files, **OLD.board_files("a"), **STORED}
END = {**OLD.slot_files("a"), **NEW.board_files("b"), **STORED}
PARTS = 12  # of the longest test, so that processes can share it


class Point(NamedTuple):
    """Where the power fails: the step, the write within it, and how much of that write is done; and
    the version that starts then, "" for either."""

    kind: type
    path: str
    nth: int
    how: str
    starts: str

    def cuts(self, step: Step | None, nth: int) -> str | None:
        here = isinstance(step, self.kind) and self.path in getattr(step, "path", "")
        return self.how if here and nth == self.nth else None


CLEARING: list[Point] = [
    Point(Remove, "b/manifest", 1, BEFORE, "1.0"),
    Point(Remove, "b/manifest", 1, HALF, "1.0"),
    Point(Remove, "packs/core", 1, HALF, "1.0"),
    Point(Remove, "packs/mine", 1, BEFORE, "1.0"),
    Point(Remove, "tables/", 1, BEFORE, "1.0"),  # the older one's, which nobody needs
    Point(Remove, "tables/", 1, AFTER, "1.0"),
    Point(Replace, "tables/", 1, AFTER, "1.0"),
    Point(Replace, "tables/", 6, HALF, "1.0"),
]
FILLING: list[Point] = [
    Point(Replace, "packs/core", 1, BEFORE, "1.0"),
    Point(Replace, "packs/core", 4, HALF, "1.0"),
    Point(Replace, "packs/core", 12, AFTER, "1.0"),
    Point(Replace, "packs/core", 24, HALF, "1.0"),
    Point(Replace, "packs/mine", 2, HALF, "1.0"),
    Point(Replace, "b/manifest", 1, BEFORE, "1.0"),
    Point(Replace, "b/manifest", 3, HALF, "1.0"),
    Point(Replace, "b/manifest", 4, AFTER, "1.0"),
]
SWITCHING: list[Point] = [
    Point(Replace, "board", 1, HALF, "1.0"),
    Point(Replace, "board", 2, BEFORE, "1.0"),
    Point(Replace, "board", 2, HALF, "1.0"),
    Point(Replace, "lodestart.py", 3, HALF, "1.0"),
    Point(Replace, "lodestart.py", 9, AFTER, "1.0"),
    Point(Replace, "lodestart_.py", 5, HALF, "1.0"),
    Point(Replace, "slot", 1, BEFORE, "1.0"),
    Point(Replace, "slot", 1, HALF, "1.0"),
    Point(Replace, "slot", 1, AFTER, "1.0"),
    Point(Replace, "slot", 2, BEFORE, "1.0"),
    Point(Replace, "slot", 2, HALF, ""),
    Point(Remove, "tables/", 1, BEFORE, "2.0"),
    Point(Remove, "tables/", 1, HALF, "2.0"),
]


def check_start(board: Chip, where: object) -> str:
    """Start a board; its firmware is all of one version, which is returned, and nothing that
    the board keeps is lost."""
    said = hello(board)
    version: str = said["is"][0]
    firmware = {"1.0": OLD, "2.0": NEW}[version]
    assert said["is"] == [version] * 4, where
    assert said["firmware"] == f"{version} {firmware.manifest.id}", where
    files = board.files()
    assert {path: files[path] for path in STORED} == STORED, where
    kept = NEW.board_file["board"]
    assert files.get("board", kept) == kept, where  # none yet, or all of it
    return version


# In the file /board; one or the other starts; the new one does.
FEW: list[Point] = [SWITCHING[1], SWITCHING[-3], SWITCHING[-1]]


@pytest.mark.chip
@pytest.mark.parametrize("points", [FEW, later(CLEARING), later(FILLING), later(SWITCHING)])
@pytest.mark.slow
def test_cut_after_cut_the_board_starts_and_flashing_goes_on(points: list[Point]) -> None:
    board = small.board(BEGINNING)
    for point in points:
        error, said = flash_once(board, NEW, Writes(board, point.cuts))
        assert isinstance(error, UnpluggedError), (point, said)
        board = start_again(bytes(board.mcu.flash))
        version = check_start(board, point)
        assert version == point.starts or not point.starts, point
    error, said = flash_once(board, NEW)
    assert error is None, said
    assert board.files() == END


def test_at_least_twenty_points_are_cut() -> None:
    assert len({*CLEARING, *FILLING, *SWITCHING}) >= 20


@pytest.mark.chip
@pytest.mark.verify
@pytest.mark.parametrize("part", [part if part % 4 == 0 else rarely(part) for part in range(PARTS)])
def test_every_single_write_can_be_the_last(part: int) -> None:
    chip = small.board(BEGINNING)
    total = Writes(chip)
    assert flash_once(chip, NEW)[0] is None
    for at in range(1 + part, total.count + 1, PARTS):
        how = (BEFORE, HALF, AFTER)[at // PARTS % 3]
        board = small.board(BEGINNING)
        writes = Writes(board)
        writes.cut_at(at, how)
        error, said = flash_once(board, NEW)
        assert isinstance(error, UnpluggedError), (at, how, said)
        board = start_again(bytes(board.mcu.flash))
        check_start(board, (at, how))
        if at % 3 == 0:
            assert flash_once(board, NEW)[0] is None, (at, how)
            assert board.files() == END, (at, how)
