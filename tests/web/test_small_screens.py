"""The page on small screens, upright and on their side: what opens is seen and can be scrolled to
its end, nothing is cut off at the sides, and fingers find what they press."""

import pytest
from one_board import PROFILE
from web.giver import DRAWN
from web.person import Person
from web.test_magician_page import PROFILE as LARGER
from web.test_magician_page import Chess

pytestmark = pytest.mark.browser

SIZES = [(360, 640), (390, 844), (412, 915), (430, 932), (600, 960), (768, 1024), (625, 1366)]
BOTH_WAYS = [size for wide, tall in SIZES for size in ((wide, tall), (tall, wide))]
HALF_OF_A_LAPTOP = (683, 312)  # 1366x625 at 200 %
PANELS = ("intro", "settings", "analysis", "workbench")
FINGER = 44
A_THIRD = 0.3

SEEN = """(panel) => {
  const around = panel.closest("#panels") ?? panel;
  const boxes = [panel, around].map((each) => each.getBoundingClientRect());
  const top = Math.max(0, ...boxes.map((box) => box.top));
  const bottom = Math.min(innerHeight, ...boxes.map((box) => box.bottom));
  return (bottom - top) / Math.min(boxes[0].height, innerHeight);
}"""
REACHED = """(panel) => {
  const last = [...panel.querySelectorAll("button, select, summary, input")]
    .filter((each) => each.checkVisibility()).at(-1);
  if (!last) return true;
  last.scrollIntoView({ block: "center" });
  const box = last.getBoundingClientRect();
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return last.contains(at) || Boolean(at?.closest("label")?.contains(last));
}"""
SMALL = """(least) => [...document.querySelectorAll("button, select, summary")]
  .filter((each) => each.checkVisibility() && !each.closest("#scene, #workbench, .legend, .cells"))
  .map((each) => [each.textContent.trim().slice(0, 20), each.getBoundingClientRect().height])
  .filter(([, height]) => height < least)"""
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
    for name in ("variant", "players", "starts", "level", "brightness", "sound", "coach")
]


def opened(stage, profile):
    """A stage with a game on this board, as a touch screen shows it."""
    options = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    if profile is LARGER:
        stage = Chess(stage(LARGER, False, **options)).stage
    else:
        stage = stage(profile, **options)
        stage.say(game="flip", position="1_" + 16 * "-", rules="magic", say="Your turn.")
    stage.tell({"t": "said", "line": {"t": "menu", "items": ITEMS}})
    Person(stage.page).wait(lambda: stage.page.locator(".setting").count() > 0, "the settings")
    return stage.page


@pytest.mark.parametrize("profile", [PROFILE, LARGER], ids=["4x4", "7x7"])
def test_panels_are_seen_and_reached_to_their_end(stage, profile):
    page = opened(stage, profile)
    person = Person(page)
    for width, height in [*BOTH_WAYS, HALF_OF_A_LAPTOP]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        for name in PANELS:
            size = (name, width, height)
            opener = page.locator(f"#tools button[aria-controls='{name}']")
            panel = page.locator(f"#{name}")
            opener.tap()
            # The board finds its new size a frame later, and lies where it was until then.
            person.wait(lambda it=panel: it.evaluate(SEEN) >= A_THIRD, f"a part of {size}")
            person.wait(lambda it=panel: it.evaluate(REACHED), f"the end of {size}")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, size
            assert page.evaluate(SMALL, FINGER) == [], size
            opener.tap()


@pytest.mark.parametrize("profile", [PROFILE, LARGER], ids=["4x4", "7x7"])
def test_the_board_is_as_wide_as_a_phone_and_its_buttons_are_for_fingers(stage, profile):
    page = opened(stage, profile)
    person, scene = Person(page), page.locator("#scene")

    def fills(width):
        return 0.8 * width <= scene.bounding_box()["width"] <= width

    for width, height in [(360, 640), (390, 844), (412, 915)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        person.wait(lambda width=width: fills(width), "its width")
        for button in page.locator("#buttons button").all():
            assert button.evaluate(TALL) >= FINGER, (width, button.inner_text())
