"""Teeko, from a folder outside the project: on this computer, the emulated chip and the site."""

import shutil
import subprocess
import sys
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from cli.command import run_program
from emulator.test_memory import LEAST_FREE, MOST_NAMES

from host_tools import ROOT

CELLS = [(row, column) for row in range(4) for column in range(4)]


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """A folder that has nothing but the game."""
    folder = tmp_path_factory.mktemp("outside")
    shutil.copytree(Path(__file__).with_name("teeko"), folder / "teeko")
    return folder


def together(tiles):
    """Whether four tiles win, read from the rules in words: by their distances."""
    pairs = list(combinations(sorted(tiles), 2))
    if len(tiles) < 4:
        return False
    if all(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in pairs):
        return True
    ways = {(c - a, d - b) for (a, b), (c, d) in pairwise(sorted(tiles))}
    return len(ways) == 1 and ways.pop() in {(0, 1), (1, 0), (1, 1), (1, -1)}


@cache
def plain_perft(own, theirs, depth):
    """The same count by a second reading of the rules."""
    if depth == 0:
        return 1
    if together(theirs):
        return 0
    empty = [cell for cell in CELLS if cell not in own | theirs]
    if len(own) < 4:
        after = [own | {cell} for cell in empty]
    else:
        after = [
            own - {tile} | {cell}
            for tile in own
            for cell in empty
            if max(abs(tile[0] - cell[0]), abs(tile[1] - cell[1])) == 1
        ]
    return sum(plain_perft(theirs, each, depth - 1) for each in after)


def sides(position):
    return [frozenset(CELLS[at] for at in range(16) if position[2 + at] == kind) for kind in "xo"]


def test_the_rules_are_those_of_a_second_reading(games):
    for position, depth in (
        ("1_----------------", 4),
        ("1_xxx-oo-o--------", 4),  # the fourth tile wins in one place
        ("1_x--xooxo------ox", 3),
    ):
        own, theirs = sides(position)
        asked = ("perft", "teeko", str(depth), "--position", position, "--games", str(games))
        assert run_program(*asked).lines == [str(plain_perft(own, theirs, depth))]
    assert not (ROOT / "firmware" / "lodeboard" / "games" / "teeko").exists()


def test_the_board_finds_wins(games):
    (chosen,) = run_program(
        "choose", "teeko", "--games", str(games), stdin="1_xx--x---oo------\n"
    ).objects
    assert (chosen["move"], chosen["from"]) == ("b2", "search")
    (known,) = run_program(
        "analyse", "teeko", "--games", str(games), stdin="1_xx--x---oo------\n"
    ).objects
    assert (known["value"], known["remoteness"]) == ("win", 1)


def test_its_scenario_runs(games):
    done = run_program("scenario", str(games / "teeko"), "--games", str(games))
    assert done.status == 0, done.err


PROGRAM = "import sys; from host_tools.play.cli import main; sys.exit(main(sys.argv[1:]))"
SITE = """
import sys
from pathlib import Path
from host_tools.build import outside
outside.add(outside.games_in(Path(sys.argv[1])))
from host_tools import FIRMWARE
from host_tools.build import firmware, profiles
from host_tools.play.site import build, contents
files = build._sources(contents.modules())
names = {}
exec(files["lodeboard/games/catalogue.py"], names)
print(*(name for name in files if "teeko" in name), names["GAMES"][-1])
text_for = lambda name: firmware.source_for(name, FIRMWARE, firmware.CATALOGUE)
print(*(name for name in profiles.names() if "teeko" in text_for(name)))
print(*(name for name in profiles.names() if "teeko" in profiles.games(name)))
"""
PAGE = """
import json, sys
from pathlib import Path
from host_tools.build import outside
outside.add(outside.games_in(Path(sys.argv[1])))
from host_tools.play.site import build
from host_tools.play.web import assets
site = Path(sys.argv[2])
build._put_page(site)
served = {path[1:]: asset.body for path, asset in assets.load().items()}
for name in ("games/teeko.js", "drawings.js", "languages/de.json"):
    assert (site / name).read_bytes() == served[name]
print(*(b"teeko" in html for html in ((site / "index.html").read_bytes(), served[""])))
words = json.loads(served["languages/de.json"])
print(words["page"]["{side} drops on {move}."], len(words["said"]) > 100)
"""
MEMORY = """
import sys
from pathlib import Path
from host_tools.build import outside
outside.add(outside.games_in(Path(sys.argv[1])))
sys.path.insert(0, sys.argv[2])
from emulator.test_memory import measured
print(*measured("flip"))
"""


def run_python(source, *words):
    """What a process says that runs this source: it may take long on a busy machine."""
    command = [sys.executable, "-c", source, *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.verify
@pytest.mark.chip
@pytest.mark.verify
def test_its_scenario_runs_on_the_emulated_chip(games):
    run_python(PROGRAM, "scenario", "--on", "emulated", games / "teeko", "--games", games)


@pytest.mark.chip
@pytest.mark.verify
def test_flip_tiles_have_room_beside_it_on_the_chip(games):
    free, names = map(int, run_python(MEMORY, games, ROOT / "tests").splitlines()[-1].split())
    assert free >= LEAST_FREE - 4096  # what a game beside the project's takes at most
    assert names <= MOST_NAMES


def test_the_site_has_it_for_every_board_of_its_size(games):
    assert run_python(SITE, games).splitlines() == [
        "lodeboard/games/teeko/__init__.py lodeboard/games/teeko/rules.py teeko",
        "tile4x4",
        "tile4x4",
    ]


def test_page_and_site_have_its_drawing_and_translations(games, tmp_path):
    assert run_python(PAGE, games, tmp_path).splitlines() == [
        "True True",
        "{side} setzt auf {move}. True",
    ]
