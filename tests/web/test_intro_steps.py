"""Every step of the introduction can be done as it says, whatever else the learner does."""

import json
import re

import pytest

from host_tools.play.web.assets import FOLDER
from lodeboard.games.contract import LOSE, NOWHERE, UNDECIDED, VERDICTS
from lodeboard.games.flip.rules import Flip
from lodeboard.games.xtic.rules import Xtic

COURSES = json.loads((FOLDER / "intro.json").read_text(encoding="utf-8"))
STEPS = [
    pytest.param(course["rules"], step, id=f"{name}-{number}")
    for name, course in COURSES.items()
    for number, step in enumerate(course["steps"])
    if "position" in step and course["game"] == "flip"
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


def test_both_rule_sets_of_flip_tiles_are_taught_and_xtic():
    taught = [(course["game"], course["rules"]) for course in COURSES.values()]
    assert taught[:3] == [*(("flip", rules) for rules in Flip.rule_sets), ("xtic", "normal")]
    assert all(len(course["steps"]) >= 4 for course in COURSES.values())


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
        reported = flip.startswith(lone[1]) if lone else placed in (place[1] + "U", place[1] + "D")
        if reported and not (place and place[2] and placed.endswith("D")):
            assert met, (flip, placed)
        elif not lone:
            assert not met, (flip, placed)


def test_a_step_that_goes_on_follows_one_that_can_be_gone_on_from():
    for course in COURSES.values():
        assert NEW in course["steps"][0]
        for before, step in zip(course["steps"], course["steps"][1:], strict=False):
            goes_on = before["done"] == {"half": True} or course["game"] == "xtic"
            assert NEW in step or goes_on
            assert "after" in before or NEW not in step


def after(position, *moves):
    game = Xtic()
    game.load(position)
    for move in moves:
        for step in game.parse_move(move):
            game.push(step)
    return game


def texts(game):
    return [game.move_text([step]) for step in steps_of(game)]


def test_the_line_of_four_is_lost_where_the_course_says_and_nowhere_else():
    step = COURSES["xtic"]["steps"][2]
    for move in texts(after(step["position"])):
        verdict = after(step["position"], move).verdict()
        assert (verdict == LOSE) == (move == "d1")


def test_one_gift_alone_has_no_safe_cell_and_the_last_step_then_loses():
    gift, end = COURSES["xtic"]["steps"][3:]
    position = gift["position"]
    gifts = texts(after(position))
    assert len(gifts) == 6
    assert "Six pieces" in gift["say"]
    for move in gifts:
        verdicts = [after(position, move, cell).verdict() for cell in texts(after(position, move))]
        assert (set(verdicts) == {LOSE}) == (move in gift["done"]["last"])
    assert end["done"]["result"] == VERDICTS[LOSE]


@pytest.mark.parametrize(("cell", "bit"), [("c1", 2), ("a2", 4), ("b3", 1)])
def test_what_the_course_says_of_its_lines_holds(cell, bit):
    """On this cell the gift completes a line that agrees in this property and no other."""
    game = after(COURSES["xtic"]["steps"][3]["position"], "=1", cell)
    last = ord(cell[0]) - 97 + 4 * (int(cell[1]) - 1)
    agreeing = []
    for mask in game.lines:
        cells = [at for at in range(16) if mask >> at & 1]
        pieces = [game.at[at] for at in cells]
        if last in cells and NOWHERE not in pieces:
            agreeing += [[b for b in (1, 2, 4, 8) if len({piece & b for piece in pieces}) == 1]]
    assert [bit] in agreeing
