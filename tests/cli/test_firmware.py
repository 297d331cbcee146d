"""`lodeboard firmware`: what would be put on a board, and how much room it takes."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from device.updates import FREE

from host_tools import ADDED_TABLES
from host_tools.board.emulator.filesystem import BLOCKS, blocks_taken
from host_tools.build import firmware
from host_tools.build.layout import Firmware
from host_tools.play.cli import firmware as command

SMALL = Firmware(
    "1",
    b"loader",
    {"lodeboard/a.mpy": bytes(5000), "lodeboard/games/mine/b.mpy": bytes(100)},
    {"t": bytes(9000)},
    "tile9x9",
)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(firmware, "build", lambda board: SMALL)
    monkeypatch.setattr(command, "measured", lambda path: 1234)


def test_packs_tables_and_room_are_told(lodeboard, small) -> None:
    outcome = lodeboard("firmware", "--json")
    assert (outcome.status, outcome.err) == (0, "")
    found = json.loads(outcome.out)
    core, mine = (len(SMALL.packs[name]) for name in ("core", "mine"))
    assert found.pop("packs") == [
        {"name": "core", "bytes": core, "blocks": 2, "modules": 1},
        {"name": "mine", "bytes": mine, "blocks": 0, "modules": 1},
    ]
    assert found.pop("tables") == [{"name": "t", "bytes": 9000, "blocks": 3}]
    # Root, packs, tables, slot: two blocks each. Then another slot, and another core.
    assert found == {
        "board": "tile9x9",
        "blocks_total": BLOCKS,
        "blocks_one_slot": 8 + 2 + 3,
        "blocks_two_slots": 8 + 2 + 3 + 2 + 2,
        "blocks_free": BLOCKS - 17,
        "names": 1234,
    }


def test_the_other_firmware_has_no_pack_in_common() -> None:
    other = command.another(SMALL)
    assert not set(other.pack_files) & set(SMALL.pack_files)
    assert other.table_files == SMALL.table_files


def test_a_person_gets_a_table(lodeboard, small) -> None:
    lines = [line.split() for line in lodeboard("firmware").lines]
    assert lines[0] == ["firmware", "for", "tile9x9"]
    assert ["pack", "core", "1", str(len(SMALL.packs["core"])), "2"] in lines
    assert ["table", "t", "9000", "3"] in lines
    assert ["free", "in", "that", "case", str(BLOCKS - 17)] in lines
    assert lines[-1][-1] == "1234"


def test_a_board_that_is_none_is_refused(lodeboard) -> None:
    outcome = lodeboard("firmware", "--board", "tile9x9")
    assert outcome.status == 2
    assert "tile9x9" in outcome.err
    assert "tile4x4" in outcome.err


def test_a_firmware_that_does_not_compile_is_refused(lodeboard, monkeypatch) -> None:
    def refuse(board: str) -> None:
        raise firmware.CompileError("lodeboard/odd.py: SyntaxError")

    monkeypatch.setattr(firmware, "build", refuse)
    outcome = lodeboard("firmware")
    assert outcome.status == 1
    assert "the firmware does not compile: lodeboard/odd.py" in outcome.err


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (None, None),
        ("{}", None),
        ('{"n_qstr": {"value": "1240"}}', 1240),
        ('{"n_qstr": 1240}', 1240),
    ],
)
def test_names_are_told_where_they_were_measured(
    tmp_path: Path, text: str | None, names: int | None
) -> None:
    path = tmp_path / "figures.json"
    if text is not None:
        path.write_text(text)
    assert command.measured(path) == names


@pytest.mark.parametrize(("size", "status"), [(9000, 0), (1_500_000, 1)])
def test_a_table_of_a_game_from_outside_fits_or_is_refused(
    lodeboard, small, monkeypatch: pytest.MonkeyPatch, size: int, status: int
) -> None:
    built = replace(SMALL, tables={**SMALL.tables, "mine": bytes(size)})
    monkeypatch.setattr(firmware, "build", lambda board: built)
    monkeypatch.setitem(ADDED_TABLES, "mine", Path("mine.table"))
    outcome = lodeboard("firmware")
    assert outcome.status == status
    assert ("the tables mine have 1,500,000 bytes, and 1," in outcome.err) == bool(status)


@pytest.mark.verify
def test_two_different_firmwares_and_all_tables_leave_room(lodeboard) -> None:
    found = json.loads(lodeboard("firmware", "--json").out)
    assert found["blocks_free"] >= FREE
    assert found["blocks_two_slots"] + found["blocks_free"] == found["blocks_total"] == BLOCKS
    built = firmware.build()
    assert found["blocks_one_slot"] == blocks_taken(built.board_files())
    assert {pack["name"] for pack in found["packs"]} == set(built.packs)
