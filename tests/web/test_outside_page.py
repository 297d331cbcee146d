"""A game from a folder outside the project is offered, played and written down on the page."""

import pytest
from games.outside.written import write_game
from many import every
from playwright.sync_api import expect
from web.giver import choose_game
from web.person import Person, tool
from web.playing import play

from host_tools import FIRMWARE, ROOT

FOLDER = ROOT / "tests" / "games" / "outside"
KONO = FIRMWARE / "lodeboard" / "games" / "kono" / "rules.py"
PLUGIN = """
from lodeboard.games.tiles import tile_plugin

PLUGIN = tile_plugin(Kono, KonoSentences)
"""

pytestmark = [pytest.mark.browser, pytest.mark.worker("never")]


@pytest.fixture
def board_page(tmp_path):
    quad = tmp_path / "quad"
    write_game(quad, "", KONO.read_text().replace('"kono"', '"quad"') + PLUGIN)
    games = ("--games", str(FOLDER), "--games", str(quad))
    with play(tmp_path, "--no-browser", "--speed", "5", *games) as running:
        yield running


@pytest.fixture
def hands():
    return False


FAULTY = {
    "at its start": "throw new Error('it is broken');",
    "while it is made": "export default () => { throw new Error('it is broken'); };",
    "while it draws": "export default () => ({ look() { throw new Error('it is broken'); } });",
}


def begin(page, game="teeko", words="place a tile of your own"):
    """Choose the game and play."""
    person = Person(page)
    card = page.locator("#begin")
    person.wait(card.is_visible, "the card")
    choose_game(card, game, lambda button: button.press("Enter"))
    card.get_by_role("button", name="Play", exact=True).press("Enter")
    person.wait_for_words(words)
    return person


def test_its_own_drawing_and_words_are_shown(open_page):
    lines = (FOLDER / "teeko" / "page.js").read_text().splitlines()
    assert len(lines) <= 20
    page = open_page(reduced_motion="reduce")
    begin(page)
    expect(page.locator("#tiles circle.teeko").first).to_be_visible()
    person = Person(page)
    person.lift(person.spare("sun tile", ""), "keys")
    person.put(person.look()["b2"], "keys")
    expect(page.locator("#last")).to_contain_text("drops on")


@pytest.mark.slow
def test_a_game_that_begins_with_tiles_is_played_with_a_friend(open_page):
    page = open_page(reduced_motion="reduce")
    drawn = "#begin [data-game='{}'] svg [class*='owner-']"
    tiles = page.locator(drawn.format("kono")).count()
    assert tiles >= 16
    expect(page.locator(drawn.format("quad"))).to_have_count(tiles)
    person = begin(page, "quad", "move or capture")
    tool(page, "friend").press("Enter")
    friend = page.locator("#friend")
    friend.get_by_role("button", name="New game by links").click()
    expect(friend.get_by_role("button", name="To the board")).to_be_visible()
    expect(page.locator("#say")).to_contain_text("Your turn: move or capture")
    assert len(person.cells(tile=True)) == 16


@pytest.mark.slow
def test_its_words_are_translated(open_page):
    page = open_page(locale="de-DE")
    expect(page.locator("#begin [data-game='teeko']")).to_contain_text("Vier in einer Linie")


@pytest.mark.parametrize("where", every(len(FAULTY), FAULTY))
@pytest.mark.slow
def test_a_drawing_with_a_fault_is_replaced_and_said(open_page, where):
    page = open_page(reduced_motion="reduce")
    page.route(
        "**/games/teeko.js",
        lambda route: route.fulfill(body=FAULTY[where], content_type="text/javascript"),
    )
    page.reload()
    begin(page)
    expect(page.locator("#notice")).to_contain_text(
        "The drawing of teeko has a fault: it is broken"
    )
    expect(page.locator("#tiles .tile.owner-0 path")).not_to_have_count(0)


@pytest.mark.slow
def test_it_is_chosen_and_the_board_answers(open_page):
    page = open_page(reduced_motion="reduce")
    person = begin(page)
    assert len(person.cells()) == 16
    tile = person.spare("sun tile", "")
    person.lift(tile, "keys")
    person.put(person.look()["b2"], "keys")
    moves = page.locator("#record ol button")
    expect(moves).to_have_count(2)
    expect(moves.first).to_contain_text("b2")
