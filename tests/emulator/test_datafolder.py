"""What an emulated board keeps is on the computer's disk as soon as it is in the chip's flash."""

import json
import signal
import subprocess
import sys

import pytest
from one_board import PROFILE

from host_tools.board.emulator import filesystem
from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.datafolder import DataFolder
from host_tools.board.emulator.image import find_image

pytestmark = pytest.mark.chip

SEED = 4
CELL = 5
TILE_LAID = "2_-----U----------"
# A board that is calibrated, gets a setting and a tile, and says all its lines.
PLAYING = f"""
import json, pathlib, sys
from host_tools.build import profiles
from host_tools.board.emulator.board import EmulatedBoard

folder = pathlib.Path(sys.argv[1])
board = EmulatedBoard(profiles.profile(), {SEED}, store_dir=folder)
board.lines.subscribe(lambda ms, line: print(line, flush=True))

def reach(**wanted):
    def reached():
        return wanted.items() <= (board.messages() or [{{}}])[-1].items()
    board.run_until(reached, 8000, wanted)

board.boot()
reach(phase="calibrate")
board.tap(2)
reach(ask="gain")
board.tap(2)
reach(phase="match", ask="place")
board.send_line('{{"c": "set", "brightness": 0}}')
board.run_until(lambda: board.messages()[-1]["settings"]["brightness"] == 0, 2000, "setting")
board.run_ms(500)
tile = board.world.spare(0)
board.world.lay(tile.id, *board.world.plate.centre({CELL}))
board.run_ms(30_000)
"""


@pytest.mark.verify
def test_a_board_that_is_killed_goes_on_with_settings_zeros_and_game(tmp_path) -> None:
    playing = [sys.executable, "-c", PLAYING, str(tmp_path)]
    with subprocess.Popen(playing, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = next(line for line in process.stdout if TILE_LAID in line)
        process.send_signal(signal.SIGKILL)
    assert json.loads(said)["moves"] == ["b2U"]

    board = EmulatedBoard(PROFILE, SEED, store_dir=tmp_path)
    board.boot()

    def asks() -> bool:
        return bool(board.messages()) and board.messages()[-1].get("ask") not in (None, "wait")

    board.run_until(asks, 8000, "question")
    state = board.messages()[-1]
    assert state["ask"] == "resume"  # and not for the calibration
    assert state["position"] == TILE_LAID
    assert state["settings"]["brightness"] == 0


def test_each_change_is_there_before_the_chip_goes_on(tmp_path) -> None:
    """New, written again, renamed, gone: the folder has what the chip has, whenever it stops."""
    chip = Chip(find_image(), {"data/old": b"old"})
    stored = DataFolder(tmp_path)
    stored.follow(chip)
    there: list[dict[str, bytes]] = []

    def look(_address: int) -> None:
        now = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        if now not in there[-1:]:
            there.append(now)

    chip.flash_written.append(look)
    chip.execute(
        "import os\n"
        "for text in ('first', 'second'):\n"
        "    with open('data/new', 'w') as file: file.write(text)\n"
        "    os.rename('data/new', 'data/kept')\n"
        "os.remove('data/old')"
    )
    old, first, second = {"old": b"old"}, {"kept": b"first"}, {"kept": b"second"}
    steps = [{"new": b""}, {"new": b"first"}, first, first | {"new": b""}]
    steps += [first | {"new": b"second"}, second]
    assert there == [old | step for step in steps] + [second]


def test_what_a_killed_process_left_half_written_is_not_kept(tmp_path) -> None:
    (tmp_path / "settings.blob").write_bytes(b"whole")
    (tmp_path / "settings.blob.keep").write_bytes(b"ha")
    assert DataFolder(tmp_path).files == {"data/settings.blob": b"whole"}
    assert [path.name for path in tmp_path.iterdir()] == ["settings.blob"]


def test_what_is_as_it_was_is_not_written_again(tmp_path) -> None:
    chip = Chip(find_image(), {"data/kept": b"kept"})
    stored = DataFolder(tmp_path)
    stored.follow(chip)
    stored.write()
    file = tmp_path / "kept"
    before = file.stat().st_ino
    chip.execute("open('elsewhere', 'w').close()")
    assert file.stat().st_ino == before


class Flash:
    """The parts of a chip that the folder follows."""

    def __init__(self) -> None:
        self.flash_written = []
        self.files = {}

    def file_system(self) -> bytes:
        return filesystem.make_image({f"data/{name}": data for name, data in self.files.items()})


def test_a_folder_that_takes_nothing_is_said_and_has_all_when_it_does_again(tmp_path, capsys):
    folder = tmp_path / "kept"
    stored, chip = DataFolder(folder), Flash()
    stored.follow(chip)
    chip.files = {"game.blob": b"first"}
    stored.write()
    folder.rename(tmp_path / "elsewhere")
    folder.write_text("in the way")
    chip.files = {"game.blob": b"second", "settings.blob": b"new"}
    stored.write()
    stored.write()
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert str(folder) in said
    folder.unlink()
    (tmp_path / "elsewhere").rename(folder)
    stored.write()
    assert "again" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == chip.files
