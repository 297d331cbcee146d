"""The page in a game of xtic, line by line as the board would say it."""

import base64
import itertools
import re

import pytest
from web.giver import disc
from web.person import Person

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
BITS = {8: ("brown", "black"), 4: ("vertical", "horizontal"), 2: ("hollow", "solid")}
BITS[1] = ("square", "round")
LEFT = [piece for piece in range(16) if piece not in (3, 13)]
DIFFERS = 0.25  # of the way from dark to bright, for a point to count
SEEN_APART = 0.04  # of all points
LIFT_MM = 5.0  # what lies on the plate is drawn that much farther up than its place

LUMINANCE = """async (picture) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [26, 26];
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0, 26, 26);
  const bytes = pen.getImageData(0, 0, 26, 26).data;
  const grey = [];
  for (let at = 0; at < bytes.length; at += 4) {
    grey.push((0.2126 * bytes[at] + 0.7152 * bytes[at + 1] + 0.0722 * bytes[at + 2]) / 255);
  }
  return grey;
}"""


@pytest.fixture
def giving(stage):
    """A person is to give; two pieces lie on the board, on discs of other numbers."""
    stage = stage()
    stage.lay(0, 5)
    stage.lay(1, 10)
    stage.show()
    stage.say("-----3----d-----/-", ask="give", gift={"left": LEFT, "at": None})
    return stage


def legend(stage):
    return stage.page.locator("#choice [data-part='legend'] button")


def chosen(stage):
    """The choices that the page has asked of the board."""
    person = Person(stage.page)

    def lines():
        return [m["line"] for m in stage.heard if m["t"] == "tell" and m["line"]["c"] == "choose"]

    return [line["move"] for line in person.wait(lines, "a choice")]


def words(piece):
    return " ".join(pair[0 if piece & bit else 1] for bit, pair in BITS.items())


@pytest.mark.slow
def test_a_disc_is_the_piece_that_the_board_says_lies_there(giving):
    person = Person(giving.page)
    person.wait(lambda: person.look()["b2"].tile, "the first piece")
    places = person.look()
    assert places["b2"].tile == f"piece 3, {words(3)}"
    assert places["c3"].tile == f"piece d, {words(13)}"
    pieces = [spot.tile for spot in places.values() if spot.tile]
    assert len(pieces) == 16
    assert {re.sub(",? may be given", "", piece) for piece in pieces} == {
        f"piece {piece:x}, {words(piece)}" for piece in range(16)
    }


@pytest.mark.slow
def test_a_piece_is_given_in_the_legend_and_only_if_it_is_left(giving):
    buttons = legend(giving)
    assert buttons.count() == 16
    for piece, where in ((3, "on b2"), (13, "on c3"), (6, "may be given")):
        label = buttons.nth(piece).get_attribute("aria-label")
        assert label == f"piece {piece:x}, {words(piece)}: {where}"
    buttons.nth(3).click(force=True)
    buttons.nth(6).click()
    assert chosen(giving) == ["=6"]


def test_a_piece_is_given_by_keyboard(giving):
    page = giving.page
    page.focus("#choice [data-part='legend'] button[tabindex='0']")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    assert chosen(giving) == ["=6"]


@pytest.mark.slow
def test_a_piece_is_given_in_its_tray_by_a_tap_and_by_keys_but_can_be_dragged(giving):
    page, person = giving.page, Person(giving.page)
    person.wait(lambda: person.look()["b2"].tile, "the pieces")
    spot = disc(person, 9)
    page.mouse.click(spot.x, spot.y)
    assert chosen(giving) == ["=9"]
    spot = disc(person, 14)
    person.lift(spot, "keys")
    person.wait(lambda: len(chosen(giving)) == 2, "the second choice")
    assert chosen(giving)[1] == "=e"
    assert page.inner_text("#in-hand") == "Your hand is empty."
    person.lift(spot, "drag")
    assert "In your hand: piece e" in page.inner_text("#in-hand")
    person.put(person.look()["a1"], "drag")
    assert len(chosen(giving)) == 2


