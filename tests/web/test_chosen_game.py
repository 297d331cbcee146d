"""The page's request when a game is chosen: it starts at once if the current game is over."""

import pytest
from another_game import LABEL, NAME, RULES, START, TITLE
from one_board import PROFILE
from playwright.sync_api import expect
from web.giver import choose_game
from web.person import Person
from web.staged import SETTINGS

pytestmark = pytest.mark.browser

VARIANTS = ["flip (magic)", "flip (eclipse)", LABEL]
EMPTY = "1_" + 16 * "-"
BEGUN = {
    "variant": 2,
    "game": NAME,
    "rules": RULES,
    "start": START,
    "position": START,
    "moves": [],
}
OVER = {
    "ask": "over",
    "result": "lose",
    "turn": 1,
    "say": "You win. Clear the board for a new game.",
}


class Chooser:
    """Somebody with the settings open, on a stage where flip tiles are played."""

    def __init__(self, stage):
        self.stage, self.page = stage, stage.page
        items = [{"name": "game", "values": VARIANTS, "field": "variant"}]
        items.append({"name": "level", "values": ["easy", "hard"], "field": "level"})
        stage.tell({"t": "said", "line": {"t": "menu", "items": items}})
        stage.tell({"t": "screen", "on": True, "to": {}})
        self.page.locator("#tools button[aria-controls='settings']").click()

    def say(self, variant=0, position=EMPTY, **more):
        named = {"game": "flip", "rules": "magic", "start": EMPTY, "moves": ["a1U"]} | more
        self.stage.say(position, **named, settings=SETTINGS | {"variant": variant})

    def choose(self, title):
        choose_game(self.page.locator("#settings"), title)

    def wait_for(self, lines):
        """Wait for the last line; these are all that the board was told."""

        def told():
            return [m["line"] for m in self.stage.heard if m["t"] == "tell"]

        Person(self.page).wait(lambda: told()[-1:] == lines[-1:], f"{lines[-1]}")
        assert told() == lines


@pytest.fixture
def chooser(stage):
    return Chooser(stage(PROFILE, False))


def test_a_game_chosen_after_an_end_begins_at_once(chooser):
    chooser.say(**OVER)
    ended = chooser.page.locator("#ended")
    expect(ended).to_be_visible()
    chooser.choose(TITLE)
    chooser.wait_for([{"c": "set", "variant": 2}, {"c": "new"}])
    # The board has taken over the choice, and is about to begin: it is not told again.
    chooser.say(variant=2, **OVER)
    chooser.say(**BEGUN)
    expect(ended).to_be_hidden()
    chooser.wait_for([{"c": "set", "variant": 2}, {"c": "new"}])


def test_the_same_game_begins_again_after_an_end_and_other_rules_do(chooser):
    chooser.say(**OVER)
    expect(chooser.page.locator("#ended")).to_be_visible()
    chooser.choose("Flip tiles")
    chooser.wait_for([{"c": "new"}])
    chooser.page.locator("#settings [data-rules='eclipse']").press("Enter")
    chooser.wait_for([{"c": "new"}, {"c": "set", "variant": 1}, {"c": "new"}])


def test_a_game_under_way_goes_on_when_another_is_chosen(chooser):
    chooser.say()
    chooser.choose(TITLE)
    chooser.wait_for([{"c": "set", "variant": 2}])


def test_of_two_games_chosen_at_once_the_last_is_played(chooser):
    chooser.say()
    chooser.choose(TITLE)
    chooser.choose("Flip tiles")  # before the board has said anything of the other
    chooser.wait_for([{"c": "set", "variant": 2}, {"c": "set", "variant": 0}])
    chooser.say(**BEGUN)
    chosen = chooser.page.locator("#settings .game[aria-pressed='true']")
    expect(chosen).to_have_attribute("data-game", "flip")
    chooser.say()
    expect(chosen).to_have_attribute("data-game", "flip")
    chooser.say(**BEGUN)
    expect(chosen).to_have_attribute("data-game", NAME)  # chosen at the board


def test_the_first_card_stays_while_the_board_starts_with_the_chosen_game(chooser):
    chooser.say(moves=[])
    card = chooser.page.locator("#begin")
    expect(card).to_have_js_property("hidden", False)
    chooser.say(variant=2, phase="start", ask="wait", moves=None, say="Every light is on.")
    expect(chooser.page.locator("#say")).to_have_text("Every light is on.")
    expect(card).to_have_js_property("hidden", False)
    chooser.say(moves=["a1U"])
    expect(card).to_have_js_property("hidden", True)


def test_a_game_chosen_while_another_is_under_way_waits_and_says_how_to_start(chooser):
    start = chooser.page.get_by_role("button", name="Start this one now")
    chooser.say()
    expect(start).to_be_hidden()
    chooser.choose(TITLE)
    chooser.wait_for([{"c": "set", "variant": 2}])
    chooser.say(variant=2)  # the flip tiles go on
    expect(start).to_be_visible()
    start.click()
    chooser.wait_for([{"c": "set", "variant": 2}, {"c": "new"}])
    chooser.say(**BEGUN)
    expect(start).to_be_hidden()
