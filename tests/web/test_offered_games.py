"""Games are chosen from pictures, wherever the page is, and the board comes with the game."""

import another_game
import pytest
from playwright.sync_api import expect
from web.giver import choose_game
from web.person import Person
from web.playing import play_for_page

from host_tools.games.loader import GAMES, host_game

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SHOWN = another_game.TITLE[0].upper() + another_game.TITLE[1:]
# The last cell of each board.
LARGER, USUAL = "[data-cell='g7']", "#stops:not(:has([data-cell='g7'])) [data-cell='d4']"

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.worker("verify")]


@pytest.fixture
def board_page(tmp_path):
    with play_for_page(tmp_path, "--speed", "3") as running:
        yield running


@pytest.fixture
def hands():
    return False


@pytest.mark.parametrize("way", ["keys", pytest.param("tap", marks=pytest.mark.verify)])
def test_magician_chess_from_the_first_card_and_back_in_the_settings(open_page, way):
    options = PHONE if way == "tap" else {}
    page = open_page(reduced_motion="reduce", **options)
    person = Person(page)

    def push(button):
        if way == "tap":
            button.tap()
        else:
            button.press("Enter")

    card = page.locator("#begin")
    person.wait(card.is_visible, "the card")
    titles = [host_game(name).title for name in GAMES]
    named = sorted(title[0].upper() + title[1:] for title in titles)
    offered = card.locator(".game b")
    person.wait(lambda: sorted(offered.all_inner_texts()) == named, f"the games {named}")
    choose_game(card, "Magician Chess", push)
    push(card.get_by_role("button", name="Play", exact=True))
    page.wait_for_selector(LARGER, state="attached")
    person.wait_for_words("Your turn: move")
    assert len(person.cells()) == 49
    # It is there again after a reload, on the site, too, where the page makes the board.
    page.reload()
    page.wait_for_selector(LARGER, state="attached")
    person.wait_for_words("Your turn: move")
    push(page.locator("#tools button[aria-controls='settings']"))
    choose_game(page.locator("#settings"), SHOWN, push)
    page.wait_for_selector(USUAL, state="attached")
    person.wait_for_words("Your turn: move")
    pressed = page.locator("#games .game[aria-pressed='true'] b")
    expect(pressed).to_have_text(SHOWN)
    assert len(person.cells()) == 16
    if way == "tap":
        return  # the settings make room for the card at the end
    # After the end of a game the one that is chosen begins.
    push(page.locator("#settings [data-command='resign']"))
    ended = page.locator("#ended")
    expect(ended).to_be_visible()
    choose_game(page.locator("#settings"), "Flip tiles", push)
    person.wait_for_words("Your turn: place")
    expect(ended).to_be_hidden()
