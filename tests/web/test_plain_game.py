"""A game that has no module on the page is drawn and described, and never as flip tiles."""

import pytest
from one_board import PROFILE
from playwright.sync_api import expect
from web.person import Person
from web.staged import SETTINGS

pytestmark = pytest.mark.browser

VARIANTS = ["flip (magic)", "teeko"]
START = "1_" + 16 * "-"


def say(stage, position, moves, **more):
    stage.tell(
        {
            "t": "said",
            "line": {
                "t": "menu",
                "items": [{"name": "game", "values": VARIANTS, "field": "variant"}],
            },
        }
    )
    named = {"game": "teeko", "rules": "", "start": START, "moves": moves, "turn": len(moves) % 2}
    stage.say(position, **named, settings=SETTINGS | {"variant": 1}, **more)


def written(stage, number, moves, positions):
    """Answer the page's question about these moves."""
    stage.tell(
        {
            "t": "written",
            "id": number,
            "game": "teeko",
            "rules": "",
            "names": moves,
            "moves": moves,
            "start": START,
            "verdict": "undecided",
            "turns": [number % 2 for number in range(len(moves) + 1)],
            "check": False,
            "positions": positions,
        }
    )


def test_a_game_without_a_module_has_its_tiles_moves_and_history(stage):
    stage = stage(PROFILE, False)
    page = stage.page
    moves = ["b2", "c3", "b2b3"]
    positions = [START, "2_-----x----------", "1_-----x----o-----", "2_---------xo-----"]
    say(stage, positions[-1], moves, ask="place", say="Your turn: place a tile.")
    expect(page.locator("#say")).to_have_text("Your turn: place a tile.")
    person = Person(page)
    asked = person.wait(lambda: [m for m in stage.received if m["t"] == "write"], "the question")
    written(stage, asked[-1]["id"], moves, positions)
    expect(page.locator("#last [data-part=move]")).to_have_text("Sun moves b2 to b3.")
    expect(page.locator("#record ol button")).to_have_count(3)
    page.locator("#tools button[aria-controls='settings']").click()
    offered = page.locator("#settings .game")
    expect(offered).to_have_count(2)
    expect(offered.nth(1)).to_have_attribute("data-game", "teeko")
    expect(offered.nth(1)).to_contain_text("Teeko")
    page.keyboard.press("Escape")
    page.locator("#record ol button[data-at='1']").click()

    def lies():
        return {spot.where: spot.tile for spot in person.look().values() if spot.is_cell}

    person.wait(lambda: lies()["b2"] == "sun tile" and not lies()["c3"], "the first move alone")
