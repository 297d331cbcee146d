"""The page in a game of xtic, line by line as the board would say it."""

import pytest
from web.giver import disc
from web.person import Person

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
BITS = {8: ("brown", "black"), 4: ("vertical", "horizontal"), 2: ("hollow", "solid")}
BITS[1] = ("square", "round")
LEFT = [piece for piece in range(16) if piece not in (3, 13)]


LIFT_MM = 5.0  # what lies on the plate is drawn that much farther up than its place


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
