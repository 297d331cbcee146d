"""A phone at a board that serves its page itself: its code, a game, and another phone."""

import re

import pytest
from many import later
from one_board import CELLS, PROFILE
from playwright.sync_api import expect
from waiting import wait_until
from web.onboard_served import ANOTHER, CODE, WRONG, ServedBoard
from web.person import Person, tool
from web.test_access import check

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
OTHER = [0, 1, 2, 3]  # another code
PLACE = re.compile("place a tile of your own")


@pytest.fixture
def served():
    with ServedBoard() as served:
        yield served
        assert served.missing == []


@pytest.fixture
def phones(chromium, served):
    """Opens the page on another device. At the end, checks that none has complained."""
    contexts, faults = [], []

    def opened(**options):
        contexts.append(chromium.new_context(**{**PHONE, **options}))
        page = contexts[-1].new_page()
        grave = ("error", "warning")
        page.on("console", lambda line: line.type in grave and faults.append(line.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(served.address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def enter(page, cells):
    for cell in cells:
        page.locator("#code").get_by_role("button", name=CELLS[cell]).tap()


def let_in(page):
    enter(page, CODE)
    expect(page.locator("#code")).not_to_be_visible()


def codes(served):
    return [line["cells"] for line in served.heard if line["c"] == "code"]


def lay(served, tile, cell, up=True):
    """Set a tile down on a cell of the real board, or in its tray (None)."""

    def act(board):
        world = board.world
        place = world.home(world.tile(tile)) if cell is None else world.plate.centre(cell)
        world.lay(tile, *place, up)

    served.do(act)


def choose(page, name, value):
    """Change a setting in the panel."""
    tool(page, "settings").tap()
    page.get_by_label(name, exact=True).select_option(label=value)
    page.locator("#settings .close").tap()


def test_a_phone_enters_plays_returns_and_gives_way(phones, served):
    page = phones()
    dialog = page.locator("#code")
    enter(page, OTHER)
    expect(dialog.get_by_role("alert")).to_have_text(WRONG)
    let_in(page)
    expect(page.locator("#say")).to_have_text(PLACE)
    person = Person(page)
    person.wait(lambda: len(person.cells("may be placed")) == PROFILE.cells, "the board's lights")
    choose(page, "Players", "Two players")
    expect(page.locator("#say")).to_have_text(re.compile("^The first player: place"))
    assert served.heard[-1] == {"c": "set", "players": 1, "clock": 0}
    lay(served, 0, 5)
    person.wait(lambda: person.look()["b2"].tile == "sun tile, up side", "the tile on the board")
    expect(page.locator("#say")).to_have_text(re.compile("^The second player: flip"))
    page.reload()
    expect(page.locator("#say")).to_have_text(re.compile("^The second player: flip"))
    person.wait(lambda: person.look()["b2"].tile, "the tile after the page was loaded again")
    assert codes(served) == [OTHER, CODE, CODE]
    give_way(page, phones, served)


def give_way(page, phones, served):
    """A second phone takes the place of this page, and this one takes it back when asked."""
    second = phones(color_scheme="dark")
    let_in(second)
    expect(page.locator("#code").get_by_role("alert")).to_have_text(ANOTHER)
    lay(served, 0, 6, False)
    person = Person(second)
    person.wait(lambda: person.look()["c2"].tile == "sun tile, down side", "the tile, turned over")
    assert codes(served) == [OTHER, CODE, CODE, CODE]  # the first one has not come back by itself
    page.get_by_role("button", name="Connect this device").tap()
    expect(page.locator("#code")).not_to_be_visible()
    expect(second.locator("#code").get_by_role("alert")).to_have_text(ANOTHER)
    person = Person(page)
    person.wait(lambda: person.look()["c2"].tile == "sun tile, down side", "what it has missed")


@pytest.mark.slow
def test_pieces_are_chosen_and_games_ended_on_the_phone(phones, served):
    page = phones()
    let_in(page)
    expect(page.locator("#say")).to_have_text(PLACE)
    choose(page, "Players", "Two players")
    tool(page, "settings").tap()
    page.locator("#settings [data-part='game-row'] button").tap()
    page.locator("#games [data-game='xtic']").tap()
    expect(page.locator("#choice .free")).to_have_count(PROFILE.cells)
    served.do(lambda board: board.world.unpack(True))
    page.locator("#settings .close").tap()
    page.locator("#choice .free").nth(5).tap()
    expect(page.locator("#choice [data-part='hand']")).not_to_have_text(re.compile("none"))
    lay(served, 0, 10)
    person = Person(page)
    person.wait(lambda: person.look()["c3"].tile, "the piece on the board")
    expect(page.locator("#choice .free")).to_have_count(PROFILE.cells - 1)
    commands(page, served)


def commands(page, served):
    """Take back, resign and begin again with the buttons in the settings."""
    buttons = page.locator("#settings [data-command]")
    tool(page, "settings").tap()
    buttons.filter(has_text="Take back").tap()
    expect(page.locator("#act")).to_have_text("Set up")
    lay(served, 0, None)
    expect(page.locator("#act")).to_have_text("Place")
    lay(served, 0, 10)
    expect(page.locator("#choice .free")).to_have_count(PROFILE.cells - 1)
    buttons.filter(has_text="Resign").tap()
    expect(page.locator("#ended")).to_be_visible()
    expect(page.locator("#settings")).not_to_be_visible()
    expect(page.locator("#ended [data-do='review']")).not_to_be_visible()
    page.locator("#ended [data-do='again']").tap()
    expect(page.locator("#ended")).not_to_be_visible()
    lay(served, 0, None)
    expect(page.locator("#choice .free")).to_have_count(PROFILE.cells)
    assert [line["c"] for line in served.heard[-3:]] == ["back", "resign", "new"]


@pytest.mark.slow
def test_the_boards_buttons_are_pressed_on_the_phone(phones, served):
    page = phones()
    let_in(page)
    expect(page.locator("#say")).to_have_text(PLACE)
    menu = page.locator("#buttons [data-button='2']")
    menu.dispatch_event("pointerdown", {"button": 0, "pointerId": 1})
    expect(page.locator("#settings .here")).to_be_visible()  # the board's own menu is open
    menu.dispatch_event("pointerup", {"button": 0, "pointerId": 1})

    def held():
        return [line["held"] for line in list(served.heard) if line["c"] == "inject"]

    wait_until(lambda: held()[-1] == 0, "the button to be let go")
    assert set(held()) == {0, 2}


def test_a_lost_connection_comes_back_by_itself(phones, served):
    page = phones()
    let_in(page)
    expect(page.locator("#say")).to_have_text(PLACE)
    with page.expect_event("websocket"):
        served.drop()
    lay(served, 0, 5)
    person = Person(page)
    person.wait(lambda: person.look()["b2"].tile, "the tile that was laid meanwhile")
    expect(page.locator("#trouble")).to_be_empty()
    assert codes(served) == [CODE, CODE]


@pytest.mark.slow
def test_the_tiles_stay_where_the_board_has_them(phones, served):
    page = phones(**LAPTOP, has_touch=False, is_mobile=False)
    page.locator("#code [data-cell='0']").focus()
    for cell in CODE:
        page.locator(f"#code [data-cell='{cell}']").press("Enter")
    expect(page.locator("#say")).to_have_text(PLACE)
    person = Person(page)
    person.lift(person.spare("sun", "up side"), "click")
    expect(page.locator("#in-hand")).to_have_text(re.compile("move them there"))
    page.locator("#stops button[data-cell]").first.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#reading summary").click()
    expect(page.locator("#reading td").first).to_be_attached()
    expect(page.locator("#reading input")).not_to_be_visible()


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", "Tippe die Zellen"), later("es", "Toca las celdas")],
)
def test_the_code_is_asked_for_in_the_language_of_the_phone(phones, language, words):
    page = phones(locale=language)
    expect(page.locator("#code-how")).to_have_text(re.compile(words))
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_checker_finds_nothing_at_the_code(phones, served, size):
    page = phones(**size)
    expect(page.locator("#code")).to_be_visible()
    check(page)
    page.locator("#code [data-cell='3']").click()
    check(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for cell in (1, 2, 0):
        page.locator(f"#code [data-cell='{cell}']").click()
    expect(page.locator("#code").get_by_role("alert")).to_have_text(WRONG)
    check(page)
    for cell in CODE:
        page.locator(f"#code [data-cell='{cell}']").click()
    expect(page.locator("#say")).to_have_text(PLACE)
    check(page)
