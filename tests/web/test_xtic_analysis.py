"""The panel "Analysis" in a game of xtic."""

import pytest
from playwright.sync_api import expect
from web.giver import LEGEND, disc, settle
from web.test_access import findings
from web.test_analysis_browser import Analyst, right_score

from host_tools.games.analysis.study import examine
from host_tools.games.loader import host_game
from lodeboard.games.xtic.rules import Xtic

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.worker("verify")]

MIDDLE = "80-4--3-9-d726-5/-"
GAME = f"position {MIDDLE}\n=a b3 =1 c1"
LETTERS = {"win": "W", "tie": "D", "lose": "L"}


@pytest.fixture
def analyst(open_page):
    page = open_page()
    analyst = Analyst(page)
    analyst.wait_for_words("off the board")
    page.keyboard.press("2")
    analyst.leave_gains()
    analyst.wait_for_words("Your turn")
    settle(analyst, "Xtic (normal)")
    analyst.wait_for_words("choose a piece")
    page.locator("#tools button[aria-controls='analysis']").press("Enter")
    return analyst


def right_gifts():
    """Each gift from MIDDLE with what is in its mark."""
    game = Xtic()
    steps = examine(game, MIDDLE, host_game("xtic").open_search("normal"))["steps"]
    return {
        step: LETTERS[value] + ("" if left is None else str(left)) for step, value, left in steps
    }


def test_gifts_and_placements_have_their_values_and_the_game_its_scorecard(analyst, pictures):
    page = analyst.page
    analyst.wait(lambda: "it is a draw" in analyst.sentence(), "the value of the empty board")
    analyst.paste(MIDDLE)
    page.check("#show-values")
    marks = page.locator(f"{LEGEND} .worth")
    analyst.wait(lambda: marks.count() == 6, "the gifts' marks")
    assert sorted(marks.all_text_contents()) == sorted(right_gifts().values())
    said = "First player to play. First player wins in 2 steps"
    analyst.wait(lambda: analyst.sentence().startswith(said), "the value in words")
    page.screenshot(path=pictures / "xtic-analysis.png")
    analyst.paste(GAME)
    analyst.wait_for_moves(["=a", "b3", "=1", "c1"])
    assert analyst.wait_for_score() == right_score(Xtic(), GAME)
    assert page.locator("#analysis .scorecard th[scope='col']").all_inner_texts() == [
        "First player",
        "Second player",
    ]
    start = page.locator(".moves [data-at='0']")
    assert "wins in 2 steps" in start.get_attribute("aria-description")
    assert findings(page) == []


def test_values_stand_on_the_board_and_beside_the_pieces_of_the_live_game(analyst):
    page = analyst.page
    page.check("#show-values")
    analyst.paste(MIDDLE)
    analyst.wait(lambda: "wins in 2" in analyst.sentence(), "the position")
    page.select_option("#helper select", "fast")
    page.click("#helper button[data-mode='board']")
    analyst.press("play")
    analyst.wait_for_words("choose a piece")  # until then the marks are those of the panel
    worth = page.locator(f"{LEGEND} .worth")
    analyst.wait(lambda: worth.count() == 6, "the values of gifts")
    assert set(worth.all_text_contents()) == set(right_gifts().values())
    page.locator(LEGEND).nth(10).press("Enter")
    analyst.wait(lambda: worth.count() == 0, "other values")
    assert analyst.cells(tile=True)


def test_a_position_is_set_up_with_its_piece_in_hand(analyst):
    page = analyst.page
    analyst.wait(lambda: page.locator("#analysis .moves").count(), "the live game")
    analyst.press("set-up")
    cells = page.locator("#analysis [data-part='cells'] button")
    expect(cells).to_have_count(17)
    cells.first.focus()
    for key in ("1", "ArrowRight", "6", "ArrowRight", "3", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "5"):
        page.keyboard.press(key)
    label = cells.nth(16).get_attribute("aria-label")
    assert label == "in hand: piece 5, black vertical solid square"
    assert cells.nth(0).get_attribute("aria-label").startswith("a1: piece 1,")
    analyst.unfold()
    field = page.locator("#record-text")
    analyst.wait(lambda: field.input_value() == "position 163-------------/5", "the position")
    cells.nth(16).focus()
    page.keyboard.press("1")  # each piece is there once: it goes from a1 into the hand
    assert cells.nth(0).get_attribute("aria-label") == "a1: empty"
    analyst.back_to_game()
    assert disc(analyst, 1)  # the board itself is as it was
