"""The games that the page keeps, and the problems that come from them."""

import json

import pytest
from playwright.sync_api import expect
from web.person import tool
from web.test_daily import PROBLEMS, make, wrong_move
from web.test_intro import open_course, ready

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Late positions are solved by search in a moment.
MOVES = [one.split("|") for year in PROBLEMS["flip"]["magic"] for one in year]
TEXT, RIGHT, TURNS = next(one for one in MOVES if one[0].count("-") <= 5 and one[2] == "3")
GAME = {
    "since": 1_700_000_000_000,
    "game": "flip",
    "rules": "magic",
    "start": TEXT,
    "moves": wrong_move(TEXT, RIGHT),
    "machine": 2 if TEXT[0] == "1" else 1,
    "level": "easy",
    "names": ["Ada", "Ada"],
    "score": "0-1",
}
STORE = "games => localStorage.setItem('lodeboard-games', JSON.stringify(games))"
MISTAKES = "JSON.parse(localStorage.getItem('lodeboard-mistakes') ?? '[]')"


@pytest.fixture
def learner(open_page):
    """Somebody who has played a game and given a win away in it."""
    learner = ready(open_page)
    learner.page.evaluate(STORE, [GAME])
    return learner


def test_a_mistake_comes_back_as_a_problem(learner):
    open_course(learner, "own-flip-magic")
    learner.step("Problem 1")
    assert "You gave away a win here." in learner.lesson("say")
    make(learner, TEXT, RIGHT)
    learner.wait(lambda: learner.focused() == "next", "the way on")
    assert RIGHT in learner.lesson("answer")
    [mistake] = learner.page.evaluate(MISTAKES)
    assert (mistake["position"], mistake["best"], mistake["stage"]) == (TEXT, RIGHT, 1)


def test_games_are_listed_opened_saved_and_read_in_another_browser(learner, open_page, tmp_path):
    page = learner.page
    tool(page, "played").click()
    panel = page.locator("#played")
    expect(panel.locator("li")).to_contain_text("Ada")
    expect(panel.locator("table")).to_contain_text("Ada, flip tiles (magic), easy")
    with page.expect_download() as download:
        panel.get_by_role("button", name="Save all as a file").click()
    file = tmp_path / "lodeboard.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["games"] == [GAME]

    other = open_page()
    tool(other, "played").click()
    panel = other.locator("#played")
    expect(panel).to_contain_text("No game yet.")
    damaged = tmp_path / "damaged.json"
    damaged.write_text(file.read_text()[:-9])
    panel.locator("input[type=file]").set_input_files(damaged)
    expect(panel.get_by_role("status")).to_have_text("This file has no games of Lodeboard.")
    panel.locator("input[type=file]").set_input_files(file)
    expect(panel.get_by_role("status")).to_have_text("New games: 1.")
    panel.locator("li button").first.click()
    expect(other.locator("#analysis")).to_be_visible()
    expect(other.locator("#analysis [data-part='moves']")).to_contain_text("1")


def test_a_game_played_by_hand_is_listed_and_another_page_reads_it_from_the_board(open_page):
    person = ready(open_page)
    page = person.page
    person.lift(person.spare("sun", "up"), "keys")
    person.put(person.look()["b2"], "keys")
    person.wait(lambda: "b2" in page.inner_text("#last"), "the move")
    tool(page, "settings").press("Enter")
    page.locator("[data-command='resign']").press("Enter")
    person.wait_for_words("resign")
    tool(page, "played").press("Enter")
    panel = page.locator("#played")
    expect(panel.locator("li")).to_contain_text("flip tiles (magic): 0-1")
    expect(panel.locator("li span")).not_to_contain_text("Read from the board")
    page.reload()
    person.wait_for_words("resign")
    tool(page, "played").press("Enter")
    expect(panel.locator("li")).to_have_count(1)
    tool(page, "settings").press("Enter")
    page.locator("[data-command='new']").press("Enter")
    person.wait(lambda: "resign" not in person.say(), "another game")

    other = open_page()
    tool(other, "played").press("Enter")
    panel = other.locator("#played")
    expect(panel.locator("li span")).to_contain_text("Read from the board")
    expect(panel.get_by_role("status")).to_have_text("New games: 1.")
    panel.get_by_role("button", name="flip tiles (magic): 0-1").press("Enter")
    expect(other.locator("#analysis [data-part='moves']")).to_contain_text("b2")
    tool(other, "played").press("Enter")
    panel.get_by_role("button", name="Forget").press("Enter")
    expect(panel).to_contain_text("No game yet.")
    tool(other, "played").press("Enter")
    tool(other, "played").press("Enter")
    expect(panel).to_contain_text("No game yet.")
