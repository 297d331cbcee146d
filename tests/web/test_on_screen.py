"""The page of a simulated board as it comes: a game is on at once, and whatever is not the
player's own move is carried out for them, unless they want it like the real board."""

import pytest
from many import only
from playwright.sync_api import expect
from web.giver import choose_game
from web.person import Person
from web.playing import play_for_page
from web.test_access import findings

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL = {**PHONE, "viewport": {"width": 320, "height": 568}}

# What is drawn on each tile in every picture in which it travels.
TRAVELS = """() => {
  window.kinds = new Map();
  const look = () => {
    for (const tile of document.querySelectorAll(".tile.held")) {
      const kind = tile.querySelector(".solid")?.getAttribute("d") ?? "";
      const seen = window.kinds.get(tile.dataset.tile) ?? new Set();
      window.kinds.set(tile.dataset.tile, seen.add(kind));
    }
    requestAnimationFrame(look);
  };
  look();
}"""

pytestmark = [pytest.mark.browser, pytest.mark.worker("verify")]


@pytest.fixture
def board_page(tmp_path, request):
    board = getattr(request, "param", "tile4x4")
    with play_for_page(tmp_path, "--speed", "3", "--board", *board.split()) as running:
        yield running


@pytest.fixture
def hands():
    return False


def place(person, where):
    """Place a tile of one's own on a cell, where the board asks for one."""
    person.wait_for_words("Your turn")
    person.wait(lambda: any("sun" in spot.tile for spot in person.look().values()), "the tiles")
    person.lift(person.spare("sun", "up"), "click")
    person.put(person.look()[where], "click")


@pytest.mark.slow
def test_the_board_answers_a_move_and_nobody_carries_it_out(open_page):
    page = open_page()
    person = Person(page)
    place(person, "b2")
    person.wait_for_words("The board moves.")
    person.wait_for_words("Your turn: lift", "Your turn: flip")
    person.wait(lambda: len(person.cells(tile=True)) == 2, "both tiles")
    expect(page.get_by_role("group", name="A hand that moves tiles for you")).to_be_hidden()
    # Taken back, they go back by themselves.
    page.keyboard.press("1")
    person.wait_for_words("place")
    person.wait(lambda: not person.cells(tile=True), "the empty board")


def press(person, where, way):
    """Press a cell or a button that is at the place of one."""
    spot = person.still(where)
    (person.page.touchscreen.tap if way == "tap" else person.page.mouse.click)(spot.x, spot.y)


@pytest.mark.parametrize("way", only("tap", ["click"]))
def test_a_lit_cell_is_enough_to_place_a_tile(open_page, way):
    page = open_page(**(SMALL if way == "tap" else {}))
    person = Person(page)
    person.wait_for_words("Your turn")
    page.get_by_role("button", name="Play", exact=True).click()
    press(person, "b4", way)
    down = page.get_by_role("button", name="Down side")
    question = page.get_by_role("group", name="What to place on b4")
    expect(question.get_by_role("button", name="Cancel")).to_be_in_viewport(ratio=1)
    (down.tap if way == "tap" else down.click)()
    expect(page.locator("#record")).to_contain_text("b4D")
    expect(page.locator("#question")).to_be_hidden()
    person.wait(lambda: len(person.cells(tile=True)) == 2, "both tiles")


def test_a_lit_cell_gives_the_piece_that_it_stands_for_and_places_one(open_page):
    page = open_page()
    person = Person(page)
    choose_game(page.locator("#begin"), "Xtic (normal)")
    page.get_by_role("button", name="Play", exact=True).click()
    person.wait_for_words("choose a piece to give")
    press(person, "a2", "click")
    expect(page.locator("#record")).to_contain_text("4")
    person.wait_for_words("Your turn: place")
    [free, *_] = person.cells(tile=False)
    press(person, free.where, "click")
    person.wait(lambda: person.look()[free.where].tile, "the piece")


