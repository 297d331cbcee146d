"""A board's stored data are stashed and restored, wherever a run ends. The Python snippets for the
board run here on a folder in place of its flash."""

import contextlib
import io
import signal

import pytest
from one_board import PROFILE

from host_tools.board.device import stash
from host_tools.board.device.errors import AnotherBoardError, NoFirmwareError
from host_tools.board.scenario.oncable import Borrowed
from host_tools.build.layout import Manifest


class Here:
    """Stands in for a board's prompt: runs what it is given, in a folder."""

    def __init__(self, root):
        self._root = root
        self.port = "port"
        self.restarts = self.left = 0

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

    def send_file(self, path, data, _advance):
        (self._root / path[1:]).write_bytes(data)

    def restart(self):
        self.restarts += 1

    def leave(self):
        self.left += 1


@pytest.fixture
def board(tmp_path, monkeypatch):
    here = Here(tmp_path)
    monkeypatch.setattr(stash, "Prompt", here)
    monkeypatch.setattr(stash, "reach", lambda port, _say: here(port))
    (tmp_path / "data").mkdir()
    (tmp_path / "data/settings.blob").write_bytes(b"its own")
    hold(tmp_path, "a", "tile4x4")
    return here


def hold(root, slot, board):
    """A firmware for this board lies in the slot, and is the one that starts."""
    (root / slot).mkdir()
    (root / slot / "manifest").write_bytes(Manifest("0.2.0", {}, board).encode())
    (root / "slot").write_text(f"{slot}\n")


def start_as_new(stored=None, board="tile4x4"):
    begun = []
    stash.start_as_new("port", board, stored or {}, lambda: begun.append(1))
    assert begun


def stored(root):
    return {path.name: path.read_bytes() for path in (root / "data").iterdir()}


def test_a_board_is_as_new_and_gets_its_own_back(board, tmp_path):
    start_as_new()
    assert stored(tmp_path) == {}
    assert stash.restore("port")
    assert stored(tmp_path) == {"settings.blob": b"its own"}
    assert not stash.restore("port")
    assert stored(tmp_path) == {"settings.blob": b"its own"}
    assert board.restarts == 3
    assert "data.aside" not in [path.name for path in tmp_path.iterdir()]


def test_what_scenarios_keep_never_takes_the_place_of_its_own(board, tmp_path):
    start_as_new()
    (tmp_path / "data/game.blob").write_bytes(b"a scenario's")
    start_as_new()  # the next scenario, or the first after a run that died
    assert stored(tmp_path) == {}
    (tmp_path / "data/game.blob").write_bytes(b"a scenario's")
    stash.restore("port")
    assert stored(tmp_path) == {"settings.blob": b"its own"}


def test_faults_that_came_meanwhile_are_kept_after_its_own(board, tmp_path):
    (tmp_path / "data/faults.blob").write_bytes(b"own\n")
    for fault in (b"first\n", b"second\n"):
        start_as_new()
        assert stored(tmp_path) == {}
        (tmp_path / "data/faults.blob").write_bytes(fault)
    stash.restore("port")
    log = b"own\nfirst\nsecond\n"
    assert stored(tmp_path) == {"settings.blob": b"its own", "faults.blob": log}


def test_the_oldest_faults_go_where_all_are_too_many(board, tmp_path):
    faults = [b"--- fault %d x 1: ---\n" % number + b"x" * 1500 + b"\n" for number in range(4)]
    (tmp_path / "data/faults.blob").write_bytes(faults[0] + faults[1])
    start_as_new()
    (tmp_path / "data/faults.blob").write_bytes(faults[2] + faults[3])
    stash.restore("port")
    assert stored(tmp_path)["faults.blob"] == faults[2] + faults[3]


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_run_whose_terminal_is_closed_restores_its_data(board, tmp_path, number):
    def run():
        with Borrowed(PROFILE, "port") as borrowed:
            stash.start_as_new("port", PROFILE.name, {}, borrowed._take)
            assert stored(tmp_path) == {}
            signal.raise_signal(number)

    with pytest.raises(KeyboardInterrupt):
        run()
    assert stored(tmp_path) == {"settings.blob": b"its own"}
    assert signal.getsignal(number) is signal.SIG_DFL


def test_a_run_that_died_in_the_middle_of_either_is_mended(board, tmp_path):
    (tmp_path / "data").rename(tmp_path / "data.aside")  # and no new one made
    start_as_new()
    assert stored(tmp_path) == {}
    (tmp_path / "data").rmdir()  # and nothing put back
    assert stash.restore("port")
    assert stored(tmp_path) == {"settings.blob": b"its own"}


def test_a_board_that_never_kept_anything_keeps_nothing_afterwards(board, tmp_path):
    (tmp_path / "data/settings.blob").unlink()
    (tmp_path / "data").rmdir()
    start_as_new()
    (tmp_path / "data/game.blob").write_bytes(b"a scenario's")
    assert stash.restore("port")
    assert stored(tmp_path) == {}


def test_a_board_may_start_with_what_another_kept(board, tmp_path):
    start_as_new({"calibration.blob": b"zeros", "game.blob": b"a game"})
    assert stored(tmp_path) == {"calibration.blob": b"zeros", "game.blob": b"a game"}
    start_as_new()
    assert stored(tmp_path) == {}
    assert stash.restore("port")
    assert stored(tmp_path) == {"settings.blob": b"its own"}


def test_a_board_of_another_kind_is_left_as_it_is(board, tmp_path):
    hold(tmp_path, "b", "tile7x7")
    with pytest.raises(AnotherBoardError, match="is a tile7x7, not a tile4x4"):
        stash.start_as_new("port", "tile4x4", {}, lambda: pytest.fail("it has begun"))
    assert stored(tmp_path) == {"settings.blob": b"its own"}
    assert not (tmp_path / "data.aside").exists()
    assert (board.left, board.restarts) == (1, 0)
    start_as_new(board="tile7x7")


def test_a_board_without_firmware_is_left_as_it_is(board, tmp_path):
    (tmp_path / "a/manifest").unlink()
    (tmp_path / "slot").unlink()
    with pytest.raises(NoFirmwareError, match="lodeboard flash"):
        stash.start_as_new("port", "tile4x4", {}, lambda: pytest.fail("it has begun"))
    assert not (tmp_path / "data.aside").exists()


def test_a_board_whose_pointer_is_lost_is_known_by_the_slot_it_starts(board, tmp_path):
    (tmp_path / "slot").unlink()
    start_as_new()
