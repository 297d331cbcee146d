"""Every step of the introduction can be done as it says, whatever else the learner does."""

import json
import re

import pytest

from host_tools.web.assets import load
from lodeboard.games.flip import Flip
from lodeboard.games.game import UNDECIDED, VERDICTS

COURSES = json.loads(load()["/intro.json"].body)
STEPS = [
    pytest.param(rules, step, id=f"{rules}-{number}")
    for rules, course in COURSES.items()
    for number, step in enumerate(course["steps"])
    if "position" in step
]
NEW = "position"


def steps_of(game):
    buffer = [0] * game.max_steps
    return buffer[: game.steps(buffer)]


def moves_from(game):
    """Every whole move from here, as flip part, placement and the result of it."""
    for first in steps_of(game):
        flip = game.move_text([first])
        game.push(first)
        if game.between_moves():
            yield "", flip, game
        else:
            for second in steps_of(game):
                place = game.move_text([second])
                game.push(second)
                yield flip, place, game
                game.pop()
        game.pop()


def is_met(done, game):
    cells = game.text()[2:]
    result = None if game.verdict() == UNDECIDED else VERDICTS[game.verdict()]
    wanted = done.get("cells", {})
    return done.get("result", result) == result and all(
        cells[ord(name[0]) - 97 + 4 * (int(name[1]) - 1)] == code for name, code in wanted.items()
    )


def test_both_rule_sets_are_taught():
    assert tuple(COURSES) == Flip.rule_sets
    assert all(len(course["steps"]) >= 5 for course in COURSES.values())


@pytest.mark.parametrize(("rules", "step"), STEPS)
def test_a_step_can_be_done_and_what_it_says_does_it(rules, step):
    game = Flip(rules)
    game.load(step["position"])
    assert game.verdict() == UNDECIDED
    outcomes = [(flip, place, is_met(step["done"], game)) for flip, place, _ in moves_from(game)]
    assert any(met for *_, met in outcomes)
    say = step["say"]
    if "done" not in step or set(step["done"]) <= {"moves", "half"}:
        return
    place = re.search(r"sun on ([a-d][1-4])(, up side)?", say)
    lone = re.search(r"the lone sun on ([a-d][1-4])", say)
    assert place or lone
    for flip, placed, met in outcomes:
        told = flip.startswith(lone[1]) if lone else placed in (place[1] + "U", place[1] + "D")
        if told and not (place and place[2] and placed.endswith("D")):
            assert met, (flip, placed)
        elif not lone:
            assert not met, (flip, placed)


def test_a_step_that_goes_on_follows_one_that_can_be_gone_on_from():
    for course in COURSES.values():
        assert NEW in course["steps"][0]
        for before, step in zip(course["steps"], course["steps"][1:], strict=False):
            assert NEW in step or before["done"] == {"half": True}
            assert "after" in before or NEW not in step