def test_what_the_board_points_at_and_its_buttons_are_told(giving):
    page = giving.page
    giving.say("-----3----d-----/-", ask="give", gift={"left": LEFT, "at": 10})
    hand = page.locator("#choice [data-part='hand']")
    Person(page).wait(lambda: "To give: piece a" in hand.inner_text(), "the piece")
    assert "chosen on the board" in legend(giving).nth(10).get_attribute("aria-label")
    captions = [text.split("\n")[0] for text in page.locator("#buttons button").all_inner_texts()]
    assert captions == ["Previous", "Give it", "Next piece"]


@pytest.mark.slow
def test_the_gift_is_in_hand_whichever_disc_is_taken(stage):
    stage = stage()
    stage.say("----------------/7", ask="place", hand=7)
    page, person = stage.page, Person(stage.page)
    hand = page.locator("#choice [data-part='hand']")
    person.wait(lambda: hand.inner_text() == f"In hand: piece 7, {words(7)}.", "the gift")
    assert page.locator(".tile.given").get_attribute("data-tile") == "7"
    person.lift(disc(person, 2), "click")
    person.wait(lambda: "In your hand: piece 7" in page.inner_text("#in-hand"), "the gift")
    assert page.locator(".tile.given").get_attribute("data-tile") == "2"
    assert not page.locator("#turn").is_visible()
    page.keyboard.press("f")  # of no use here: nothing is turned over
    assert "piece 7" in page.inner_text("#in-hand")


def test_the_legend_shows_the_lights_of_the_lit_menu(giving):
    giving.leds[6] = "3c1450"
    giving.show()
    light = "getComputedStyle(document.querySelectorAll('.legend button')[{}]).boxShadow"
    colour = giving.page.evaluate
    Person(giving.page).wait(lambda: colour(light.format(6)) != colour(light.format(5)), "a light")
    giving.say("-----3----d-----/6", ask="place", hand=6)
    Person(giving.page).wait(lambda: colour(light.format(6)) == colour(light.format(5)), "no light")
    giving.say("-----3----d-----/6", ask="place", hand=6, legend=True)  # which one was given
    Person(giving.page).wait(lambda: colour(light.format(6)) != colour(light.format(5)), "a light")
    picture = legend(giving).nth(6).locator("svg").first
    assert picture.evaluate("(shown) => getComputedStyle(shown).opacity") == "1"  # not faint now


def test_flip_tiles_have_no_legend_and_are_turned_over(giving):
    page = giving.page
    page.wait_for_selector("#choice")
    giving.world.unpack(False)
    giving.show()
    giving.say("1_----------------", game="flip", rules="magic", start="1_----------------")
    page.wait_for_selector("#choice", state="hidden")
    person = Person(page)

    def first():
        spot = person.look().get("first player's tray, place 1")
        return spot and spot.tile == "sun tile, up side"

    person.wait(first, "the first tile in its tray")
    person.lift(person.look()["first player's tray, place 1"], "click")
    page.wait_for_selector("#turn:visible")


@pytest.mark.slow
def test_each_property_is_seen_without_colour(stage):
    """Pieces in the trays of a phone, in shades of grey and 26 points across: none are alike."""
    stage = stage(**PHONE)
    stage.say()
    page, person = stage.page, Person(stage.page)
    person.wait(lambda: len([s for s in person.look().values() if s.tile]) == 16, "the pieces")
    grey = []
    for piece in range(16):
        tile = page.locator(f".tile[data-tile='{piece}'] .face")
        shot = base64.b64encode(tile.screenshot()).decode()
        grey.append(page.evaluate(LUMINANCE, shot))
    for one, other in itertools.combinations(range(16), 2):
        gaps = [abs(a - b) for a, b in zip(grey[one], grey[other], strict=True)]
        apart = sum(gap > DIFFERS for gap in gaps) / len(gaps)
        assert apart > SEEN_APART, (one, other)


def quick_drag(stage, name, x, y):
    """Lift the disc at this place, a little off its middle, and let go of it at a point of the
    screen, as fast as hands can: there is one event between. What the world's hand was told."""
    person, mouse = Person(stage.page), stage.page.mouse
    spot = person.look()[name]
    mouse.move(spot.x + 5, spot.y + 3)
    mouse.down()
    mouse.move(x + 5, y + 3)
    mouse.up()
    [drop] = person.wait(lambda: [m for m in stage.hands if m["t"] == "drop"], "the drop")
    return drop