@pytest.mark.verify
@pytest.mark.worker("never")  # there each page has a board of its own
def test_another_page_of_the_board_shows_what_was_chosen_of_it(open_page):
    """It has none of its own wishes."""
    page = open_page()
    page.click("#tools >> text=Settings")
    speed, force = page.get_by_label("Speed of moves"), page.get_by_label("Make my only possible")
    expect(speed).to_have_value("normal")
    expect(force).not_to_be_checked()
    speed.select_option("fast")
    force.check()
    other = open_page()
    other.click("#tools >> text=Settings")
    expect(other.get_by_label("Speed of moves")).to_have_value("fast")
    expect(other.get_by_label("Make my only possible")).to_be_checked()
    page.reload()
    page.wait_for_selector("#stops button[data-cell]")
    page.click("#tools >> text=Settings")
    expect(speed).to_have_value("fast")
    expect(force).to_be_checked()
    switch = page.get_by_label("Like the real board")
    switch.check()
    expect(speed).to_be_hidden()
    expect(other.get_by_label("Like the real board")).to_be_checked()
    other.get_by_label("Like the real board").uncheck()
    expect(switch).not_to_be_checked()


@pytest.mark.verify
@pytest.mark.parametrize("board_page", ["tile7x7 --hands"], indirect=True)
@pytest.mark.usefixtures("board_page")
@pytest.mark.worker("never")
def test_pieces_that_are_set_up_are_what_they_will_be(open_page):
    page = open_page()
    page.evaluate("localStorage.setItem('lodeboard-speed', 'slow')")  # a busy page draws few frames
    page.reload()
    page.wait_for_selector("#stops button[data-cell]")
    page.evaluate(TRAVELS)
    # Nothing has been carried anywhere before somebody looks.
    page.click("#tools >> text=Settings")
    page.get_by_label("Like the real board").uncheck()
    person = Person(page)
    person.wait(lambda: len(person.cells(tile=True)) == 26 + 9, "the pieces and the holes")
    kings = [spot.where for spot in person.cells(tile=True) if "king" in spot.tile]
    assert kings == ["d7", "d1"]
    # No piece becomes another one while it is on its way.
    counts = page.evaluate("() => [...window.kinds.values()].map((kinds) => kinds.size)")
    assert counts, "no piece was seen to travel"
    assert max(counts) == 1


@pytest.mark.verify
def test_the_first_card_offers_games_and_a_lesson_and_a_question_mark_lists_the_keys(open_page):
    page = open_page()
    person = Person(page)
    card = page.locator("#begin")
    person.wait(card.is_visible, "the card")
    assert findings(page) == []
    rule = card.locator(".rule")
    choose_game(card, "Xtic")
    expect(rule).to_have_text("Lines are rows, columns and the two diagonals.")
    choose_game(card, "Flip tiles (eclipse)")
    # Three in a row do not win yet there.
    expect(rule).to_contain_text("once no cell beside them is empty")
    card.get_by_role("button", name="Learn in two minutes").click()
    person.wait(lambda: page.locator("#intro").is_visible(), "the lessons")
    assert card.is_hidden()
    page.reload()
    page.wait_for_selector("#stops button[data-cell]")
    person.wait_for_words("Your turn")
    assert card.is_hidden()
    keys = page.get_by_role("dialog", name="Keys")
    page.keyboard.press("?")
    keys.wait_for()
    assert findings(page) == []
    page.keyboard.press("Escape")
    assert keys.is_hidden()


@pytest.mark.slow
def test_a_game_resigned_can_be_had_again_with_other_sides_and_harder(open_page):
    page = open_page(reduced_motion="reduce")
    person = Person(page)
    sides, card = page.locator("#record ul li"), page.locator("#ended")
    place(person, "b2")
    person.wait_for_words("Your turn: lift", "Your turn: flip")
    page.click("#tools >> text=Settings")
    page.click("[data-command='resign']")
    person.wait(card.is_visible, "the end")
    card.get_by_role("button", name="Harder").click()
    person.wait(lambda: "medium" in sides.nth(1).inner_text(), "the next level")
    page.click("[data-command='resign']")
    person.wait(card.is_visible, "the end")
    card.get_by_role("button", name="Swap sides").click()
    person.wait(lambda: "the board" in sides.nth(0).inner_text(), "the board's side")
    person.wait_for_words("Your turn")
    person.wait(lambda: len(person.cells(tile=True)) == 1, "the tile of the board, which began")
