"""The course for Magician Chess in a real browser, from its first step to its last, as it says."""

import pytest
from playwright.sync_api import expect
from web.conjurer import Conjurer
from web.test_intro import Learner, ending, open_course, places
from web.test_magician_game import board_page, ready
from web.test_magician_lessons import COURSE

__all__ = ["board_page"]  # a fixture

pytestmark = pytest.mark.browser

# What each step asks for, by coordinates. The king's move is not what its step asks for.
MOVES = ["c2c4", "d3e3", "@d4e4", "@d4xe4", "@d4e4", "d1e1", "e5d3"]
WRONG = {"The magician": "d1c1"}


def carry_out(learner, step, move):
    """Wait until the step stands on the board, then make this move with keys."""
    player = Conjurer(learner, ways=("keys",), position=step["position"])
    wanted = {cell: letter for cell, letter in player.pieces.items() if letter != "X"}

    def stands():
        lit = learner.cells("may be lifted")
        return lit and {spot.where for spot in learner.cells(tile=True) if spot.tile != "hole"} == (
            set(wanted)
        )

    learner.wait(stands, "the pieces of the step, and the lights")
    player.carry_out(move)


@pytest.mark.verify
def test_magician_chess_is_learnt_by_keyboard_and_the_game_comes_back(open_page, pictures):
    learner = Learner(ready(open_page, reduced_motion="reduce").page)
    Conjurer(learner, ways=("keys",)).play(["c4"])
    before = places(learner)
    open_course(learner, "magician")
    assert len(COURSE["steps"]) == len(MOVES)
    for step, move in zip(COURSE["steps"], MOVES, strict=True):
        learner.step(step["title"])
        if step["title"] in WRONG:
            carry_out(learner, step, WRONG[step["title"]])
            learner.wait(lambda: learner.focused() == "again", "another chance")
            assert learner.lesson("answer") == step["missed"]
            learner.page.keyboard.press("Enter")
        carry_out(learner, step, move)
        learner.wait(lambda: learner.focused() == "next", "the way on")
        if step["title"] == "Check":
            learner.page.screenshot(path=pictures / "magician-intro.png")
        assert learner.lesson("answer") == step["after"]
        learner.go_on()
    ending(learner, before, "The second player")
    expect(learner.page.locator("#record ol button")).to_have_text(["c4"])