def test_a_piece_that_is_dragged_quickly_lands_where_it_is_let_go(giving):
    person = Person(giving.page)
    person.wait(lambda: person.look()["b2"].tile, "the pieces")
    start = disc(person, LEFT[0])
    goal = person.look()["d4"]
    drop = quick_drag(giving, start.where, goal.x, goal.y)
    pitch = giving.world.plate.pitch_mm
    assert (drop["x"], drop["y"]) == pytest.approx((3 * pitch, 3 * pitch), abs=LIFT_MM)


def test_no_piece_is_put_over_the_words_and_buttons_of_the_page(giving):
    person, page = Person(giving.page), giving.page
    person.wait(lambda: person.look()["b2"].tile, "the pieces")
    button = page.locator("#tools button").first
    box = button.bounding_box()
    drop = quick_drag(giving, disc(person, LEFT[0]).where, box["x"] + 20, box["y"] + 20)
    [tile] = [m["tile"] for m in giving.hands if m["t"] == "grab"]
    giving.world.lay(tile, drop["x"], drop["y"])
    giving.show()
    scene = page.locator("#scene").bounding_box()

    def lies():
        found = page.locator(f".tile[data-tile='{tile}'] .face").bounding_box()
        return found["x"] >= scene["x"] - 1 and found["y"] + found["height"] > 0

    person.wait(lies, "the disc on the table")
    assert page.evaluate(
        "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('#tools'))",
        [box["x"] + 20, box["y"] + 20],
    )


@pytest.mark.slow
def test_the_hand_is_said_to_be_empty_at_once(giving):
    person = Person(giving.page)
    person.wait(lambda: person.look()["b2"].tile, "the pieces")
    goal = person.look()["d4"]
    quick_drag(giving, disc(person, LEFT[0]).where, goal.x, goal.y)
    assert giving.page.inner_text("#in-hand") == "Your hand is empty."


def test_values_in_the_settings_have_names_that_people_read(giving):
    page = giving.page
    names = ["trivial", "very-hard", "dont-try"]
    items = [{"name": "level", "values": names, "field": "level"}]
    giving.tell({"t": "said", "line": {"t": "menu", "items": items}})
    options = page.locator("#settings .setting option")
    Person(page).wait(lambda: options.count() == len(names), "the settings")
    assert options.all_text_contents() == ["1: trivial", "2: very hard", "3: don't try"]


@pytest.mark.slow
def test_the_editor_takes_over_the_position_also_when_that_comes_later(giving):
    person, page = Person(giving.page), giving.page
    page.click("#tools >> text=Analysis")
    [asked] = person.wait(lambda: [m for m in giving.heard if m["t"] == "study"], "the question")
    page.click("#analysis [data-do='set-up']")
    position = "-----3----d-----/8"
    course = {"start": position, "positions": [position], "turns": [0], "moves": [], "names": []}
    state = {"check": False, "verdict": "undecided", "game": "xtic"}
    giving.tell({"t": "record", "id": asked["id"], **course, **state})
    cells = page.locator("#analysis .cells button")
    labels = [f"b2: piece 3, {words(3)}", f"c3: piece d, {words(13)}"]

    def taken():
        found = [cell.get_attribute("aria-label") for cell in cells.all()]
        return [label for label in found if not label.endswith(": empty")] == [
            *labels,
            f"in hand: piece 8, {words(8)}",
        ]

    person.wait(taken, "the position")


@pytest.mark.slow
def test_a_phone_shows_board_gift_and_legend_without_scrolling_aside(stage, pictures):
    stage = stage(**PHONE, device_scale_factor=2)
    stage.lay(0, 5)
    stage.show()
    stage.say("-----3----------/8", ask="place", hand=8, say="Your turn: place the piece.")
    page = stage.page
    page.wait_for_selector("#choice svg")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    gift = page.locator("#choice [data-part='hand-picture']").bounding_box()
    assert gift["y"] + gift["height"] <= 780
    for button in legend(stage).all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 44
    page.screenshot(path=pictures / "xtic-phone.png")
