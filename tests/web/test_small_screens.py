"""The page on small screens, upright and on their side: what opens is seen and can be scrolled to
its end, nothing is cut off at the sides, and fingers find what they press."""

import pytest
from many import later
from one_board import PROFILE
from playwright.sync_api import expect
from web.person import DRAWN, Person, tool
from web.test_magician_page import PROFILE as LARGER
from web.test_magician_page import Chess

pytestmark = pytest.mark.browser

SIZES = [(360, 640), (430, 932), (600, 960), (768, 1024), (625, 1366)]
BOTH_WAYS = [size for wide, tall in SIZES for size in ((wide, tall), (tall, wide))]
HALF_OF_A_LAPTOP = (683, 312)  # 1366x625 at 200 %
PANELS = ("intro", "settings", "analysis", "workbench")
FINGER = 44
A_THIRD = 0.3

# What can be seen of a panel, of its own height or the screen's.
SEEN = """(panel) => {
  const around = panel.closest("#panels");
  const boxes = [panel, around].map((each) => each.getBoundingClientRect());
  const top = Math.max(0, ...boxes.map((box) => box.top));
  const bottom = Math.min(innerHeight, ...boxes.map((box) => box.bottom));
  return (bottom - top) / Math.min(boxes[0].height, innerHeight);
}"""
# Whether its last control and its Close can be scrolled to and pressed, and so can the first and
# the last cell of the board.
REACHED = """(panel) => {
  const found = (each, block) => {
    each.scrollIntoView({ block });
    const box = each.getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return each.contains(at) || Boolean(at?.closest("label")?.contains(each));
  };
  const controls = [...panel.querySelectorAll("button, select, summary, input")]
    .filter((each) => each.checkVisibility());
  const cells = [...document.querySelectorAll("#stops button[data-cell]")];
  const onTable = (each) => {
    each.scrollIntoView({ block: "start" });
    const box = each.getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return Boolean(at?.closest("#scene"));
  };
  return found(controls.at(-1), "center") && found(panel.querySelector(".close"), "nearest")
    && onTable(cells[0]) && onTable(cells.at(-1));
}"""
SMALL = """(least) => [...document.querySelectorAll("button, select, summary")]
  .filter((each) => each.checkVisibility() && !each.closest("#scene, .readings, .legend, .cells"))
  .map((each) => [each.textContent.trim().slice(0, 20), each.getBoundingClientRect().height])
  .filter(([, height]) => height < least)"""
# What of a panel reaches beyond its sides.
CUT = """(panel) => [...panel.querySelectorAll("button, select, input, label, summary")]
  .filter((each) => each.checkVisibility() && !each.closest(".readings") && // which scroll
    each.getBoundingClientRect().right > panel.getBoundingClientRect().right + 1)
  .map((each) => each.outerHTML.slice(0, 80))"""
# Words that are wider than their button.
WIDER = """() => [...document.querySelectorAll("button")]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent)"""
# How far up and down of a button on the board its own place reaches.
TALL = """(button) => {
  button.scrollIntoView({ block: "center" });
  const box = button.getBoundingClientRect();
  let count = 0;
  for (let y = box.y - 40; y < box.y + box.height + 40; y += 1)
    count += button.contains(document.elementFromPoint(box.x + box.width / 2, y));
  return count;
}"""
ITEMS = [
    {"name": name, "values": ["one", "two"], "field": name}
    for name in ("variant", "players", "starts", "level", "brightness", "sound", "coach", "fast")
]


# How many rows the places of both trays are drawn in.
ROWS = """() => new Set([...document.querySelectorAll("#stops button:not([data-cell])")]
  .map((stop) => Math.round(stop.getBoundingClientRect().y))).size"""


def flip_tiles(stage, options):
    stage = stage(PROFILE, False, **options)
    stage.say(game="flip", position="1_" + 16 * "-", rules="magic", say="Your turn.")
    return stage


def xtic(stage, options):
    stage = stage(PROFILE, True, **options)
    stage.say(
        "-----3----d-----/-", ask="give", gift={"left": [*range(3), *range(4, 13)], "at": None}
    )
    return stage


