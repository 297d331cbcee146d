"""What is said on the terminal when the places of the tiles cannot be saved."""

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
