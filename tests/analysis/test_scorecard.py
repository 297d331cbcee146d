"""The scorecard against what `analyse` says of the positions on the way."""

import random

import pytest
from many import every

from host_tools.games.analysis.record import RecordError
from host_tools.games.analysis.scorecard import grade, score
from host_tools.games.analysis.study import examine, random_position, read_course
from host_tools.games.finding import analyse
from host_tools.games.flip.exact import Exact
from lodeboard.games.contract import TIE, UNDECIDED
from lodeboard.games.flip.rules import Flip

OPPOSITE = {"win": "lose", "lose": "win", "tie": "tie"}
RANK = {"lose": 0, "tie": 1, "win": 2}
# Ten tiles, so that everything from here on is known with or without Numba.
START = "1_-Ddddd-D-U--DU-u"


@pytest.fixture(scope="module", params=["magic", "eclipse"])
def solver(request):
    return Exact(request.param)


def random_record(rules, seed):
    """A game at random from START to its end, as text."""
    game, dice = Flip(rules), random.Random(seed)
    game.load(START)
    written, steps = [], [0] * game.max_steps
    while game.verdict() == UNDECIDED:
        step = dice.choice(steps[: game.steps(steps)])
        if game.between_moves():
            written.append("")
        written[-1] += game.move_text([step])
        game.push(step)
    return f"position {START}\n" + " ".join(written)


@pytest.mark.parametrize("seed", every(6, range(6)))
def test_grades_follow_from_analyse(solver, seed):
    game = Flip(solver.rules)
    course = read_course(game, random_record(solver.rules, seed))
    studies = [examine(game, position, solver) for position in course.positions]
    graded = grade(course, studies)
    assert len(graded) == len(course.moves)
    counts = [{"best": 0, "good": 0, "blunder": 0}, {"best": 0, "good": 0, "blunder": 0}]
    for number, entry in enumerate(graded):
        game.load(course.positions[number])
        said = analyse(game, solver, True)
        value = said["values"][entry["move"]]
        assert (entry["was"], entry["now"]) == (said["value"], value)
        kept = entry["move"] in said["best"]
        assert (entry["grade"] in ("best", "good")) == kept
        assert (RANK[value] < RANK[said["value"]]) == (entry["grade"] == "blunder")
        if kept and value != "tie":
            game.load(said["children"][entry["move"]])
            after = analyse(game, solver)
            assert (after["remoteness"] + 1 == said["remoteness"]) == (entry["grade"] == "best")
        counts[entry["player"]][entry["grade"]] += 1
    for player, card in enumerate(score(graded)):
        best, good, blunders = counts[player].values()
        assert (card["best"], card["good"], card["blunders"]) == (best, good, blunders)
        assert (card["moves"], card["unknown"]) == (best + good + blunders, 0)
        assert card["accuracy"] == pytest.approx(
            100 * (best + good / 2) / (best + good + blunders), abs=0.05
        )


def test_steps_say_what_analyse_says_of_the_moves_behind_them(solver):
    game = Flip(solver.rules)
    study = examine(game, START, solver)
    assert study["steps"]
    for step, value, turns in study["steps"]:
        behind = [said for move, said in study["values"].items() if move.startswith(step)]
        assert value == max(behind, key=RANK.get)
        assert (turns is None) == (value == "tie")
    most = max((value for _, value, _ in study["steps"]), key=RANK.get)
    assert most == study["value"]


def test_what_is_not_known_is_said_to_be_not_known(solver):
    game = Flip(solver.rules)
    course = read_course(game, "a1U a1Ed4U")
    studies = [examine(game, position, solver) for position in course.positions]
    graded = grade(course, studies)
    assert [entry["grade"] for entry in graded] == [None, None]
    for card in score(graded):
        assert (card["moves"], card["unknown"], card["accuracy"]) == (1, 1, None)
    assert all(value is None for _, value, _ in studies[0]["steps"])


def test_records_and_positions_are_read():
    game = Flip("magic")
    assert read_course(game, "").positions == ["1_----------------"]
    assert read_course(game, START).positions == [START]
    assert read_course(game, f"position {START}").positions == [START]
    half = read_course(game, "1. a1U 2. a1E  # half a move")
    assert half.half
    assert half.positions[-1] == "2_U---------------;a1E"
    assert not grade(half, [{"value": None, "remoteness": None, "values": {}}] * 3)[1:]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("1_---", "16 cells"),
        ("position 2_----------------", "wrong turn"),
        ("1_U---------------", "wrong turn"),
        ("a1U a1U", "move 2, a1U"),
        ("a1U a1N", "off the board"),
        ("a1U a1E b2U", "placement after the flip is missing"),
        ("nonsense", "move 1, nonsense"),
    ],
)
def test_a_bad_record_is_refused_with_the_reason(text, part):
    with pytest.raises(RecordError) as refused:
        read_course(Flip("magic"), text)
    assert part in str(refused.value)


def test_a_game_that_is_soon_over_has_random_positions_too():
    class Brief(Flip):
        def verdict(self):
            return TIE if self.length > 2 else super().verdict()

    draws = iter(range(200))
    game = Brief("magic")
    game.load(random_position(game, lambda count: next(draws) % count))
    assert game.verdict() == UNDECIDED


def test_random_positions_can_be_played_on():
    game = Flip("magic")
    for seed in range(30):
        text = random_position(game, random.Random(seed).randrange)
        game.load(text)
        assert game.text() == text
        assert game.verdict() == UNDECIDED
        assert 4 <= text.count("U") + text.count("u") + text.count("D") + text.count("d") < 16
