"""Perfect play by a table: built from a solution, proved, and played on the board."""

import importlib.util
import random
import shutil
from io import BytesIO

import pytest
from cli.command import run_program

from host_tools import ROOT
from host_tools.games.book_file import assemble
from lodeboard.games.book_file import BookFile
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.human import Level
from lodeboard.games.search import Search
from lodeboard.games.solved import SolvedCoach, SolvedPlayer

EXAMPLE = ROOT / "host_tools" / "games" / "example"
OPPOSITE = {WIN: LOSE, LOSE: WIN, TIE: TIE}
SECTIONS = ("form", "slots", "made")
KEY = """\
    def key(self):
        return self.tiles(self.turn) << 16 | self.tiles(1 - self.turn)

"""
SCENARIO = """\
# A tie against the level perfect: only the centre answers a corner
board seed 7
start
press middle            # the menu
press right to corner
press left              # second setting: who plays
press left 2 times      # fourth setting: level
press right 4 times     # from easy to perfect
press middle
place U a1
expect put-u at b2
follow
"""
COACHED = """\
# The coach says at once that only the centre answers a corner
board seed 7
start
press middle            # the menu
press right to corner
press left              # second setting: who plays
press right             # two players
press left 5 times
press right             # the coach speaks
press left
press right             # a new game
press middle
expect coach-draw at a1 b1 c1 a2 b2 c2 a3 b3 c3
place U a1
expect coach-draw at b2
expect coach-lose at b1 c1 a2 c2 a3 b3 c3
"""


