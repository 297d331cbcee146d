"""On a display that draws slowly, acts between two frames still take effect."""

import pytest
from web.person import Person
from web.staged import Stage

pytestmark = pytest.mark.browser

# Pictures are drawn when a test says so.
HELD = """{
  let waiting = [];
  window.requestAnimationFrame = (draw) => waiting.push(draw);
  window.drawNow = () => {
    const drawn = waiting;
    waiting = [];
    for (const draw of drawn) draw(performance.now());
  };
}"""
ENOUGH = 20  # pictures, for all tiles to be drawn where they lie
TILE = 3
SKEW_MM = 4.0  # how far apart a label's middle and what is drawn there are seen


@pytest.fixture
def stage(chromium):
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(HELD)
    stage = Stage(context.new_page())
    stage.say(game="flip", position="1_----------------", rules="magic")
    place(stage, "a1", draw)
    draw(stage)
    yield stage
    context.close()


def draw(stage):
    for _ in range(ENOUGH):
        stage.page.evaluate("drawNow()")


def place(stage, name, meanwhile=lambda stage: None):
    """The tile into a cell, and the page told: it knows before it draws."""
    cell = (int(name[1]) - 1) * 4 + ord(name[0]) - ord("a")
    stage.lay(TILE, cell)
    stage.show()
    person = Person(stage.page)

    def known():
        meanwhile(stage)
        return person.look()[name].tile

    person.wait(known, f"the tile on {name}")
    return person


def in_hand(stage):
    return "In your hand" in stage.page.inner_text("#in-hand")


def test_a_press_between_two_pictures_takes_the_tile(stage):
    spot = Person(stage.page).look()["a1"]
    stage.page.mouse.click(spot.x, spot.y)
    assert in_hand(stage)


def test_a_tile_is_taken_where_it_lies_before_it_is_drawn_there(stage):
    spot = place(stage, "c3").look()["c3"]
    stage.page.mouse.click(spot.x, spot.y)
    assert in_hand(stage)


def test_a_tile_that_is_drawn_elsewhere_goes_where_the_hand_puts_it(stage):
    """Gripped where it was seen: put down on a cell, it is let go in the middle of that."""
    person = Person(stage.page)
    drawn = person.look()["a1"]
    place(stage, "c3")
    person.lift(drawn, "drag")
    person.put(person.look()["b2"], "drag")
    pitch = stage.world.plate.pitch_mm
    [dropped] = person.wait(lambda: [m for m in stage.hands if m["t"] == "drop"], "the drop")
    assert (dropped["x"], dropped["y"]) == pytest.approx((pitch, pitch), abs=SKEW_MM)


def test_a_hand_is_empty_when_its_tile_is_refused_however_late_that_is(stage):
    spot = Person(stage.page).look()["a1"]
    stage.page.mouse.click(spot.x, spot.y)
    assert in_hand(stage)
    stage.refuse("another hand holds that tile")
    Person(stage.page).wait(lambda: not in_hand(stage), "the empty hand")
