"""A game from a folder outside the project is offered, played and written down on the page."""

import pytest
from playwright.sync_api import expect
from web.giver import choose_game
from web.person import Person
from web.playing import play

from host_tools import ROOT

FOLDER = ROOT / "tests" / "games" / "outside"

pytestmark = [pytest.mark.browser, pytest.mark.worker("never")]


@pytest.fixture
def board_page(tmp_path):
    with play(tmp_path, "--no-browser", "--speed", "5", "--games", str(FOLDER)) as running:
        yield running


@pytest.fixture
def hands():
    return False


def test_it_is_chosen_and_the_board_answers(open_page):
    page = open_page(reduced_motion="reduce")
    person = Person(page)
    card = page.locator("#begin")
    person.wait(card.is_visible, "the card")
    choose_game(card, "teeko", lambda button: button.press("Enter"))
    card.get_by_role("button", name="Play", exact=True).press("Enter")
    person.wait_for_words("place a tile of your own")
    assert len(person.cells()) == 16
    tile = person.spare("sun tile", "")
    person.lift(tile, "keys")
    person.put(person.look()["b2"], "keys")
    moves = page.locator("#record ol button")
    expect(moves).to_have_count(2, timeout=60_000)
    expect(moves.first).to_contain_text("b2")
