"""What a board does with data while its store fails, and afterwards."""

import errno
import os
import shutil
from itertools import pairwise
from unittest.mock import Mock

import pytest
from failing_store import OPEN, READ, REMOVE, RENAME, SAVING, FailingFatStore, FailingStore
from many import every

from lodeboard.ports.fat_store import FatStore
from lodeboard.ports.file_store import FileStore
from lodeboard.storage import replay
from lodeboard.storage.blobs import BlobError, Blobs
from lodeboard.storage.journal import DAMAGED, Journal, Saved
from lodeboard.storage.unsaved import BROKEN, FULL, GONE, READ_ONLY

# A full littlefs says ENAMETOOLONG where a new file's entry finds no room.
ERRORS = {
    errno.ENOSPC: FULL,
    errno.ENAMETOOLONG: FULL,
    errno.EROFS: READ_ONLY,
    errno.EIO: BROKEN,
    errno.ENOENT: GONE,
}
KINDS = [(FailingStore, FileStore), (FailingFatStore, FatStore)]


@pytest.fixture(params=KINDS, ids=["files", "fat"])
def kind(request):
    return request.param


@pytest.fixture
def store(kind, tmp_path):
    return kind[0](str(tmp_path / "kept"))


@pytest.fixture
def blobs(store):
    blobs = Blobs(store)
    blobs.save("settings", b"old settings")
    blobs.save("game", b"old game")
    return blobs


@pytest.fixture
def on_disk(kind, store):
    """What the next start finds, without changing it."""

    def on_disk(name):
        with_copy = store.directory + "-copy"
        shutil.rmtree(with_copy, ignore_errors=True)
        shutil.copytree(store.directory, with_copy)
        return kind[1](with_copy).load(name)

    return on_disk


def left_over(store):
    return [name for name in os.listdir(store.directory) if name.endswith(".new")]


@pytest.mark.parametrize("number", ERRORS)
@pytest.mark.parametrize("operation", SAVING)
def test_a_save_that_fails_leaves_the_old_blob_and_waits(blobs, store, on_disk, operation, number):
    store.fails = {operation: number}
    for game in (b"new game", b"newer game"):
        blobs.save("game", game)
        assert blobs.load("game") == game
        assert blobs.unsaved.why == ERRORS[number]
        assert blobs.unsaved.names == ["game"]
        assert on_disk("game") in (b"old game", game)  # FAT may have gone half the way
        assert on_disk("game") is not None
        assert left_over(store) == []
    assert blobs.load("settings") == b"old settings"
    store.fails = {}
    blobs.save("settings", b"new settings")  # the next change writes all that waits
    assert blobs.unsaved.why == ""
    assert on_disk("game") == b"newer game"
    assert on_disk("settings") == b"new settings"
    assert left_over(store) == []


@pytest.mark.parametrize("number", every(2, ERRORS))
def test_a_blob_that_cannot_be_removed_is_later(blobs, store, on_disk, number):
    store.fails = {REMOVE: number}
    blobs.delete("game")
    if number == errno.ENOENT:  # which says that it is not there
        return
    assert blobs.load("game") is None
    assert on_disk("game") == b"old game"
    store.fails = {}
    assert blobs.unsaved.write()
    assert on_disk("game") is None


def test_what_an_error_left_goes_when_it_cannot_at_once(blobs, store):
    store.fails = {RENAME: errno.EIO, REMOVE: errno.EIO}
    blobs.save("game", b"new game")
    assert left_over(store) == ["game.new"]
    store.fails = {}
    assert blobs.unsaved.write()
    assert left_over(store) == []


@pytest.mark.parametrize(("name", "said"), [("dice", "game"), ("phones", "settings")])
def test_what_has_no_name_for_people_is_said_by_what_it_belongs_to(blobs, store, name, said):
    store.fails = {OPEN: errno.ENOSPC}
    blobs.save(name, b"new")
    assert blobs.unsaved.names == [said]


def test_nothing_to_remove_is_no_trouble(blobs, store):
    store.fails = {OPEN: errno.EROFS, REMOVE: errno.EROFS}
    blobs.save("settings", b"new")
    blobs.delete("nothing")
    assert blobs.unsaved.names == ["settings"]
    assert list(blobs.unsaved._waiting) == ["settings"]


def test_a_blob_that_cannot_be_read_is_not_written_over(blobs, store, on_disk):
    store.fails = {READ: errno.EIO}
    with pytest.raises(BlobError, match="not to be read now"):
        blobs.load("game")
    assert blobs.unsaved.why == BROKEN
    blobs.delete("game")
    blobs.save("game", b"another game")
    assert on_disk("game") == b"old game"
    store.fails = {}
    assert blobs.unsaved.write()
    assert on_disk("game") == b"another game"
    assert on_disk(DAMAGED) == b"old game"


def test_a_blob_that_can_be_read_again_stays_alone(blobs, store, on_disk):
    store.fails = {READ: errno.EIO}
    with pytest.raises(BlobError, match="not to be read now"):
        blobs.load("game")
    store.fails = {}
    assert blobs.unsaved.write()
    assert on_disk("game") == b"old game"
    assert on_disk(DAMAGED) is None


def test_a_journal_is_put_aside_whole_or_stays_where_it_is(blobs, store, on_disk):
    """Its copy cannot be written, and it could be removed."""
    store.fails = {OPEN: errno.ENOSPC}
    Journal(blobs, "tile4x4").put_aside()
    assert blobs.load("game") is None
    assert on_disk("game") == b"old game"
    store.fails = {}
    assert blobs.unsaved.write()
    assert on_disk("game") is None
    assert on_disk(DAMAGED) == b"old game"


def test_a_journal_is_whole_after_saves_that_failed(blobs, store, on_disk):
    journal = Journal(blobs, "tile4x4")
    for number in range(1, 6):
        store.fails = {OPEN: errno.ENOSPC} if number in (2, 3, 4) else {}
        journal.save(Saved(0, 2, "1_----------------", list(range(number))))
    assert list(replay.load(blobs, "tile4x4").steps) == [0, 1, 2, 3, 4]
    assert on_disk("game") == blobs.load("game")


def test_a_folder_that_was_removed_is_made_again(blobs, store, on_disk):
    shutil.rmtree(store.directory)
    blobs.save("game", b"new game")
    assert on_disk("game") == b"new game"
    assert blobs.unsaved._emptied  # so that all else is written, too


def test_a_store_that_stays_full_is_tried_again_ever_more_rarely(blobs, store):
    """Each try wears the flash."""
    store.fails = {OPEN: errno.ENOSPC}
    blobs.save("settings", b"new settings")
    times = [0]
    for now_ms in range(0, 400_000, 500):
        tries = store.tries
        blobs.unsaved.tick(now_ms, Mock(), Mock(), None)
        if store.tries > tries:
            times.append(now_ms)
    waits = [later - earlier for earlier, later in pairwise(times)]
    assert waits == sorted(waits)
    assert 1000 <= waits[0] <= 5000
    assert 60_000 <= waits[-1] == waits[-2] <= 70_000
