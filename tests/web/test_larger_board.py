"""The page of a 7x7 board: every cell, and room for its workbench."""

import pytest
from web.person import Person, tool
from web.playing import play_for_page

from host_tools.build import profiles

pytestmark = pytest.mark.browser

PROFILE = profiles.profile("tile7x7")
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
WIDER = "document.documentElement.scrollWidth - innerWidth"
# Cells of the workbench whose words do not fit into them
CUT = """[...document.querySelectorAll('#workbench .cell, #workbench .leds li')]
  .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
  .map((cell) => `${cell.textContent} ${cell.scrollWidth} ${cell.clientWidth}`)"""


@pytest.fixture
def board_page(tmp_path):
    with play_for_page(tmp_path, "--speed", "3", "--hands", "--board", PROFILE.name) as running:
        yield running


def calibrated(page):
    person = Person(page)
    person.wait_for_words("off the board")
    page.click("#buttons button[data-button='2']")
    person.leave_gains()
    person.wait_for_words("Set up the board")
    return person


def carry(person, name, by):
    """Carry a tile from its tray to this cell, and wait until the page shows it there. Where a busy
    page has not heard the hand, it tries again. A tile dropped beside a cell lies there: the hand
    waits until nothing moves under it."""
    tray = "white tray, place 14"

    def carried():
        seen = person.look()
        empty = "empty" in person.page.inner_text("#in-hand")
        if "white" not in seen[name].tile and empty and tray in seen and seen[tray].tile:
            person.lift(person.still(tray), by)
            person.put(person.still(name), by)
        return "white" in person.look()[name].tile

    person.wait(carried, f"the tile on {name}")


@pytest.mark.verify
def test_larger_board_shows_every_cell_and_its_reading(open_page, pictures):
    page = open_page()
    person = calibrated(page)
    assert {spot.where for spot in person.cells()} == {
        PROFILE.cell_name(cell) for cell in range(PROFILE.cells)
    }
    assert page.locator("#plate circle.cell").count() == PROFILE.cells
    labels = page.locator("#plate text").all_text_contents()
    assert labels[-PROFILE.rows :] == [str(row) for row in range(PROFILE.rows, 0, -1)]
    tool(page, "workbench").click()
    page.wait_for_selector("#workbench .cell")
    columns = "getComputedStyle(document.querySelector('#workbench .readings')).gridTemplateColumns"
    assert len(page.evaluate(columns).split()) == PROFILE.columns
    last = PROFILE.cells - 1
    reading = page.locator("#workbench .cell").nth(last)
    assert reading.inner_text().startswith("g1")
    carry(person, PROFILE.cell_name(last), "drag")
    person.wait(lambda: "white" in reading.inner_text(), "the reading")
    assert page.evaluate(CUT) == []
    page.screenshot(path=pictures / "tile7x7.png")


@pytest.mark.slow
def test_a_board_without_a_game_is_offered_only_what_makes_sense(stage):
    stage = stage(PROFILE, False)
    stage.say(None, game="", phase="idle", ask="", moves=None, say="No game.")
    page = stage.page
    Person(page).wait_for_words("No game.")
    shown = [button.inner_text() for button in page.locator("#tools button:visible").all()]
    assert shown == ["Settings", "More"]
    assert not page.locator("#helper").is_visible()


@pytest.mark.slow
def test_larger_board_fits_a_phone(open_page, pictures):
    page = open_page(**PHONE, device_scale_factor=2)
    person = calibrated(page)
    assert page.evaluate(WIDER) <= 0
    page.screenshot(path=pictures / "tile7x7-phone.png")
    carry(person, "f2", "click")
    person.wait(lambda: person.look()["f2"].light, "the light of f2")
    for panel in ("settings", "workbench"):
        tool(page, panel).click()
        assert page.evaluate(WIDER) <= 0, panel
    page.screenshot(path=pictures / "tile7x7-workbench.png", full_page=True)
