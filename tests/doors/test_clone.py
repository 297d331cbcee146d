"""Each make target that a user starts with, in a fresh clone: one after the other, as what a target
installs is what the one before has and more."""

import json
import zipfile
from hashlib import sha256

import pytest
from doors.bare import Shell, checkout, ctrl_c
from doors.playing import look

pytestmark = [pytest.mark.doors, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    folder = tmp_path_factory.mktemp("clone")
    return Shell(checkout(folder / "lodeboard"), folder / "home")


def test_make_play(clone: Shell) -> None:
    with clone.running("make", "play", "ARGS=--port 0 --no-browser") as process:
        page, games = look(process)
        said = ctrl_c(process)
    assert "<title>" in page
    assert "flip (magic)" in games
    assert "Traceback" not in said


def test_make_solve(clone: Shell) -> None:
    done = clone.run("make", "solve", "GAME=kono", "ARGS=--folder solution")
    assert done.returncode == 0, done.stdout + done.stderr
    assert any((clone.folder / "solution").iterdir())


def test_make_flash_without_a_board(clone: Shell) -> None:
    """A command that needs more than `make play` does names the target that gets it."""
    refused = clone.run(".venv/bin/lodeboard", "flash")
    assert refused.returncode == 1
    assert refused.stderr.rstrip().endswith("Get it with: make setup-board")
    done = clone.run("make", "flash")
    assert done.returncode != 0
    assert "lodeboard flash: no board found" in done.stderr
    assert "Traceback" not in done.stderr
    found = clone.run(".venv/bin/lodeboard", "firmware", "--json")
    assert json.loads(found.stdout)["board"] == "tile4x4"


def test_make_release(clone: Shell) -> None:
    """Which has all that `make site` makes."""
    assert ".venv/bin/lodeboard site dist/site" in clone.run("make", "-n", "site").stdout
    done = clone.run("make", "release")
    assert done.returncode == 0, done.stdout + done.stderr
    release = clone.folder / "dist" / "release"
    sums = (release / "SHA256SUMS").read_text().splitlines()
    for line in sums:
        total, name = line.split()
        assert sha256((release / name.lstrip("*")).read_bytes()).hexdigest() == total
    names = {path.suffix for path in release.iterdir()}
    assert {".uf2", ".whl", ".zip"} <= names
    with zipfile.ZipFile(next(release.glob("lodeboard-site-*.zip"))) as site:
        assert json.loads(site.read("firmware/index.json"))["tile4x4"]["version"]
        assert "index.html" in site.namelist()
