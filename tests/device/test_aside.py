"""What a board keeps is put aside and given back, wherever a run ends. The pieces of Python that
go to the board are run here, on a folder in place of its flash."""

import contextlib
import io

import pytest

from host_tools.device import aside


class Here:
    """In place of a board's prompt: runs what it is given, in a folder."""

    def __init__(self, root):
        self._root = root
        self.restarts = 0

    def __call__(self, _port):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def run(self, source):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(source.replace("'/", f"'{self._root}/"), {})
        return said.getvalue()

    def restart(self):
        self.restarts += 1


@pytest.fixture
def board(tmp_path, monkeypatch):
    here = Here(tmp_path)
    monkeypatch.setattr(aside, "Prompt", here)
    (tmp_path / "data").mkdir()
    (tmp_path / "data/settings.blob").write_bytes(b"its own")
    return here


def kept(root):
    return {path.name: path.read_bytes() for path in (root / "data").iterdir()}


def test_a_board_is_as_new_and_gets_its_own_back(board, tmp_path):
    aside.as_new("port")
    assert kept(tmp_path) == {}
    assert aside.give_back("port")
    assert kept(tmp_path) == {"settings.blob": b"its own"}
    assert not aside.give_back("port")
    assert kept(tmp_path) == {"settings.blob": b"its own"}
    assert board.restarts == 3
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_what_scenarios_keep_never_takes_the_place_of_its_own(board, tmp_path):
    aside.as_new("port")
    (tmp_path / "data/game.blob").write_bytes(b"a scenario's")
    aside.as_new("port")  # the next scenario, or the first after a run that died
    assert kept(tmp_path) == {}
    (tmp_path / "data/game.blob").write_bytes(b"a scenario's")
    aside.give_back("port")
    assert kept(tmp_path) == {"settings.blob": b"its own"}


def test_a_run_that_died_in_the_middle_of_either_is_mended(board, tmp_path):
    (tmp_path / "data").rename(tmp_path / "data.aside")  # and no new one made
    aside.as_new("port")
    assert kept(tmp_path) == {}
    (tmp_path / "data").rmdir()  # and nothing put back
    assert aside.give_back("port")
    assert kept(tmp_path) == {"settings.blob": b"its own"}


def test_a_board_that_never_kept_anything_keeps_nothing_afterwards(board, tmp_path):
    (tmp_path / "data/settings.blob").unlink()
    (tmp_path / "data").rmdir()
    aside.as_new("port")
    (tmp_path / "data/game.blob").write_bytes(b"a scenario's")
    assert aside.give_back("port")
    assert kept(tmp_path) == {}