def magician(stage, options):
    return Chess(stage(LARGER, False, **options)).stage


@pytest.fixture(params=[later(flip_tiles), later(xtic), magician], ids=lambda game: game.__name__)
def page(stage, request):
    """A page with a game on the board, as a touch screen shows it."""
    options = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    stage = request.param(stage, options)
    stage.tell({"t": "said", "line": {"t": "menu", "items": ITEMS}})
    Person(stage.page).wait(lambda: stage.page.locator(".setting").count() > 0, "the settings")
    return stage.page


@pytest.mark.verify
def test_panels_are_seen_and_reached_to_their_end(page):
    person = Person(page)
    for width, height in [*BOTH_WAYS, HALF_OF_A_LAPTOP]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        for name in PANELS:
            size = (name, width, height)
            panel = page.locator(f"#{name}")
            tool(page, name).tap()
            # The board finds its new size a frame later, and lies where it was until then.
            person.wait(lambda it=panel: it.evaluate(SEEN) >= A_THIRD, f"a part of {size}")
            person.wait(lambda it=panel: it.evaluate(REACHED), f"the end of {size}")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, size
            assert page.evaluate(SMALL, FINGER) == [], size
            assert panel.evaluate(CUT) == [], size
            panel.get_by_role("button", name="Close").tap()
            assert panel.is_hidden(), size
            page.evaluate("scrollTo(0, 0)")


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["de", later("es")])
def test_the_words_of_buttons_fit_in_every_language(stage, locale):
    options = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = flip_tiles(stage, {**options, "locale": locale}).page
    for name in PANELS:
        panel = page.locator(f"#{name}")
        tool(page, name).tap()
        expect(panel).to_be_visible()
        page.evaluate(DRAWN)
        assert panel.evaluate(CUT) == [], name
        assert page.evaluate(WIDER) == [], name
        panel.locator(".close").tap()


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["de", later("en"), later("es")])
def test_the_tools_of_the_sites_page_are_not_cut_off(stage, locale):
    """It has one more than the server's: for a real board, which no phone reaches."""
    options = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = flip_tiles(stage, {**options, "locale": locale}).page
    cable = page.locator("#tools button[aria-controls='cable']")
    cable.evaluate("(tool) => (tool.hidden = false)")
    page.locator("#tools .opens").tap()
    for width in (360, 390, 412):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate(DRAWN)
        assert page.locator("#more").is_visible()
        assert cable.is_hidden()
        # In German and Spanish they are longer.
        assert locale != "en" or page.locator("#tools").bounding_box()["height"] < 2 * FINGER
        for button in page.locator(".bar button:visible").all():
            box = button.bounding_box()
            assert 0 <= box["x"] < box["x"] + box["width"] <= width, button.inner_text()
    page.set_viewport_size({"width": 600, "height": 960})
    expect(cable).to_be_visible()


@pytest.mark.slow
def test_the_board_is_as_large_as_before_once_lessons_are_closed(stage):
    size = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = flip_tiles(stage, size).page
    person, plate = Person(page), page.locator("#scene")
    before = person.wait(
        lambda: plate.bounding_box()["height"] > 400 and plate.bounding_box(), "it"
    )
    page.locator("#tools button[aria-controls='intro']").tap()
    person.wait(lambda: plate.bounding_box()["height"] < before["height"] - 50, "a smaller board")
    page.get_by_role("button", name="Close").tap()
    person.wait(lambda: plate.bounding_box()["height"] == before["height"], "the board as it was")
    person.wait(lambda: page.evaluate(ROWS) == 4, "two rows of each tray")


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [[(844, 390), (390, 844)], [(1280, 720)]], ids=["phone", "desk"])
def test_play_is_seen_on_the_card_without_scrolling(stage, sizes):
    stage = flip_tiles(stage, {"has_touch": True, "is_mobile": len(sizes) > 1})
    games = {"name": "game", "field": "variant", "values": ["flip (magic)", "kono"]}
    stage.tell({"t": "said", "line": {"t": "menu", "items": [games]}})
    page = stage.page
    for kind, text in (("cable", ""), ("about", 3 * "Flip one of your opponent's tiles. ")):
        page.evaluate(
            """([kind, text]) => {
              document.querySelector(`#tools [aria-controls='${kind}']`)?.removeAttribute("hidden");
              const words = document.querySelector(`#begin [data-part='${kind}']`);
              if (words) words.textContent = text;
              document.getElementById("begin").hidden = false;
            }""",
            [kind, text],
        )
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        play = page.locator("#begin [data-do='play']").bounding_box()
        assert 0 < play["y"] < play["y"] + play["height"] <= height
        game = page.locator("#begin .game").first.bounding_box()
        assert game["y"] + game["height"] <= play["y"], "no game is seen"


