"""The course for xtic in a real browser; the game of before, of the other kind, comes back."""

import pytest
from web.giver import LEGEND, disc
from web.test_intro import ending, open_course, places, ready

pytestmark = [pytest.mark.browser, pytest.mark.worker("verify")]


@pytest.fixture
def learner(open_page):
    return ready(open_page)


def give(learner, number):
    learner.wait_for_words("choose a piece")
    learner.page.locator(LEGEND).nth(number).press("Enter")


def lay(learner, number, where):
    """Place the piece that was given."""
    hand = learner.page.locator("#choice [data-part='hand']")
    learner.wait(lambda: f"In hand: piece {number:x}," in hand.inner_text(), "the gift")
    learner.wait_for_words("on any lit cell")
    learner.wait(lambda: learner.cells("may be placed here", False), "a cell to place at")
    learner.lift(disc(learner, number), "keys")
    learner.put(learner.look()[where], "keys")


@pytest.mark.verify
def test_xtic_is_learnt_by_keyboard_and_the_game_of_flip_tiles_comes_back(learner, pictures):
    learner.place("sun", "down", "b3")
    learner.wait_for_words("The board's turn")
    before = places(learner)
    open_course(learner, "xtic")
    learner.step("Give")
    give(learner, 9)
    learner.go_on()
    learner.step("Place")
    lay(learner, 9, "c2")
    learner.go_on()
    learner.step("How to lose")
    lay(learner, 5, "d1")
    learner.wait(lambda: learner.focused() == "again", "another chance")
    learner.page.keyboard.press("Enter")
    learner.wait(lambda: not learner.look()["d1"].tile, "the board as it was")
    lay(learner, 5, "c3")
    learner.go_on()
    learner.step("To win: the gift")
    learner.wait(lambda: learner.look()["d4"].tile, "the pieces")
    give(learner, 1)
    learner.wait(lambda: learner.focused() == "next", "the way on")
    learner.page.screenshot(path=pictures / "xtic-intro.png")
    learner.go_on()
    learner.step("The end")
    lay(learner, 1, "b2")
    learner.go_on()
    ending(learner, before, "The board's turn")
