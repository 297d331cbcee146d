"""The clock of two players on the page: chosen and played by keys, to the end on time."""

import pytest
from web.person import Person, tool
from web.playing import play_for_page

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def board_page(tmp_path):
    """A minute takes ten seconds."""
    with play_for_page(tmp_path, "--speed", "6", "--hands") as running:
        yield running


def test_a_game_by_keys_that_ends_on_time(open_page):
    page = open_page()
    person = Person(page)
    person.wait_for_words("off the board")
    page.keyboard.press("2")  # set the zeros: the plate is empty
    person.leave_gains()
    assert page.locator("#clock").count() == 0, "a game without a clock loads none"
    tool(page, "settings").press("Enter")
    players = page.locator("#settings select").first
    players.focus()
    page.keyboard.press("End")  # an hourglass of 1 minute
    page.wait_for_selector("#clock p:text-matches('^Sun: 1:00$')")
    assert players.evaluate("choice => choice.selectedOptions[0].text").startswith("Two players, h")
    person.wait_for_words("The first player")
    person.lift(person.spare("sun", "up"), "keys")
    person.put(person.cells()[5], "keys")
    page.wait_for_selector("#clock p.runs:text-matches('^Moon: .*, runs$')")
    page.wait_for_selector("#clock p:text-matches('^Moon: 0:00, time is up$')", timeout=30_000)
    assert "The first player wins on time" in person.say()
