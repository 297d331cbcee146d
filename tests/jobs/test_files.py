"""Files are replaced atomically, and a lock makes other processes wait."""

import fcntl
import threading
from pathlib import Path

import pytest

from host_tools.jobs.files import alone, whole_file, whole_folder, write_whole


def test_what_is_written_is_there_and_nothing_else(tmp_path):
    path = tmp_path / "page.txt"
    for contents, data in (("née", "née".encode()), (b"\0\1", b"\0\1")):
        write_whole(path, contents)
        assert path.read_bytes() == data
        assert list(tmp_path.iterdir()) == [path]


def test_work_that_ends_early_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "page.txt"
    write_whole(path, "before")

    def begin() -> None:
        with whole_file(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        begin()
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_the_next_one_waits_for_the_one_who_is_alone(tmp_path, monkeypatch):
    path = tmp_path / "new" / "lock"
    begun, asks, order = threading.Event(), threading.Event(), []

    def first():
        with alone(path):
            begun.set()
            assert asks.wait(60)
            order.append("first")

    def flock(file, how, lock=fcntl.flock):
        if begun.is_set():
            with pytest.raises(BlockingIOError):
                lock(file, how | fcntl.LOCK_NB)
            monkeypatch.undo()
            asks.set()
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    thread = threading.Thread(target=first)
    thread.start()
    assert begun.wait(60)
    with alone(path):
        order.append("second")
    thread.join()
    assert order == ["first", "second"]


def test_who_fails_alone_lets_others_in(tmp_path):
    with pytest.raises(KeyboardInterrupt), alone(tmp_path / "lock"):
        raise KeyboardInterrupt
    with (tmp_path / "lock").open() as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_where_no_lock_can_be_made_nobody_waits(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with alone(tmp_path / "file" / "lock"):
        pass


def filled(folder, text):
    with whole_folder(folder) as part:
        (part / "what").write_text(text)


def test_a_new_folder_takes_the_place_of_the_old_one(tmp_path):
    folder = tmp_path / "made"
    for text in ("old", "new"):
        filled(folder, text)
        assert (folder / "what").read_text() == text
        assert list(tmp_path.iterdir()) == [folder]


def test_work_that_ends_early_leaves_the_folder_as_it_was(tmp_path):
    folder = tmp_path / "made"
    filled(folder, "old")

    def work():
        with whole_folder(folder) as part:
            (part / "what").write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert (folder / "what").read_text() == "old"
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize("ends", [KeyboardInterrupt, SystemExit])
def test_an_end_between_old_and_new_leaves_the_old_one(tmp_path, monkeypatch, ends):
    folder = tmp_path / "made"
    filled(folder, "old")
    rename = Path.rename

    def cut(path, target):
        rename(path, target)
        if path == folder:
            raise ends

    monkeypatch.setattr(Path, "rename", cut)
    with pytest.raises(ends):
        filled(folder, "new")
    monkeypatch.undo()
    assert (folder / "what").read_text() == "old"
    assert list(tmp_path.iterdir()) == [folder]


def test_what_was_killed_between_old_and_new_is_put_right(tmp_path):
    folder = tmp_path / "made"
    filled(folder, "old")
    folder.rename(tmp_path / ".made.old")
    with whole_folder(folder) as part:
        assert (folder / "what").read_text() == "old"
        (part / "what").write_text("new")
    assert (folder / "what").read_text() == "new"
    assert list(tmp_path.iterdir()) == [folder]
