import json

import pytest
from one_board import NAME
from web.person import Person
from web.playing import play

pytestmark = [pytest.mark.browser, pytest.mark.worker("verify")]

PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def person(open_page):
    person = Person(open_page())
    person.wait_for_words("off the board")
    return person


def lies(person, where, tile):
    """Wait until a tile lies at a place."""

    def there():
        spot = person.look().get(where)  # a place beside the cells is there with its tile only
        return spot is not None and spot.tile == tile

    person.wait(there, f"{tile} at {where}")


@pytest.mark.verify
def test_tiles_are_put_back_slide_into_cells_and_lie_beside_the_board(person):
    put_back_by_escape(person)
    let_go_on_a_ridge(person)
    put_beside_the_board(person)
    # A slow press takes one, too.
    spot = person.look()["first player's tray, place 4"]
    person.wait(lambda: person.aim(spot.where), "a tile there")
    spot = person.look()[spot.where]
    person.page.mouse.click(spot.x, spot.y, delay=600)
    assert person.page.inner_text("#in-hand") == "In your hand: sun tile, up side."


def put_back_by_escape(person):
    start = person.look()["first player's tray, place 2"]
    person.lift(start, "keys")
    person.turn("keys")
    person.walk(person.look()["c2"])
    person.wait(lambda: person.page.inner_text("#in-hand").endswith("down side."), "the turn")
    person.page.keyboard.press("Escape")
    lies(person, start.where, "sun tile, up side")
    assert person.page.inner_text("#in-hand") == "Your hand is empty."
    assert person.look()["c2"].tile == ""


def let_go_on_a_ridge(person):
    """A tile slides from there into a cell."""
    person.lift(person.look()["first player's tray, place 1"], "drag")
    cells = person.look()
    ridge = cells["b2"]
    ridge.x, ridge.y = (cells["b2"].x + cells["c3"].x) / 2, (cells["b2"].y + cells["c3"].y) / 2
    person.put(ridge, "drag")

    def in_a_cell():
        spots = person.look()
        return [name for name in ("b2", "b3", "c2", "c3") if spots[name].tile]

    assert len(person.wait(in_a_cell, "the tile in one of the cells around")) == 1
    assert "beside the cells" not in person.look()


def put_beside_the_board(person):
    """A tile lies where it was put, and keys reach it."""
    person.lift(person.look()["first player's tray, place 3"], "drag")
    cells = person.look()
    table = cells["a2"]
    table.x -= 1.2 * (cells["b2"].x - cells["a2"].x)
    person.put(table, "drag")
    lies(person, "beside the cells", "sun tile, up side")
    stray = person.look()["beside the cells"]
    assert (stray.x, stray.y) == pytest.approx((table.x, table.y), abs=4)
    person.lift(stray, "keys")
    person.put(cells["a4"], "keys")
    lies(person, "a4", "sun tile, up side")
    assert "beside the cells" not in person.look()


@pytest.mark.verify
def test_arrow_keys_reach_every_place(person):
    places = person.look()
    for name in ("a1", "d1", "d4", "a4", "second player's tray, place 1", "c3",
                 "second player's tray, place 8", "first player's tray, place 8", "b2",
                 "first player's tray, place 1"):  # fmt: skip
        person.walk(places[name])
        assert [spot.where for spot in person.look().values() if spot.focused] == [name]


@pytest.mark.verify
@pytest.mark.worker("never")
def test_two_pages_see_the_same_board(person, open_page):
    other = Person(open_page())
    person.lift(person.look()["first player's tray, place 5"], "drag")
    lies(other, "first player's tray, place 5", "")
    person.put(person.look()["b3"], "drag")
    lies(other, "b3", "sun tile, up side")
    other.page.click("#buttons button[data-button='2']")
    for page in (person, other):  # the plate is not empty
        page.wait(lambda at=page: "must not lie here" in at.look()["b3"].light, "the mistake")


def test_phone_plays_by_touch(open_page, pictures):
    page = open_page(**PHONE, device_scale_factor=2, color_scheme="dark")
    person = Person(page)
    person.wait_for_words("off the board")
    page.tap("#buttons button[data-button='2']")
    person.leave_gains()
    person.wait_for_words("Your turn")
    tile, cell = person.still("first player's tray, place 3"), person.look()["b2"]
    page.touchscreen.tap(tile.x, tile.y)
    person.wait(lambda: "In your hand" in page.inner_text("#in-hand"), "the tile in the hand")
    page.touchscreen.tap(tile.x, tile.y)  # a second tap turns it over
    person.wait(lambda: "down side" in page.inner_text("#in-hand"), "the turn")
    page.touchscreen.tap(cell.x, cell.y)
    lies(person, "b2", "sun tile, down side")
    person.wait_for_words("The board's turn")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.screenshot(path=pictures / "phone.png")


@pytest.mark.verify
def test_page_comes_back_when_the_server_does(chromium, tmp_path):
    """Here the console may complain: for a while there is nobody to connect to."""
    context = chromium.new_context()
    try:
        page = context.new_page()
        person = Person(page)
        with play(tmp_path, "--no-browser", "--hands") as running:
            page.goto(running.address)
            person.wait_for_words("off the board")
            person.lift(person.look()["first player's tray, place 4"], "keys")
            person.put(person.look()["d2"], "keys")
            lies(person, "d2", "sun tile, up side")
            assert running.end()[0] == 0
            port = str(running.port)
        trouble = page.locator("#trouble")
        person.wait(lambda: "does not answer" in trouble.inner_text(), "word of the trouble")
        saved = json.loads((tmp_path / "lodeboard" / f"{NAME}-1" / "tiles.json").read_text())
        assert saved["tiles"][3][1:3] == pytest.approx([120, 40], abs=1.5)
        with play(tmp_path, "--no-browser", "--hands", "--port", port):
            person.wait(lambda: trouble.inner_text() == "", "the new connection")
            lies(person, "d2", "sun tile, up side")
    finally:
        context.close()
