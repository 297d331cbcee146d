"""What is said on the terminal when the places of the tiles cannot be saved."""

import json
from types import SimpleNamespace

import pytest
from one_board import PROFILE

from host_tools.board.simulator.world import World
from host_tools.play.web.storage_reports import SAVED, Keeping


@pytest.fixture
def world():
    return World(PROFILE, 1)


def test_where_all_is_well_nothing_is_said(world, tmp_path, capsys):
    keeping = Keeping(tmp_path / "board")
    keeping.begin(world)
    assert keeping.at_the_end == f"Ctrl-C ends it; {SAVED}."
    keeping.end(world)
    assert capsys.readouterr().err == ""


def test_a_folder_that_cannot_be_made_is_named_with_the_reason(world, tmp_path, capsys):
    (tmp_path / "file").write_text("in the way")
    keeping = Keeping(tmp_path / "file" / "board")
    keeping.begin(world)
    assert f"Nothing can be saved now: {tmp_path}/file/board: Not a directory." in (
        keeping.at_the_end
    )
    keeping.end(world)
    assert "The tiles' places are not saved" in capsys.readouterr().err


class Lines:
    """A board's lines, to say some."""

    def subscribe(self, call):
        self.say = lambda **line: call(0, json.dumps(line))


def test_what_the_board_cannot_store_is_said_once_with_the_place(world, tmp_path, capsys):
    lines = Lines()
    Keeping(tmp_path).follow(SimpleNamespace(lines=lines), world)
    trouble = {"t": "keeping", "say": "The game is not saved.", "why": "full", "not": ["game"]}
    for _ in range(2):
        lines.say(**trouble)
    assert capsys.readouterr().err == f"The game is not saved. The place: {tmp_path}\n"
    lines.say(t="keeping", say="All is saved again.", why="", **{"not": []})
    assert capsys.readouterr().err == "All is saved again.\n"
    lines.say(**trouble)
    assert "The game is not saved." in capsys.readouterr().err
    lines = Lines()
    Keeping().follow(SimpleNamespace(lines=lines), world)
    lines.say(**trouble)
    assert capsys.readouterr().err == "The game is not saved.\n"


def test_the_table_is_saved_at_each_step_of_a_game(world, tmp_path):
    lines = Lines()
    Keeping(tmp_path).follow(SimpleNamespace(lines=lines), world)
    game = {"phase": "match", "game": "flip", "rules": "magic", "ask": "place", "say": ""}

    def saved(position):
        for file in tmp_path.iterdir():
            file.unlink()
        lines.say(t="state", settings={}, position=position, **game)
        return bool(list(tmp_path.iterdir()))

    assert [saved(position) for position in ("", "1_a", "1_a", "2_b")] == [False, True, False, True]