@pytest.mark.slow
def test_the_board_is_as_wide_as_a_phone_and_its_buttons_are_for_fingers(page):
    person, scene = Person(page), page.locator("#scene")

    def fills(width):
        return 0.8 * width <= scene.bounding_box()["width"] <= width

    for width, height in [(360, 640), (390, 844), (412, 915)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        person.wait(lambda width=width: fills(width), "its width")
        person.wait(lambda: page.evaluate(ROWS) == 4, "two rows of each tray")
        for button in page.locator("#buttons button").all():
            assert button.evaluate(TALL) >= FINGER, (width, button.inner_text())


# What is read on the board's buttons and beside it, in letters of less than so many pixels.
FAINT = """(least) => [...document.querySelectorAll("button, summary, label, select")]
  .filter((each) => each.checkVisibility() && each.textContent.trim())
  .flatMap((each) => [each, ...each.querySelectorAll("kbd")].filter((it) => it.checkVisibility()))
  .filter((each) => parseFloat(getComputedStyle(each).fontSize) < least)
  .map((each) => each.textContent)"""
LEAST_TEXT = 12
# A mouse does not find smaller things than a finger: these are no touch screens.
SMALLEST = [(320, 568), (640, 360)]


@pytest.mark.slow
@pytest.mark.parametrize("game", [later(flip_tiles), xtic], ids=lambda game: game.__name__)
def test_on_the_smallest_screens_buttons_are_found_and_labels_read(stage, game):
    page = game(stage, {}).page
    for width, height in SMALLEST:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        assert page.evaluate(SMALL, FINGER) == []
        assert page.evaluate(FAINT, LEAST_TEXT) == []
        for button in page.locator("#buttons button").all():
            assert button.evaluate(TALL) >= FINGER, button.inner_text()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for name in PANELS:
            tool(page, name).click()
            tool(page, name).click()  # it is not under its own panel
            assert page.locator(f"#{name}").is_hidden(), name
    # Nor do letters four times as large scroll sideways.
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate("document.documentElement.style.fontSize = '400%'")
    page.evaluate(DRAWN)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1440


@pytest.mark.slow
def test_the_legend_is_as_wide_as_its_pieces(stage):
    page = xtic(stage, {"viewport": {"width": 1440, "height": 900}}).page
    page.evaluate(DRAWN)
    legend, last = (
        page.locator(each).bounding_box()
        for each in ("#choice .legend", "#choice .legend button >> nth=3")
    )
    assert legend["x"] + legend["width"] - (last["x"] + last["width"]) < 8


@pytest.mark.slow
def test_the_end_is_seen_on_a_phone_after_somebody_resigns(stage):
    """The settings lie over the page, with the button that resigns."""
    size = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    stage = flip_tiles(stage, size)
    page = stage.page
    stage.tell({"t": "said", "line": {"t": "menu", "items": ITEMS}})
    page.locator("#tools button[aria-controls='settings']").tap()
    page.get_by_role("button", name="Resign").tap()
    position = "1_" + 16 * "-"
    stage.say(position, game="flip", rules="magic", ask="over", result="lose", say="You lose.")
    page.wait_for_selector("#ended:visible")
    assert page.locator("#settings").is_hidden()
    page.get_by_role("button", name="Rematch").tap()