def write_game(folder):
    """The game that everybody knows, in a corner of 4x4 cells. Returns its rules."""
    shutil.copytree(EXAMPLE, folder / "corner", ignore=shutil.ignore_patterns("*.txt", "*.md"))
    rules = folder / "corner" / "rules.py"
    text = rules.read_text()
    for old, new in (
        ('name = "example"', 'name = "corner"'),
        ("max_steps = 16", "max_steps = 9"),
        # All other levels play at random.
        ("max_length = 16", "max_length = 9\n    levels = (Level(1, 0, 100),) * 5"),
        ("import TileGame", "import Level, TileGame"),
        ("== self.grid.full", "== 0x777"),
        ("if self.code(cell) == EMPTY", "if 0x777 >> cell & 1 and self.code(cell) == EMPTY"),
        # The corner has not the board's symmetries.
        ("    def verdict", KEY + "    def verdict"),
    ):
        assert old in text
        text = text.replace(old, new)
    rules.write_text(text)
    return rules


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    """A folder with the game and its table, and its solution beside it."""
    folder = tmp_path_factory.mktemp("solved")
    write_game(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LODEBOARD_SOLUTION", str(folder / "solution"))
        assert run_program("solve", "corner", "--games", str(folder)).status == 0
        assert tables("build", folder).status == 0
    return folder


@pytest.fixture
def game(solved, tmp_path, monkeypatch):
    """A copy of that folder."""
    monkeypatch.setenv("LODEBOARD_SOLUTION", str(solved / "solution"))
    shutil.copytree(solved / "corner", tmp_path / "corner")
    return tmp_path


def tables(act, folder, *words):
    return run_program("tables", act, "--game", "corner", "--games", str(folder), *words)


def choose(folder, text):
    words = ("choose", "corner", "--level", "perfect", "--games", str(folder))
    return run_program(*words, stdin=text + "\n")


def table_of(folder):
    return folder / "corner" / "corner.table"


def test_every_score_is_right_and_no_decision_gives_anything_away(game):
    done = tables("verify", game)
    assert done.status == 0, done.err
    scores, decisions = (int(word.replace(",", "")) for word in done.out.split() if word[0] < "A")
    assert scores > 1000
    assert decisions > 200


def test_the_best_step_is_taken(game):
    for text, move in (
        ("2_x---------------", "b2"),  # else lost
        ("1_xx--oo----------", "c1"),  # wins at once
    ):
        (chosen,) = choose(game, text).objects
        assert (chosen["move"], chosen["from"]) == (move, "table")


def test_a_table_of_other_rules_is_left_out_and_named(game):
    rules = game / "corner" / "rules.py"
    rules.write_text(rules.read_text() + "# changed\n")
    done = choose(game, "2_x---------------")
    assert done.status == 2
    assert "corner.table is left out: it is of other rules" in done.err
    assert tables("verify", game).status == 2


def test_the_table_goes_to_no_other_folder(game):
    before = table_of(game).stat().st_mtime_ns
    refused = tables("build", game, "--folder", str(game / "other"))
    assert refused.status == 2
    assert "--folder: the table of corner is stored beside its rules" in refused.err
    assert table_of(game).stat().st_mtime_ns == before


def test_a_wrong_score_is_found(game):
    data = table_of(game).read_bytes()
    file = BookFile(lambda _: BytesIO(data), "corner", "")
    parts = {name: file.whole(name, 0) for name in SECTIONS}
    parts["slots"][100] ^= 1
    table_of(game).write_bytes(assemble("", parts))
    done = tables("verify", game)
    assert done.status == 1
    assert "THE TABLE IS WRONG: the position with the key" in done.out


def test_a_damaged_table_is_refused_and_the_board_says_why(game):
    data = bytearray(table_of(game).read_bytes())
    data[-100] ^= 1
    table_of(game).write_bytes(data)
    done = tables("verify", game)
    assert done.status == 2
    assert "the table corner cannot be used: it is damaged near byte" in done.err
    player, position = player_with(game, lambda _: BytesIO(data))
    assert thinks(player, position) == []
    trouble = player.take_trouble()
    assert trouble.startswith("The level perfect cannot be played: the table corner cannot be used")
    assert player.take_trouble() == ""


def test_without_its_table_the_level_is_not_played(game):
    player, position = player_with(game, lambda _: None)
    assert thinks(player, position) == []
    assert "there is no table corner" in player.take_trouble()
    player.start(position, 0)
    assert player.run(1_000_000)
    assert player.steps
    assert player.source == "search"


def player_with(folder, open_table):
    """A player of the level perfect, after a level that searches; and a first position."""
    spec = importlib.util.spec_from_file_location("corner", folder / "corner" / "rules.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    copy = module.ThreeInARow()
    search = Search(copy, copy.score, 24)
    levels = (Level(2, 100),)
    player = SolvedPlayer(search, ("novice", "perfect"), levels, 1, open_table)
    return player, module.ThreeInARow()


def thinks(player, position):
    player.start(position, 1)
    while not player.run(1):
        pass
    return player.steps


def value_of(game):
    """The value for the player to act, by looking at all games from here."""
    verdict = game.verdict()
    if verdict != UNDECIDED:
        return verdict
    after = [OPPOSITE[value_of(game)] for _ in each_step(game)]
    return WIN if WIN in after else TIE if TIE in after else LOSE


def each_step(game):
    """Make each legal step, one after the other."""
    steps = [0] * game.max_steps
    for step in steps[: game.steps(steps)]:
        game.push(step)
        yield step
        game.pop()


def coached(coach, game):
    steps = list(each_step(game))
    coach.start(game, steps, len(steps))
    while not coach.run(1):
        pass
    return list(coach.values[: len(steps)])


def test_the_coach_knows_what_every_step_is_worth(game):
    player, position = player_with(game, lambda _: table_of(game).open("rb"))
    coach = SolvedCoach(player, 0)
    dice = random.Random(5)
    seen = set()
    for _ in range(12):
        position.reset()
        while position.verdict() == UNDECIDED:
            said = coached(coach, position)
            if position.length > 1:
                assert said == [OPPOSITE[value_of(position)] for _ in each_step(position)]
                seen |= set(said)
            position.push(dice.choice(list(each_step(position))))
    assert seen == {WIN, LOSE, TIE}
    assert player.take_trouble() == ""


def test_the_coach_searches_where_the_table_is_damaged(game):
    data = bytearray(table_of(game).read_bytes())
    player, position = player_with(game, lambda _: BytesIO(data))
    coach = SolvedCoach(player, 3000)
    position.load("1_xx--oo----------")
    wanted = [OPPOSITE[value_of(position)] for _ in each_step(position)]
    assert coached(coach, position) == wanted
    assert player.take_trouble() == ""
    data[200:] = bytes(len(data) - 200)
    player, position = player_with(game, lambda _: BytesIO(data))
    coach = SolvedCoach(player, 3000)
    position.load("1_xx--oo----------")
    assert coached(coach, position) == wanted
    assert "damaged near byte" in player.take_trouble()
    assert coached(coach, position) == wanted
    assert player.take_trouble() == ""


@pytest.mark.chip
@pytest.mark.parametrize(
    ("board", "script"),
    [
        ("simulated", SCENARIO),
        ("simulated", COACHED),
        pytest.param("emulated", SCENARIO, marks=pytest.mark.slow),
        pytest.param("emulated", COACHED, marks=pytest.mark.verify),
    ],
)
def test_a_board_plays_by_it(game, board, script, tmp_path):
    (tmp_path / "script.txt").write_text(script)
    words = ("--on", board, str(tmp_path / "script.txt"), "--games", str(game))
    done = run_program("scenario", *words)
    assert done.status == 0, done.out + done.err


@pytest.mark.verify
@pytest.mark.timeout(1500)
def test_teeko_is_proved(tmp_path, monkeypatch):
    monkeypatch.setenv("LODEBOARD_SOLUTION", str(tmp_path / "solution"))
    shutil.copytree(ROOT / "tests" / "games" / "outside" / "teeko", tmp_path / "teeko")
    words = ("--games", str(tmp_path))
    assert "189,317 positions" in run_program("solve", "teeko", *words).out
    assert run_program("tables", "build", "--game", "teeko", *words).status == 0
    assert (tmp_path / "teeko" / "teeko.table").stat().st_size < 150_000
    done = run_program("tables", "verify", "--game", "teeko", *words)
    assert done.status == 0, done.out + done.err
    assert "decisions are right" in done.out
