"""The store keeps every blob complete, whichever write fails."""

import os
from bisect import bisect_right

import pytest

from host_tools.board.simulator.store import BEFORE, MIDDLE, CuttableStore, PowerCut
from host_tools.lab.reliability.power.disk import Disk, Left, cuts, store_on
from lodeboard.ports.file_store import FileStore, StoreError
from lodeboard.storage.memory_store import MemoryStore


@pytest.fixture
def directory(tmp_path):
    return str(tmp_path)


@pytest.fixture
def store(directory):
    return FileStore(directory)


def test_what_was_saved_is_loaded_also_by_the_next_store(directory, store):
    store.save("journal", b"one")
    store.save("journal", b"two, longer")
    store.save("settings", b"")
    assert store.load("journal") == b"two, longer"
    assert FileStore(directory).load("journal") == b"two, longer"
    assert FileStore(directory).load("settings") == b""


def test_nothing_saved_is_none(store):
    assert store.load("journal") is None
    store.delete("journal")


@pytest.mark.parametrize("in_memory", [False, True])
def test_deleted_is_gone(store, in_memory):
    if in_memory:
        store = MemoryStore()
    store.save("journal", b"one")
    store.delete("journal")
    assert store.load("journal") is None


@pytest.mark.parametrize("name", ["", "a/b", "..", "Journal", "a b", "x" * 25, "ö"])
def test_names_that_some_file_system_would_not_take_are_refused(store, name):
    for act in (store.load, store.delete, store.table, lambda n: store.save(n, b"")):
        with pytest.raises(StoreError, match="store:"):
            act(name)


def test_leftovers_of_a_cut_are_ignored_and_removed(directory, tmp_path):
    for name in ("journal.new", "settings.new", "journal.blob"):
        (tmp_path / name).write_bytes(b"x")
    store = FileStore(directory)
    assert sorted(os.listdir(directory)) == ["journal.blob"]
    assert store.load("journal") == b"x"


def test_a_missing_directory_is_made_and_one_that_cannot_be_is_an_error_of_each_act(directory):
    FileStore(directory + "/new").save("journal", b"one")
    assert os.listdir(directory + "/new") == ["journal.blob"]
    store = FileStore(directory + "/no/where")
    assert store.load("journal") is None
    with pytest.raises(FileNotFoundError):
        store.save("journal", b"one")
    os.mkdir(directory + "/no")
    assert store.open()
    store.save("journal", b"one")
    assert not store.open()
    assert store.load("journal") == b"one"


def test_a_path_that_is_no_file_is_not_taken_for_nothing_saved(directory, store):
    os.mkdir(directory + "/journal.blob")
    with pytest.raises(IsADirectoryError):
        store.load("journal")


def test_tables_are_open_files(directory, tmp_path):
    tables = tmp_path / "tables"
    tables.mkdir()
    (tables / "flip.table").write_bytes(bytes(range(100)))
    store = FileStore(directory, str(tables))
    table = store.table("flip")
    table.seek(40)
    buffer = bytearray(3)
    assert table.readinto(buffer) == 3
    assert buffer == bytes([40, 41, 42])
    table.close()
    assert store.table("xtic") is None


def test_a_table_is_found_where_it_is_said_to_be(directory, tmp_path):
    (tmp_path / "flip.01234567.bin").write_bytes(b"a table")
    places = {"flip": str(tmp_path / "flip.01234567.bin"), "xtic": str(tmp_path / "gone")}
    store = FileStore(directory, "", places)
    with store.table("flip") as table:
        assert table.read() == b"a table"
    assert store.table("xtic") is None


def test_cut_at_any_byte_the_old_or_the_new_blob_is_there():
    disk = Disk()
    disk.mkdir("data")
    store = store_on(disk)
    blobs, ends = [None, b"first" * 30, b"second" * 30, None], [len(disk.acts)]
    for blob in blobs[1:]:
        store.delete("journal") if blob is None else store.save("journal", blob)
        ends.append(len(disk.acts))
    left = Left(disk.acts)
    for cut in cuts(disk.acts):
        done = max(0, bisect_right(ends, cut.act) - 1)
        after = Disk(left.by(cut))
        assert store_on(after).load("journal") in blobs[done : done + 2], cut
        assert not [name for name in after.files if name.endswith(".new")]


def test_cuts_come_exactly_where_asked(directory):
    store = CuttableStore(directory)
    store.save("settings", b"x")
    assert store.operations == 2  # write and rename
    store.cut_after(2, BEFORE)
    with pytest.raises(PowerCut):
        store.save("journal", b"y")
    assert sorted(os.listdir(directory)) == ["journal.new", "settings.blob"]
    store.restart()
    assert os.listdir(directory) == ["settings.blob"]
    store.save("journal", b"y")  # the cut is over
    assert store.load("journal") == b"y"


def test_half_of_the_bytes_are_there_after_a_cut_in_the_middle(directory):
    store = CuttableStore(directory)
    store.cut_after(1, MIDDLE)
    with pytest.raises(PowerCut):
        store.save("journal", bytes(100))
    assert os.path.getsize(directory + "/journal.new") == 50


def test_a_cut_that_never_came_is_cancelled_at_the_next_start(directory):
    store = CuttableStore(directory)
    store.cut_after(3)
    store.restart()
    for _ in range(3):
        store.save("journal", b"y")
    assert store.load("journal") == b"y"


@pytest.mark.parametrize(("n", "when"), [(0, BEFORE), (1, "never")])
def test_senseless_cuts_are_refused(directory, n, when):
    with pytest.raises(ValueError, match="cut at operation"):
        CuttableStore(directory).cut_after(n, when)
