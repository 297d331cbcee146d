"""Every scenario file, on the simulated board."""

from pathlib import Path

import pytest
from many import seeds
from one_board import CELLS, PROFILE

from host_tools.board.hands.stage import Stage
from host_tools.board.scenario import files, script
from host_tools.board.scenario.runner import Runner, ScenarioError
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.jobs.command import UsageError

FILES = sorted(Path(__file__).parent.glob("*.txt"))
# The corpus of recordings has these, and tests/games/test_conformance.py plays whole games.
RECORDED = {path.stem for path in (Path(__file__).parents[1] / "recording/corpus").glob("*.rec")}
LONG = {
    *("game_eclipse", "game_magic", "kono_against_the_board", "lap_against_the_board"),
    *("machines_alone", "xtic_game_against_the_board", "xtic_machines_alone"),
}
OF_ANY_BOARD = [path for path in FILES if not script.load(path, CELLS).rolls]
MARKS = dict.fromkeys(LONG, pytest.mark.slow) | dict.fromkeys(RECORDED, pytest.mark.verify)
CASES = [pytest.param(path, id=path.stem, marks=MARKS.get(path.stem, ())) for path in FILES]


def _run(text: str, seed: int = 0) -> None:
    one = script.parse(text, "here", CELLS)
    Runner(Stage(SimulatedBoard(PROFILE, seed=seed))).run(one)


def test_there_are_scenarios():
    assert len(FILES) >= 30


@pytest.mark.parametrize("path", CASES)
def test_scenario(path):
    one = script.load(path, CELLS)
    assert one.title
    Runner(Stage(SimulatedBoard(PROFILE, seed=one.seed))).run(one)


@pytest.mark.verify
@pytest.mark.parametrize("seed", seeds(101, 2, 10))
@pytest.mark.parametrize("path", OF_ANY_BOARD, ids=lambda path: path.stem)
def test_scenario_on_other_boards(path, seed):
    one = script.load(path, CELLS)
    Runner(Stage(SimulatedBoard(PROFILE, seed=seed))).run(one)


def test_a_light_that_is_not_there_fails():
    with pytest.raises(ScenarioError, match=r"here:2: `expect may-lift somewhere within 1500`"):
        _run("start\nexpect may-lift somewhere within 1500\n")


def test_a_light_that_must_never_be_fails():
    with pytest.raises(ScenarioError, match=r"`mistake` was shown"):
        _run("start\nnever mistake\nplace u b2\nwait 3000\n")


def test_a_sound_that_must_never_be_fails():
    with pytest.raises(ScenarioError, match=r"`accepted` was heard"):
        _run("start\nnever sound accepted\nplace U b2\nwait 3000\n")


def test_a_sound_not_made_fails():
    with pytest.raises(ScenarioError, match=r"not heard after 800 ms"):
        _run("start\nexpect sound mistake within 800\n")


def test_an_impossible_act_names_its_line():
    with pytest.raises(ScenarioError, match=r"here:2: `lift c3`: no tile lies on c3"):
        _run("start\nlift c3\n")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing happens"),
        ("start\nboard seed 3\n", "here:2: .*come first"),
        ("start\nboard rolls\n", "here:2: .*come first"),
        ("board seed x\nstart\n", "here:1: .*whole number"),
        ("leap b2\n", "here:1: .*no such act"),
        ("place X b2\n", "here:1: .*place U b2"),
        ("flip b2 e9\n", "here:1: .*no cell `e9`"),
        ("flip b2\n", "here:1: .*`flip` wants two cells"),
        ("move b2 c2 d2 fast\n", "here:1: .*`move` wants two cells"),
        ("move b9 c2 fast\n", "here:1: .*no cell `b9`"),
        ("place U b2+b9\n", "here:1: .*no cell `b9`"),
        ("place U\n", "here:1: .*place U b2"),
        ("set b2 c2\n", "here:1: .*one place"),
        ("set b2+c9\n", "here:1: .*no cell `c9`"),
        ("slide b2\n", "here:1: .*at least two cells"),
        ("slide b2 c2 c9\n", "here:1: .*no cell `c9`"),
        ("hold b2 3\n", "here:1: .*a cell, a height in mm and a time"),
        ("hold b9 3 400\n", "here:1: .*no cell `b9`"),
        ("hold b2 high 400\n", "here:1: .*`high` should be a whole number"),
        ("hold b2 3 long\n", "here:1: .*`long` should be a whole number"),
        ("lift b2 c2\n", "here:1: .*`lift` wants a cell"),
        ("lift b9\n", "here:1: .*no cell `b9`"),
        ("press left twice times\n", "here:1: .*`twice` should be a whole number"),
        ("press right to chess\n", "here:1: .*press right to "),
        ("press top\n", "here:1: .*left, middle, right"),
        ("expect purple somewhere\n", "here:1: .*no light means `purple`"),
        ("expect mistake behind\n", "here:1: .*somewhere"),
        ("expect mistake\n", "here:1: .*expect MEANING at b2"),
        ("expect mistake at\n", "here:1: .*`at` wants cells"),
        ("expect mistake at b2 b9\n", "here:1: .*no cell `b9`"),
        ("expect mistake at b9 b2\n", "here:1: .*no cell `b9`"),
        ("expect mistake somewhere at b2\n", "here:1: .*where\\?"),
        ("expect dark within 300 ms\n", "here:1: .*stands at the end"),
        ("expect sound boom\n", "here:1: .*a sound is one of"),
        ("expect dark within soon\n", "here:1: .*whole number"),
        ("cut write 1 later\n", "here:1: .*before"),
        ("cut write 0 before\n", "here:1: .*at least 1"),
        ("speed 0\n", "here:1: .*at least 1"),
        ("speed\n", "here:1: .*`speed` wants a number"),
        ("speed fast\n", "here:1: .*`fast` should be a whole number"),
        ("wait\n", "here:1: .*number"),
        ("wait \N{SUPERSCRIPT TWO}\n", "here:1: .*whole number"),
        ("never may-place everywhere\n", "here:1: .*`never MEANING`"),
        ("allow may-place at a1\n", "here:1: .*`allow MEANING`"),
        ("start now\n", "here:1: .*alone"),
        ("play slowly 3\n", "here:1: .*play random SEED"),
        ("play random seed\n", "here:1: .*`seed` should be a whole number"),
        ("never sound boom\n", "here:1: .*a sound is one of"),
        ("never purple\n", "here:1: .*no light means `purple`"),
        ("choose 10\n", "here:1: .*a piece is one of"),
    ],
)
def test_a_bad_line_is_named_with_the_fix(text, why):
    with pytest.raises(script.ScriptError, match=why):
        script.parse(text, "here", CELLS)


def test_without_a_seed_it_is_the_first_board():
    assert script.parse("start\n", "here", CELLS).seed == 0


def test_what_cannot_be_found_is_named(tmp_path):
    for path, why in ((tmp_path, "no scenario"), (tmp_path / "none.txt", "cannot read")):
        with pytest.raises(UsageError, match=f"{why}.*{path.name}"):
            files.load([path], PROFILE)
    (tmp_path / "one.txt").write_text("start\n")
    assert [one.name for one in files.load([tmp_path], PROFILE)] == ["one.txt"]


def test_a_file_that_is_not_text_is_refused(tmp_path):
    path = tmp_path / "odd.txt"
    path.write_bytes(b"\xff\xfe\x00start")
    with pytest.raises(script.ScriptError, match=r"odd\.txt: not text"):
        script.load(path, CELLS)
