"""A person at the page: reads it like a screen reader, acts with mouse and keys.

A person sees the board's sentence and, for each cell and tray place, its label: what is there and
how its light looks. They know the rules printed in the README, nothing else.
"""

import re

from playwright.sync_api import Page
from waiting import wait_until

LOOK_S = 0.1
STEADY_S = 0.2
LABEL = re.compile(r"(?P<where>[^:]+): (?P<what>[^:]+)(?:: (?P<light>.+))?")

READ = """() => [...document.querySelectorAll('#stops button')].map((stop) => {
  const box = stop.getBoundingClientRect();
  return [stop.getAttribute('aria-label') ?? '', box.x + box.width / 2, box.y + box.height / 2,
          stop === document.activeElement];
})"""

# Two frames: in the first one the page measures its place, in the second it draws by that.
DRAWN = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
# A place below the edge of a small screen
SCROLL = """(where) => [...document.querySelectorAll('#stops button')]
  .find((stop) => stop.getAttribute('aria-label')?.startsWith(`${where}:`))
  ?.scrollIntoView({ block: 'nearest' })"""
TILE_AT = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.tile'))"


def tool(page, panel):
    """The button of a panel. Where it stands in a menu, that is opened first."""
    button = page.locator(f"#tools button[aria-controls='{panel}']")
    if not button.is_visible():
        page.locator("#tools .opens").press("Enter")
    return button


class Spot:
    """A cell or a place in a tray as it looks now. `tile`: "" or such as "sun tile, up side"."""

    def __init__(self, label, x, y, focused):
        found = LABEL.fullmatch(label)
        if not found:
            raise AssertionError(f"a place without a label: {label!r}")
        self.where = found["where"]
        self.tile = "" if found["what"] == "empty" else found["what"]
        self.light = found["light"] or ""
        self.x = x
        self.y = y
        self.focused = focused

    @property
    def is_cell(self):
        return re.fullmatch(r"[a-z][0-9]+", self.where) is not None


class Person:
    """Acts take the page's time; a look that waits for something gives up after a while."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # Seeing

    def say(self):
        """The board's sentence."""
        return self.page.inner_text("#say")

    def look(self):
        """All places by name."""
        spots = [Spot(*row) for row in self.page.evaluate(READ)]
        return {spot.where: spot for spot in spots}

    def cells(self, light="", tile=None):
        """Wells whose light has these words; with or without a tile where that matters."""
        return [
            spot
            for spot in self.look().values()
            if spot.is_cell and light in spot.light and (tile is None or bool(spot.tile) == tile)
        ]

    def wait(self, seen, what, every_s=LOOK_S):
        """Look until `seen()` returns something; return it."""

        def state():
            places = {spot.where: (spot.tile, spot.light) for spot in self.look().values()}
            hand = self.page.inner_text("#in-hand")
            return f"{what}; the board says {self.say()!r}, the page {hand!r}: {places}"

        # Not a plain sleep: what the page sends is heard only inside a call about the page.
        return wait_until(seen, state, lambda: self.page.wait_for_timeout(1000 * every_s))

    def wait_steady(self, spots, what):
        """Wait for places whose lights stay the same for a moment: a single look can catch a light
        as it changes."""
        last = []

        def steady():
            now = spots()
            before, last[:] = last[:], [(spot.where, spot.light) for spot in now]
            return now if now and before == last else None

        return self.wait(steady, what, every_s=STEADY_S)

    def still(self, where):
        """The place, on the screen, once the page has redrawn everything and the place has not
        moved: words that come and go move it."""
        last = []

        def seen():
            self.page.evaluate(SCROLL, where)
            self.page.evaluate(DRAWN)
            spot = self.look()[where]
            before, last[:] = last[:], [spot.x, spot.y]
            return spot if before == last else None

        return self.wait(seen, f"{where} to stay where it is")

    def wait_for_words(self, *words):
        """Wait until the board's sentence has one of these words in it; the sentence."""

        def spoken():
            sentence = self.say()
            return sentence if any(word in sentence for word in words) else None

        return self.wait(spoken, f"one of {words}")

    def leave_gains(self):
        """Have the board go on without gains. One press is enough: the server keeps a short one for
        as long as the board needs to see it."""
        self.wait_for_words("Put tiles")
        self.page.keyboard.press("2")
        self.wait(lambda: "Put tiles" not in self.say(), "another word")

    def spare(self, kind, side):
        """A tile of this kind in its tray, if possible with that side up. After another board was
        connected the page says its words a moment before it draws its tiles."""

        def seen():
            return [spot for spot in self.look().values() if not spot.is_cell and kind in spot.tile]

        found = self.wait(seen, f"a {kind} tile in a tray")
        return next((spot for spot in found if side in spot.tile), found[0])

    # Doing

    def lift(self, spot, by):
        """Take the tile at a place, by "drag", "click" or "keys"."""
        mouse = self.page.mouse
        if by == "keys":
            self.walk(spot)
            self.page.keyboard.press("Enter")
            return
        spot = self.wait(lambda: self.aim(spot.where), f"a tile at {spot.where}")
        mouse.down()
        if by == "click":
            mouse.up()
        mouse.move(spot.x + 10, spot.y - 14, steps=3)

    def aim(self, where):
        """Point at the tile there; return its place, or None if the page does not show the tile
        under the mouse, because it is still moving."""
        spot = self.look()[where]
        self.page.mouse.move(spot.x, spot.y)
        return spot if self.page.evaluate(TILE_AT, [spot.x, spot.y]) else None

    def turn(self, by):
        """Turn over the tile in the hand: with F, the wheel or the right button."""
        if by == "keys":
            self.page.keyboard.press("f")
        elif by == "click":
            box = self.page.locator("#scene").bounding_box()
            self.page.mouse.click(box["x"] + 5, box["y"] + box["height"] / 2, button="right")
        else:
            self.page.mouse.wheel(0, 120)

    def put(self, spot, by):
        """Set down the tile in the hand."""
        mouse = self.page.mouse
        if by == "keys":
            self.walk(spot)
            self.page.keyboard.press("Enter")
        elif by == "click":
            mouse.click(spot.x, spot.y)
        else:
            mouse.move(spot.x, spot.y, steps=8)
            mouse.up()

    def walk(self, goal):
        """Go to a place with the arrow keys."""
        if not any(spot.focused for spot in self.look().values()):
            self.page.focus("#stops button[tabindex='0']")
        tried = set()
        for _ in range(40):
            # Words that come and go above the board move all of it.
            spots = list(self.look().values())
            here = next(spot for spot in spots if spot.focused)
            goal = next(spot for spot in spots if spot.where == goal.where)
            dx, dy = goal.x - here.x, goal.y - here.y
            if abs(dx) < 2 and abs(dy) < 2:
                return
            across = "ArrowRight" if dx > 0 else "ArrowLeft"
            along = "ArrowDown" if dy > 0 else "ArrowUp"
            # Rows first; a tray's places do not stand right above the cells.
            way = along if abs(dy) > 2 and (here.where, along) not in tried else across
            tried.add((here.where, way))
            self.page.keyboard.press(way)
        raise AssertionError(f"the arrow keys did not lead to {goal.where}")
