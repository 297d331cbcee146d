"""Damage to the firmware that is found while a board runs, on the official MicroPython."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from device.small import compiled
from many import later
from one_board import PROFILE

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.build import firmware
from host_tools.build.layout import LOADERS, Firmware
from host_tools.build.packs import read_pack
from host_tools.lab.reliability.hostile.images import board_files

pytestmark = pytest.mark.chip

IDLE_S = 90  # of board time, in which all files are checked


@cache
def built() -> Firmware:
    return firmware.build()


@cache
def older() -> Firmware:
    """A firmware that shares all packs but one."""
    extra = {"lodeboard/extra.mpy": compiled(b"EXTRA = 1")}
    return replace(built(), version="0.1", modules={**built().modules, **extra})


def damaged(module: str) -> dict[str, bytes]:
    """The pack of this firmware with one bit of this module flipped."""
    for path, data in built().pack_files.items():
        if path.endswith(".bin") and module in read_pack(data)[1]:
            body = read_pack(data)[1][module]
            flipped = bytearray(data)
            flipped[data.index(body) + len(body) // 2] ^= 1
            return {path: bytes(flipped)}
    raise KeyError(module)


class Board:
    """A board with these files and all its messages."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.board = EmulatedBoard(PROFILE, seed=5, files=files)

    def told(self, kind: str, field: str) -> list[str]:
        return [said[field] for said in self.board.messages() if said["t"] == kind]

    def wait(self, holds: Callable[[], bool], what: str, limit_ms: float = 20_000) -> None:
        self.board.run_until(holds, limit_ms, what)

    def files(self) -> dict[str, bytes]:
        return self.board.chip.files()


LATE = "lodeboard/scenes/calibrate.mpy"


@pytest.mark.verify
def test_damage_to_a_module_imported_late_starts_the_other_slot() -> None:
    stored = {"data/settings.blob": b"not to be blamed"}
    board = Board(
        {**older().slot_files("a"), **built().board_files("b"), **damaged(LATE), **stored}
    )
    told = f"Slot b is damaged (/{LATE} is not whole); slot a runs."
    board.wait(lambda: board.told("state", "phase")[-1:] == ["calibrate"], "zeros")
    assert board.told("hello", "firmware")[-1].endswith(older().manifest.id)
    assert told in board.told("notice", "say")
    assert not [say for say in board.told("notice", "say") if "fault" in say]
    assert board.files()["slot"].startswith(b"a\n")


@pytest.mark.verify
def test_where_a_start_fails_late_the_other_slot_has_all_memory_and_goes_on_with_the_game() -> None:
    """Both firmwares in one heap leave too little in one piece for the search of Lap."""
    kept = {path: data for path, data in board_files().items() if path.startswith("data/")}
    late = "lodeboard/system/remote.mpy"
    board = Board({**older().slot_files("a"), **built().board_files("b"), **damaged(late), **kept})
    board.wait(lambda: board.told("state", "phase")[-1:] == ["resume"], "the game")
    (say,) = set(board.told("notice", "say"))
    assert say == f"Slot b does not start (ImportError: /{late} is not whole); slot a runs."
    assert board.files()["slot"].startswith(b"a\n")
    assert {path: board.files().get(path) for path in kept} == kept


@pytest.mark.slow
def test_at_the_next_start_the_damage_is_said_again() -> None:
    told = "Slot b is damaged (of the test)"
    files = {**older().board_files("a"), **built().slot_files("b")}
    board = Board({**files, "slot": f"a\n{told}".encode()})
    board.wait(lambda: bool(board.told("hello", "firmware")), "hello")
    assert f"{told}; slot a runs." in board.told("notice", "say")


@pytest.mark.verify
def test_without_another_slot_nothing_kept_is_blamed() -> None:
    board = Board({**built().board_files("b"), **damaged(LATE)})
    board.wait(lambda: len(board.told("hello", "firmware")) == 4, "fourth start", 40_000)
    notices = board.told("notice", "say")
    assert len(notices) >= 3
    for say in notices:
        assert f"{LATE} is not whole. The board starts again in 3 s. Put the firmware" in say
    assert not [path for path in board.files() if "damaged" in path]


@pytest.mark.slow
@pytest.mark.parametrize("part", ["rules", later("plugin")])
def test_a_damaged_game_is_left_out_where_no_other_slot_starts(part: str) -> None:
    board = Board({**built().board_files("b"), **damaged(f"lodeboard/games/flip/{part}.mpy")})
    board.wait(lambda: bool(board.told("state", "phase")), "a state", 20_000)
    assert any("The game flip does not start" in say for say in board.told("notice", "say"))


def spoilt(path: str) -> bytes:
    """A file of the board with its middle byte changed."""
    data = bytearray(built().board_files("b")[path])
    data[len(data) // 2] ^= 1
    return bytes(data)


@pytest.mark.verify
def test_all_files_are_checked_while_the_board_is_idle() -> None:
    """What nothing imports, tables, a copy of the reader, and main.py in a comment."""
    files = built().board_files("b")
    table = next(path for path in files if path.startswith("tables/"))
    reader = next(path for path in files if path.endswith("_.mpy"))
    loader = files["lodestart.py"].replace(b"\n\n", b"\n \n", 1)  # the same to Python
    board = Board({**files, table: spoilt(table), reader: spoilt(reader), "lodestart.py": loader})
    wanted = [f"/{path} is not whole. Put the" for path in (table, reader, "lodestart.py")]

    def found() -> bool:
        text = "\n".join(board.told("notice", "say"))
        return all(each in text for each in wanted)

    board.wait(found, "three notices", IDLE_S * 1000)
    assert board.told("state", "phase")[-1] == "calibrate"


@pytest.mark.verify
def test_a_damaged_slot_does_not_take_the_place_of_another() -> None:
    files = {**older().slot_files("a"), **built().board_files("b")}
    files |= damaged(LATE)
    core = next(path for path in older().pack_files if path.startswith("packs/core"))
    files[core] = files[core][:-1]
    board = Board(files)
    board.wait(lambda: bool(board.told("notice", "say")), "a notice")
    assert "starts again in 3 s. Put the firmware" in board.told("notice", "say")[0]
    assert board.files()["slot"] == b"b\n"


@pytest.mark.parametrize("first", [b"def slots(:", later(b"\xff"), later(b""), later(None)])
def test_a_damaged_loader_gives_way_to_its_copy(first: bytes | None) -> None:
    files = built().board_files()
    first_path, copy = LOADERS
    assert files[first_path] == files[copy]
    del files[first_path]
    board = Board(files if first is None else {**files, first_path: first})
    board.wait(lambda: bool(board.told("hello", "firmware")), "hello")
    assert f"{first_path} is damaged: lodeboard flash" in board.board.chip.text()
