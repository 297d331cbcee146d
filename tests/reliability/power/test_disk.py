"""The file system in memory: what cuts leave of it, and that it is what a real one leaves."""

import errno

import pytest

from host_tools.board.simulator.store import AFTER, BEFORE, MIDDLE, CuttableStore, PowerCut
from host_tools.lab.reliability.power.disk import (
    MKDIR,
    OPEN,
    RENAME,
    SYNC,
    WRITE,
    Act,
    Cut,
    Disk,
    Left,
    cuts,
    store_on,
)

OLD, NEW = b"old", b"newer"


def saved() -> Disk:
    """One blob, saved twice."""
    disk = Disk()
    disk.mkdir("data")
    store = store_on(disk)
    store.save("game", OLD)
    store.save("game", NEW)
    return disk


def test_a_store_saves_by_these_acts() -> None:
    disk = saved()
    kinds = [act.kind for act in disk.acts]
    assert kinds == [MKDIR] + 2 * [OPEN, WRITE, SYNC, RENAME]
    assert {act.blob for act in disk.acts[1:]} == {"game"}
    assert disk.files == {"data/game.blob": NEW}


def test_there_is_a_cut_for_each_byte_and_each_act() -> None:
    disk = saved()
    found = cuts(disk.acts)
    assert [cut for cut in found if cut.act == 6] == [
        Cut(6),
        *(Cut(6, count) for count in range(1, len(NEW))),
    ]
    assert [cut for cut in found if cut.act == 7] == [Cut(7), Cut(7, 0, True)]
    assert [cut for cut in found if cut.act == 8] == [Cut(8)]
    assert found[-1] == Cut(9)


def test_what_cuts_leave() -> None:
    left = Left(saved().acts)
    there = {"data/game.blob": OLD}
    new = "data/game.new"
    assert left.by(Cut(0)) == {}
    assert left.by(Cut(5)) == there
    assert left.by(Cut(6)) == there | {new: b""}
    assert left.by(Cut(6, 3)) == there | {new: NEW[:3]}
    assert left.by(Cut(7)) == there | {new: NEW}
    assert left.by(Cut(7, 0, True)) == there | {new: b""}
    assert left.by(Cut(8)) == there | {new: NEW}
    assert left.by(Cut(9)) == {"data/game.blob": NEW}


def test_a_file_written_in_place_is_empty_or_old_before_it_is_closed() -> None:
    name = "data/game.blob"
    acts = [Act(OPEN, name, 1), Act(WRITE, name, 1, OLD), Act(SYNC, name, 1)]
    acts += [Act(OPEN, name, 2), Act(WRITE, name, 2, NEW)]
    left = Left(acts)
    assert left.by(Cut(4)) == {name: b""}
    assert left.by(Cut(4, 2)) == {name: NEW[:2]}
    assert left.by(Cut(5)) == {name: NEW}
    assert left.by(Cut(5, 0, True)) == {name: OLD}


def test_a_file_renamed_before_it_is_flushed_may_be_empty() -> None:
    acts = [
        Act(OPEN, "data/a", 1),
        Act(WRITE, "data/a", 1, NEW),
        Act(RENAME, "data/a", to="data/b"),
    ]
    left = Left(acts)
    assert left.by(Cut(3)) == {"data/b": NEW}
    assert left.by(Cut(3, 0, True)) == {"data/b": b""}


def test_what_is_not_there_cannot_be_read_removed_or_renamed() -> None:
    disk = Disk()
    for act in (
        lambda: disk.open("data/x", "rb"),
        lambda: disk.remove("data/x"),
        lambda: disk.rename("data/x", "data/y"),
    ):
        with pytest.raises(OSError, match="no such file") as raised:
            act()
        assert raised.value.errno == errno.ENOENT
    assert disk.acts == []


@pytest.mark.parametrize("when", [BEFORE, MIDDLE, AFTER])
@pytest.mark.parametrize("operation", [3, 4])
def test_a_real_cut_of_a_real_file_system_leaves_the_same(tmp_path, operation, when) -> None:
    store = CuttableStore(str(tmp_path))
    store.save("game", OLD)
    store.cut_after(operation - 2, when)
    with pytest.raises(PowerCut):
        store.save("game", NEW)
    cut = {
        (3, BEFORE): Cut(5),
        (3, MIDDLE): Cut(6, len(NEW) // 2),
        (3, AFTER): Cut(8),
        (4, BEFORE): Cut(8),
        (4, MIDDLE): Cut(8),
        (4, AFTER): Cut(9),
    }[operation, when]
    on_disk = {f"data/{path.name}": path.read_bytes() for path in tmp_path.iterdir()}
    assert on_disk == Left(saved().acts).by(cut)
