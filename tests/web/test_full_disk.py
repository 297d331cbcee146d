"""`lodeboard play` on a disk that is full, or cannot be written: a real one where these tests may
mount it, else a limit that the system sets to what the program may write."""

import asyncio
import contextlib
import os
import resource
import shutil
import subprocess

import pytest
from one_board import NAME
from web.linked import page
from web.playing import play

pytestmark = pytest.mark.slow

SIZE = "64k"


class Mounted:
    """A small file system in memory."""

    def __init__(self, folder):
        self.folder = folder
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "none", folder], check=True)

    def fill(self, _=None):
        with contextlib.suppress(OSError), (self.folder / "fill").open("wb", 0) as file:
            while True:
                file.write(bytes(4096))

    def make_room(self, _=None):
        (self.folder / "fill").unlink()

    def forbid(self):
        subprocess.run(["mount", "-o", "remount,ro", self.folder], check=True)

    def end(self):
        subprocess.run(["umount", "-l", self.folder], check=True)


class Limited:
    """A folder, and a limit to what a process may write."""

    def __init__(self, folder):
        self.folder = folder

    def _limit(self, process, most):
        _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (most, hard))

    def fill(self, process=0):
        """Of this process, which others inherit, where none is named."""
        self._limit(process, 0)

    def make_room(self, process=0):
        self._limit(process, resource.RLIM_INFINITY)

    def forbid(self):
        if not os.geteuid():
            pytest.skip("whoever is root and may not mount can write whatever can only be read")
        for path in [self.folder, *self.folder.rglob("*")]:
            path.chmod(0o555 if path.is_dir() else 0o444)

    def end(self):
        self.make_room()


def may_mount(folder):
    if os.geteuid() or shutil.which("mount") is None:
        return False
    mounted = subprocess.run(["mount", "-t", "tmpfs", "none", folder], check=False)
    return not mounted.returncode and not subprocess.run(["umount", folder], check=True).returncode


@pytest.fixture
def disk(tmp_path):
    folder = tmp_path / "disk"
    folder.mkdir()
    disk = Mounted(folder) if may_mount(folder) else Limited(folder)
    yield disk
    disk.end()


def files(disk):
    return {path.name: path.stat().st_size for path in stored(disk).iterdir()}


def stored(disk):
    return disk.folder / "lodeboard" / f"{NAME}-1" / "store"


def test_a_disk_that_fills_while_one_plays_and_has_room_again(disk):
    async def use(running):
        number = running.process.pid
        async with page(running) as person:
            await person.until("state", ask="place")
            before = files(disk)
            disk.fill(number)
            await person.tell(c="set", brightness=1)
            told = await person.until("keeping")
            assert (told["why"], told["not"]) == ("full", ["settings"])
            assert files(disk) == before
            await person.tell(c="set", variant=2)  # another game's firmware starts
            await person.until("state", game="xtic", phase="match")
            assert files(disk) == before
            disk.make_room(number)
            await person.until("keeping", why="")
            assert files(disk).keys() - before.keys() == {"settings.blob"}
            disk.fill(number)

    with play(disk.folder) as running:
        assert "Ctrl-C ends it; settings, calibration and the game are saved." in running.printed
        asyncio.run(use(running))
        status, complaints = running.end()
    assert status == 0
    first, second, last = complaints.splitlines()
    assert first.startswith("Free some space where the board stores its data")
    assert str(disk.folder) in first
    assert second == "The board saves everything again."
    assert last.startswith("The tiles' places are not saved: ")


def test_a_disk_that_is_full_from_the_start_on(disk):
    async def use(running):
        async with page(running) as person:
            told = await person.until("keeping")
            assert (told["why"], told["not"]) == ("full", ["zeros"])
            await person.until("state", ask="place")

    disk.fill()
    try:
        with play(disk.folder) as running:
            assert "Nothing can be saved now: " in running.printed
            assert str(disk.folder) in running.printed
            assert "game are saved.\n" in running.printed  # once that is fixed
            asyncio.run(use(running))
            status, complaints = running.end()
    finally:
        disk.make_room()
    assert status == 0
    assert "fault" not in complaints
    assert "Traceback" not in complaints
    assert list(stored(disk).iterdir()) == []


@pytest.mark.verify
def test_a_disk_that_can_only_be_read_has_the_board_as_it_was(disk):
    async def choose(running):
        async with page(running) as person:
            await person.until("state", ask="place")
            await person.tell(c="set", brightness=1)
            await person.until("state", ask="place")

    async def choose_again(running):
        async with page(running) as person:
            state = await person.until("state", ask="place")
            assert state["settings"]["brightness"] == 1
            await person.tell(c="set", brightness=2)
            told = await person.until("keeping")
            assert (told["why"], told["not"]) == ("read-only", ["settings"])

    with play(disk.folder) as running:
        asyncio.run(choose(running))
        assert running.end()[0] == 0
    before = files(disk)
    assert "settings.blob" in before
    disk.forbid()
    with play(disk.folder) as running:
        assert "Nothing can be saved now: " in running.printed
        asyncio.run(choose_again(running))
        assert running.end()[0] == 0
    assert files(disk) == before
