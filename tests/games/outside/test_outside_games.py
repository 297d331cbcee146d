"""Games from outside the project: in the catalogue, on the board, and in every command."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from html import unescape

import pytest
from cli.command import Command, run_program
from games.outside.written import CONSTANTS, write_game

from host_tools import FIRMWARE, ROOT
from host_tools.build import outside
from host_tools.play.web import drawings
from lodeboard.games.catalogue import BOARDS, GAMES


@pytest.fixture(scope="module")
def trio(tmp_path_factory):
    """A folder with the game that new-game writes."""
    folder = tmp_path_factory.mktemp("games")
    made = run_program("new-game", "trio", "--in", str(folder))
    assert made.status == 0, made.err
    return folder


def test_a_new_game_runs_at_once(trio):
    games = ("--games", str(trio))
    (chosen,) = run_program("choose", "trio", *games, stdin="1_xx--oo----------\n").objects
    assert chosen["move"] == "c1"
    (known,) = run_program("analyse", "trio", *games, stdin="1_xx--oo----------\n").objects
    assert (known["value"], known["remoteness"]) == ("win", 1)
    assert run_program("replay", "trio", "-", *games, stdin="a1 b1 a2 c1 a3").status == 0


def test_a_new_game_is_reviewed_and_soaked(trio, tmp_path):
    games = ("--games", str(trio))
    page = tmp_path / "a.html"
    words = ("review", "-", "--game", "trio", "-o", str(page), *games)
    done = run_program(*words, stdin="a1 b1 a2 c1 a3")
    assert (done.status, done.err) == (0, "")
    assert "a1" in page.read_text()
    done = run_program("soak", "--game", "trio", "--count", "2", *games)
    assert done.status == 0, done.err
    assert done.lines[0].split() == ["games", "2"]
    refused = run_program("tables", "verify", "--game", "trio", *games)
    assert refused.status == 2
    assert "trio is not solved: `lodeboard solve trio` comes first" in refused.err


def test_a_new_game_is_short(trio):
    assert len((trio / "trio" / "rules.py").read_text().splitlines()) <= 90


def test_the_commands_of_its_readme_run(trio):
    commands = [
        line.split()[1:]
        for line in (trio / "trio" / "README.md").read_text().splitlines()
        if line.startswith("    lodeboard ")
    ]
    assert [words[0] for words in commands] == ["perft", "scenario", "check-game", "play"]
    for words in commands[:2]:
        done = run_program(*words)
        assert done.status == 0, done.err
    # That is run with the guide's commands; and play does not end.
    assert commands[2][1:] == [str(trio / "trio")]


def test_the_commands_to_try_quote_the_folder(tmp_path, capsys, monkeypatch):
    folder = tmp_path / "my games"
    assert Command(capsys, monkeypatch)("new-game", "trio", "--in", str(folder)).status == 0
    lines = (folder / "trio" / "README.md").read_text().splitlines()
    (checked,) = (shlex.split(line) for line in lines if "lodeboard check-game" in line)
    assert checked[2:] == [str(folder / "trio")]


@pytest.mark.parametrize("name", ["trio", "Trio", "a b", "flip", "tiles", "core", "for", "x" * 13])
def test_a_name_that_exists_or_cannot_be_one_is_refused(trio, name, capsys, monkeypatch):
    before = {path: path.read_bytes() for path in trio.rglob("*.*")}
    refused = Command(capsys, monkeypatch)("new-game", name, "--in", str(trio))
    assert refused.status == 2
    assert name in refused.err
    assert {path: path.read_bytes() for path in trio.rglob("*.*")} == before


def test_without_its_folder_a_game_is_gone(trio):
    refused = run_program("perft", "trio", "1")
    assert refused.status == 2
    assert "invalid choice: 'trio'" in refused.err


def test_a_folder_without_games_is_refused(tmp_path):
    refused = run_program("perft", "flip", "1", "--games", str(tmp_path))
    assert refused.status == 2
    assert "there is no game" in refused.err


def test_two_folders_have_no_game_of_the_same_name(tmp_path):
    for one in ("a", "b"):
        write_game(tmp_path / one / "same", CONSTANTS)
    words = [word for one in ("a", "b") for word in ("--games", str(tmp_path / one))]
    refused = run_program("perft", "flip", "1", *words)
    assert refused.status == 2
    assert "of the same name" in refused.err


def test_the_rules_are_those_of_the_folder_that_is_named(trio, tmp_path):
    """Though the folder of another game has one of the same name, which is not named."""
    shutil.copytree(trio / "trio", tmp_path / "old" / "trio")
    write_game(tmp_path / "old" / "duo", CONSTANTS, "raise SystemExit('the old one')\n")
    new = shutil.copytree(trio / "trio", tmp_path / "new" / "duo") / "rules.py"
    new.write_text(new.read_text().replace('"trio"', '"duo"'))
    named = ("--games", str(tmp_path / "old" / "trio"), "--games", str(new.parent))
    done = run_program("perft", "duo", "1", *named)
    assert (done.out, done.err) == ("16\n", "")


def test_a_folder_that_is_copied_without_its_name_in_the_rules_is_refused(trio, tmp_path):
    copy = shutil.copytree(trio / "trio", tmp_path / "copied")
    for words in (("perft", "copied", "1", "--games", str(tmp_path)), ("check-game", str(copy))):
        refused = run_program(*words)
        assert refused.status == 2
        assert 'is of trio, in the folder copied: write name = "copied"' in refused.err


MANY = """\
start
press middle
{presses}expect menu-chosen at {chosen}
expect menu-more at d4
press middle
expect may-place everywhere
power off
expect dark
power on
expect may-place everywhere
press middle
expect menu-chosen at {chosen}
expect menu-more at d4
"""


def test_the_last_of_twenty_games_is_chosen_by_hand_and_there_after_power_off(trio, tmp_path):
    """There are more rule sets than cells: the menu turns its pages."""
    own = sum((4, 4) in boards for boards in BOARDS)
    for number in range(20):
        name = f"more{number:02}"
        rules = shutil.copytree(trio / "trio", tmp_path / "games" / name) / "rules.py"
        rules.write_text(rules.read_text().replace('"trio"', f'"{name}"'))
    last = own + 20 - 1
    page = 7  # of eight cells; the last one shows that there are more
    chosen = ("a3", "b3", "c3", "d3", "a4", "b4", "c4")[last % page]
    presses = f"press right {last} times\n"
    (tmp_path / "many.txt").write_text(MANY.format(presses=presses, chosen=chosen))
    games = ("--games", str(tmp_path / "games"))
    done = run_program("scenario", str(tmp_path / "many.txt"), *games)
    assert done.status == 0, done.out + done.err


def test_a_catalogue_in_use_is_not_changed(tmp_path):
    folder = write_game(tmp_path / "late", CONSTANTS)
    with pytest.raises(outside.OutsideError, match="too late for late"):
        outside.add([folder])
    assert "late" not in GAMES


ENTRIES = "trio = trio\nbare = bare\ngone = gone.trio\nfaulty = faulty.trio\nnothing = nothing\n"


def test_installed_packages_bring_their_games_and_faulty_ones_are_left_out(trio, tmp_path):
    """Packages whose entry points name the folder of a game, as pip would put them there."""
    where = tmp_path / "site"
    information = where / "trio-1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: trio\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(f"[{outside.GROUP}]\n{ENTRIES}")
    (where / "trio").symlink_to(trio / "trio")
    for name in ("bare", "nothing", "faulty"):  # without an __init__.py
        (where / name).mkdir()
    rules = (trio / "trio" / "rules.py").read_text()
    (where / "bare" / "rules.py").write_text(rules.replace('"trio"', '"bare"'))
    (where / "faulty" / "__init__.py").write_text("import nothing_here\n")
    run = "from host_tools.play.cli import main; main(['perft', 'trio', '1']); main(['perft', "
    done = subprocess.run(
        [sys.executable, "-c", run + "'bare', '2'])"],
        env={"PYTHONPATH": f"{where}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "16\n240\n", done.stderr
    said = done.stderr.splitlines()[:3]
    assert all("lodeboard perft: an installed game is left out: " in line for line in said)
    assert [line.rsplit(": ", 1)[1] for line in sorted(said)] == [
        "No module named 'nothing_here'",
        "No module named 'gone'",
        "nothing is no folder with rules.py",
    ]


def test_the_page_knows_what_games_begin_from(monkeypatch):
    """But for one that fails: the board says so when it is played."""
    monkeypatch.setattr(outside, "_added", {"kono": FIRMWARE, "nono": FIRMWARE})
    (content,) = re.findall('<meta name="starts" content="(.*)">', drawings.head())
    assert json.loads(unescape(content)) == {"kono": "1_ooooooooxxxxxxxx"}
    monkeypatch.setattr(outside, "_added", {})
    assert drawings.head() == ""


PARENT = """
import subprocess, sys
from pathlib import Path
from host_tools.build import outside
outside.add(outside.games_in(Path(sys.argv[1])))
program = "import sys; from host_tools.play.cli import main; sys.exit(main(['perft', 'trio', '1']))"
sys.exit(subprocess.run([sys.executable, "-c", program]).returncode)
"""


def test_a_process_that_another_starts_knows_its_games(trio):
    """The page has recordings run again in a process of their own."""
    command = [sys.executable, "-c", PARENT, str(trio)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("16\n", 0)


BOARD = """
import sys
from pathlib import Path
from host_tools.board.hands.stage import Stage
from host_tools.board.make import make_board
from host_tools.board.scenario.runner import Runner
from host_tools.board.scenario.script import parse
from host_tools.build import outside, profiles
profile = profiles.profile()
board = make_board("simulated", profile, 7, Path(sys.argv[1]))
board.lines.subscribe(lambda _, line: print(line))
cells = [profile.cell_name(cell) for cell in range(profile.cells)]
Runner(Stage(board)).run(parse(sys.argv[2], "acts", cells))
"""
FIRST = "import sys; from host_tools.build import outside; outside.add(outside.inherited())"
BEGIN = """start
press middle
press right to trio
press left
press right
press middle
place U a1
expect may-place somewhere
power off
"""


def on_board(acts, store, games):
    """What a board says during these acts, whose data are in this folder."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST + BOARD, str(store), acts],
        env={**os.environ, outside.VARIABLE: games},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_that_is_gone_takes_only_itself_away(trio, tmp_path):
    said = on_board(BEGIN, tmp_path, str(trio / "trio"))
    assert '"game": "trio"' in said
    on_board("power on\nexpect lifted nowhere\n", tmp_path, str(trio / "trio"))
    said = on_board("power on\nexpect may-place everywhere within 20000\n", tmp_path, "")
    assert "it is of a game this firmware does not have for this board" in said
    assert '"phase": "match"' in said
