"""Where the boards' data are stored, and which of two programs may use them."""

from pathlib import Path

import pytest

from host_tools.play.web import datadir
from host_tools.play.web.datadir import PlayError, board_directory, data_home, erase
from host_tools.play.web.kinds import TAKEN, Kinds


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def test_data_go_where_the_system_says_and_otherwise_into_the_home(home, monkeypatch):
    assert data_home() == home
    assert datadir.recordings() == home / "lodeboard" / "recordings"
    for no_place in ("", "here"):
        monkeypatch.setenv("XDG_DATA_HOME", no_place)
        assert data_home() == Path.home() / ".local" / "share"


def test_a_board_is_played_by_one_program_at_a_time(home):
    with board_directory("tile4x4-1") as folder, board_directory("tile4x4-2") as other:
        assert folder == home / "lodeboard" / "tile4x4-1"
        assert folder.is_dir()
        assert other != folder
        with (
            pytest.raises(PlayError, match=r"tile4x4-1 is already .* Play on there, or wait$"),
            board_directory("tile4x4-1", "wait"),
        ):
            pass
    with board_directory("tile4x4-1") as again:
        assert again == folder


def test_where_no_folder_can_be_the_reason_and_the_fix_are_said(home):
    (home / "lodeboard").write_text("in the way")
    wanted = pytest.raises(PlayError, match=r"Not a directory. Choose .* XDG_DATA_HOME")
    with wanted, board_directory("tile4x4-1"):
        pass


def test_a_board_is_played_where_nothing_can_be_written(monkeypatch, home):
    """With the lock that is there, if it can be read, or with none."""

    def refuse(path, *_arguments, **options):
        if "encoding" in options and _arguments:
            raise PermissionError
        return opened(path, *_arguments, **options)

    opened = Path.open
    with board_directory("tile4x4-1"):
        pass
    monkeypatch.setattr(Path, "open", refuse)
    for name in ("tile4x4-1", "tile4x4-2"):
        with board_directory(name) as folder:
            assert folder == home / "lodeboard" / name
    taken = pytest.raises(PlayError, match="already being played")
    with board_directory("tile4x4-1"), taken, board_directory("tile4x4-1"):
        pass


def test_all_of_a_board_is_erased_but_its_lock(home):
    folder = home / "board"
    erase(folder)  # it is not there, as where nothing could be saved
    (folder / "data" / "inner").mkdir(parents=True)
    for name in ("lock", "tiles.json", "data/game.blob"):
        (folder / name).write_text(name)
    erase(folder)
    assert [path.name for path in folder.iterdir()] == ["lock"]
    with pytest.raises(PlayError, match=r"cannot erase what this board keeps in .*: Not a dir"):
        erase(folder / "lock")


def test_the_board_that_a_page_chooses_comes_next_with_its_folder_locked(home, capsys):
    kinds = Kinds(7)
    assert "tile7x7" in kinds.others("tile4x4")
    assert Kinds(7, "only this").others("tile4x4") == {}
    assert kinds.change("tile7x7") is None
    assert kinds.change("tile4x4") is None  # too late: the first choice counts
    with pytest.raises(PlayError), board_directory("tile7x7-7"):
        pass
    chosen = []
    for profile, folder in kinds.chosen():
        chosen.append((profile.name, folder))
        assert len(chosen) > 1 or kinds.change("tile4x4") is None
    assert chosen == [(name, home / "lodeboard" / f"{name}-7") for name in ("tile7x7", "tile4x4")]
    with board_directory("tile4x4-7"):
        assert kinds.change("tile4x4") == TAKEN
    assert "already being played" in capsys.readouterr().err
    assert list(kinds.chosen()) == []
