"""Each make target that a user starts with, in a fresh clone. Targets that install the same share
one: what the first of them leaves is what the other installs itself."""

import json
from hashlib import sha256
from pathlib import Path

import pytest
from doors.bare import Shell, checkout, ctrl_c
from doors.playing import look

pytestmark = [pytest.mark.doors, pytest.mark.timeout(900)]


def _clone(folder: Path) -> Shell:
    return Shell(checkout(folder / "lodeboard"), folder / "home")


@pytest.fixture(scope="module")
def playing(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    return _clone(tmp_path_factory.mktemp("playing"))


@pytest.fixture(scope="module")
def making(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    return _clone(tmp_path_factory.mktemp("making"))


@pytest.fixture
def clone(tmp_path: Path) -> Shell:
    return _clone(tmp_path)


def test_make_play(playing: Shell) -> None:
    with playing.running("make", "play", "ARGS=--port 0 --no-browser") as process:
        page, games = look(process)
        said = ctrl_c(process)
    assert "<title>" in page
    assert "flip (magic)" in games
    assert "Traceback" not in said


def test_make_solve(playing: Shell) -> None:
    done = playing.run("make", "solve", "GAME=kono", "ARGS=--folder solution")
    assert done.returncode == 0, done.stdout + done.stderr
    assert any((playing.folder / "solution").iterdir())


def test_make_site(making: Shell) -> None:
    done = making.run("make", "site")
    assert done.returncode == 0, done.stdout + done.stderr
    site = making.folder / "dist" / "site"
    assert (site / "index.html").is_file()
    assert json.loads((site / "firmware" / "index.json").read_text())["tile4x4"]["version"]


def test_make_release(making: Shell) -> None:
    done = making.run("make", "release")
    assert done.returncode == 0, done.stdout + done.stderr
    release = making.folder / "dist" / "release"
    sums = (release / "SHA256SUMS").read_text().splitlines()
    for line in sums:
        total, name = line.split()
        assert sha256((release / name.lstrip("*")).read_bytes()).hexdigest() == total
    names = {path.suffix for path in release.iterdir()}
    assert {".uf2", ".whl", ".zip"} <= names


def test_make_flash_without_a_board(clone: Shell) -> None:
    """After `make setup`, a command that needs more names the target that gets it."""
    assert clone.run("make", "setup").returncode == 0
    refused = clone.run(".venv/bin/lodeboard", "flash")
    assert refused.returncode == 1
    assert refused.stderr.rstrip().endswith("Get it with: make setup-board")
    done = clone.run("make", "flash")
    assert done.returncode != 0
    assert "lodeboard flash: no board found" in done.stderr
    assert "Traceback" not in done.stderr
    found = clone.run(".venv/bin/lodeboard", "firmware", "--json")
    assert json.loads(found.stdout)["board"] == "tile4x4"
