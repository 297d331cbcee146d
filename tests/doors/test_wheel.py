"""The built package in an environment of its own, outside any checkout, in an empty folder."""

import gzip
import json
import shutil
import subprocess
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from doors.bare import Shell, bare_python, ctrl_c
from doors.playing import look

from host_tools import ROOT, version
from host_tools.build import firmware
from host_tools.games.loader import GAMES
from host_tools.workshop.release.wheel import build_wheel
from lodeboard.games.catalogue import LEVELS
from lodeboard.system.loader import make_game

pytestmark = [pytest.mark.doors, pytest.mark.timeout(900)]
TABLES = "host_tools/shipped/tables/"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def shell(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """Somebody who has installed the package, and nothing else."""
    place = tmp_path_factory.mktemp("bare")
    shell = Shell(place / "empty", place / "home", bare_python(place / "environment"))
    install(shell, str(wheel))
    return shell


@pytest.fixture(scope="module")
def with_chip(shell: Shell) -> Shell:
    """The same after the command that the refusal names."""
    refused = shell.run("lodeboard", "emulate")
    assert refused.returncode == 1
    command = refused.stderr.rstrip().rpartition("Get it with: ")[2]
    assert command == 'pip install "lodeboard[chip]"'
    install(shell, command.rpartition(" ")[2].strip('"'))
    return shell


def install(shell: Shell, what: str) -> None:
    done = shell.run("pip", "install", "-q", "-c", str(ROOT / "constraints.txt"), what)
    assert done.returncode == 0, done.stderr


def test_all_data_beside_the_modules_are_in_it(wheel: Path) -> None:
    listed = ["git", "ls-files", "host_tools", "firmware/lodeboard", "firmware/tables"]
    done = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True)
    wanted = {
        name.replace("firmware/tables/", TABLES).removeprefix("firmware/")
        for name in done.stdout.split()
        if (ROOT / name).is_file()
    }
    assert wanted - set(zipfile.ZipFile(wheel).namelist()) == set()


def test_its_firmware_is_the_one_of_this_tree(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        index = json.loads(archive.read("host_tools/shipped/firmware/index.json"))
    assert index["tile4x4"]["id"] == firmware.build().manifest.id
    assert index["tile4x4"]["version"] == version()


def test_version(shell: Shell) -> None:
    assert shell.run("lodeboard", "--version").stdout == f"lodeboard {version()}\n"


def test_choose_answers_from_the_table(shell: Shell) -> None:
    done = shell.run(
        "lodeboard", "choose", "flip", "--level", "perfect", stdin=make_game("flip").text()
    )
    assert json.loads(done.stdout)["from"] == "table", done.stderr


@pytest.mark.parametrize("game", GAMES)
def test_analyse_and_choose_know_each_game(shell: Shell, game: str) -> None:
    start = make_game(game).text()
    done = shell.run("lodeboard", "analyse", game, "--moves", stdin=start)
    assert len(json.loads(done.stdout)["children"]) == json.loads(done.stdout)["moves"], done.stderr
    done = shell.run("lodeboard", "choose", game, "--level", LEVELS[game][0], stdin=start)
    assert json.loads(done.stdout)["move"], done.stderr


@pytest.mark.parametrize(("board", "game"), [("tile4x4", "flip (magic)"), ("tile7x7", "magician")])
def test_play(shell: Shell, board: str, game: str) -> None:
    words = ("--port", "0", "--no-browser", "--board", board)
    with shell.running("lodeboard", "play", *words) as process:
        page, games = look(process)
        said = ctrl_c(process)
    assert "<title>" in page
    assert any(one.startswith(game) for one in games)
    assert said == ""
    assert process.returncode == 0


def test_flash_without_a_board(with_chip: Shell) -> None:
    done = with_chip.run("lodeboard", "flash")
    assert done.returncode == 1
    assert "lodeboard flash: no board found" in done.stderr


def test_emulate_starts_the_firmware_that_came_with_it(with_chip: Shell) -> None:
    with with_chip.running("lodeboard", "emulate") as process:
        assert process.stdout is not None
        hello = next((line for line in process.stdout if '"hello"' in line), "")
        said = ctrl_c(process)
    assert f"{version()} {firmware.build().manifest.id}" in hello, said
    assert "Traceback" not in said


def test_site_leaves_other_files_alone(with_chip: Shell) -> None:
    mine = with_chip.folder / "mine"
    mine.mkdir()
    (mine / "letter.txt").write_text("dear")
    done = with_chip.run("lodeboard", "site", "mine")
    assert done.returncode == 2
    assert "other files" in done.stderr
    assert (mine / "letter.txt").read_text() == "dear"


@pytest.fixture(scope="module")
def trio(shell: Shell) -> Path:
    """The game that the guide begins with, from outside the package."""
    done = shell.run("lodeboard", "new-game", "trio", "--in", "games")
    assert done.returncode == 0, done.stderr
    return shell.folder / "games" / "trio"


def test_a_game_from_a_folder_is_counted_and_played_on_the_page(shell: Shell, trio: Path) -> None:
    done = shell.run("lodeboard", "perft", "trio", "3", "--games", "games")
    assert done.stdout == "3360\n", done.stderr
    (trio / "page.js").write_text('export default () => ({ title: "Three" });\n')
    words = ("--port", "0", "--no-browser", "--games", "games")
    with shell.running("lodeboard", "play", *words) as process:
        page, games = look(process)
        said = ctrl_c(process)
    assert "drawings" in page
    assert "trio" in games
    assert said == ""


def test_a_game_from_a_folder_is_checked_on_the_emulated_chip(with_chip: Shell, trio: Path) -> None:
    done = with_chip.run("lodeboard", "check-game", str(trio))
    assert done.returncode == 0, done.stdout + done.stderr


def test_site_with_a_game_from_a_folder(with_chip: Shell, trio: Path) -> None:
    done = with_chip.run("lodeboard", "site", "here", "--games", "games")
    assert done.returncode == 0, done.stderr
    site = with_chip.folder / "here"
    index = json.loads((site / "firmware" / "index.json").read_text())
    assert index["tile4x4"]["version"] == version()
    tables = gzip.decompress((site / "tables.zip.packed").read_bytes())
    with zipfile.ZipFile(BytesIO(tables)) as archive:
        assert f"{TABLES}flip-magic.table" in archive.namelist()
    assert (site / "games" / "trio.js").is_file()


def test_nothing_but_the_site_and_the_game_was_left_in_the_folder(with_chip: Shell) -> None:
    assert {path.name for path in with_chip.folder.iterdir()} <= {"games", "here", "mine"}


def test_an_installed_package_brings_its_game(shell: Shell, trio: Path, tmp_path: Path) -> None:
    """Last, as it stays installed."""
    package = tmp_path / "package"
    shutil.copytree(trio, package / "trio")
    (package / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n'
        '[project]\nname = "trio-game"\nversion = "1"\n'
        '[project.entry-points."lodeboard.games"]\ntrio = "trio"\n'
        '[tool.setuptools]\npackages = ["trio"]\n'
    )
    install(shell, str(package))
    shell.folder = tmp_path  # where no folder of games is
    done = shell.run("lodeboard", "perft", "trio", "3")
    assert done.stdout == "3360\n", done.stderr
    with shell.running("lodeboard", "play", "--port", "0", "--no-browser") as process:
        _, games = look(process)
    assert "trio" in games
