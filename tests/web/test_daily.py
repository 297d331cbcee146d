"""The problems of the day, on the board."""

import datetime
import json
import re

import pytest
from web.test_intro import open_course, ready

from host_tools.play.web.assets import FOLDER
from lodeboard.games.flip.rules import Flip

pytestmark = pytest.mark.browser

PROBLEMS = json.loads((FOLDER / "problems.json").read_text(encoding="utf-8"))
YEAR = PROBLEMS["flip"]["magic"][0]
STEPS = {"N": -4, "E": 1, "S": 4, "W": -1}
EPOCH = datetime.date(1970, 1, 1)


def cell(name):
    return "abcd".index(name[0]) + 4 * (int(name[1]) - 1)


def name(cell):
    return "abcd"[cell % 4] + str(cell // 4 + 1)


def wrong_move(text, right):
    """Another whole move than the right one, with the same flip."""
    game = Flip()
    game.load(text)
    steps = list(game.parse_move(right))
    buffer = [0] * game.max_steps
    game.push(steps[0])
    other = next(step for step in buffer[: game.steps(buffer)] if step != steps[1])
    return game.move_text([steps[0]]) + game.move_text([other])


@pytest.fixture
def learner(open_page):
    return ready(open_page)


def make(learner, text, move):
    """Carry out a move of a flip and a placement."""
    source, target = cell(move[0:2]), cell(move[0:2]) + STEPS[move[2]]
    lit = lambda: learner.look()[name(source)].light  # noqa: E731
    learner.wait(lambda: learner.look()[name(source)].tile and lit(), "the tile to flip, lit")
    learner.lift(learner.look()[name(source)], "keys")
    learner.turn("keys")
    learner.put(learner.look()[name(target)], "keys")
    learner.wait_for_words("place")
    learner.place("sun" if text[0] == "1" else "moon", {"U": "up", "D": "down"}[move[5]], move[3:5])


@pytest.mark.verify
def test_a_problem_is_missed_and_then_solved(learner):
    open_course(learner, "daily-flip-magic")
    label = learner.page.locator("[data-course='daily-flip-magic']").text_content()
    day = (datetime.date.fromisoformat(re.search(r"\d{4}-\d\d-\d\d", label)[0]) - EPOCH).days
    text, right, turns = YEAR[day % len(YEAR)].split("|")
    learner.step("Problem 1")
    assert f"in {turns} turns" in learner.lesson("say")
    make(learner, text, wrong_move(text, right))
    learner.wait(lambda: learner.focused() == "again", "another chance")
    assert "gives the win away" in learner.lesson("answer")
    learner.page.keyboard.press("Enter")
    learner.wait_for_words("flip")
    make(learner, text, right)
    learner.wait(lambda: learner.focused() == "next", "the way on")
    assert right in learner.lesson("answer")
    learner.page.keyboard.press("Enter")
    learner.step("Problem 2")
