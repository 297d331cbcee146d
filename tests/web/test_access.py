"""The page for everybody: an accessibility checker on every state, light and dark; a game
by keyboard alone; reduced motion; a phone."""

import importlib.resources

import pytest
from web.person import Person, tool
from web.player import LINES, OVER, Player, row_and_column
from web.playing import play_for_page

pytestmark = [pytest.mark.browser, pytest.mark.worker("verify")]

AXE = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
# The name that is heard holds the words that are seen: the checker asks it only when told to.
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"],
  rules: {"label-content-name-mismatch": {enabled: true}}})).violations
  .map(({id, impact, nodes}) => [impact, id, nodes.map((node) => node.html).slice(0, 3)])"""
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
SCHEMES = ("light", "dark")
PANELS = ("intro", "settings", "analysis", "workbench")
GRAVE = ("serious", "critical")
MOST = 64  # acts; a game has fewer


@pytest.fixture
def board_page(tmp_path):
    """Faster than elsewhere: there is much to press."""
    with play_for_page(tmp_path, "--speed", "5", "--hands") as running:
        yield running


def findings(page):
    """What the checker finds that is serious or worse, on the page as it is now. It is brought
    in past the page's content policy, which lets nothing in."""
    if not page.evaluate("typeof axe !== 'undefined'"):
        page.evaluate(AXE)
    return [found for found in page.evaluate(RUN) if found[0] in GRAVE]


def check(page):
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert findings(page) == [], scheme


def ready(open_page, **options):
    person = Person(open_page(**options))
    person.wait_for_words("off the board")
    person.page.keyboard.press("2")
    person.leave_gains()
    person.wait_for_words("Your turn")
    return person


@pytest.mark.verify
@pytest.mark.worker("never")
def test_the_checker_finds_what_is_wrong(open_page):
    page = open_page()
    page.evaluate("document.body.append(document.createElement('button'))")
    assert [found[1] for found in findings(page)] == ["button-name"]
    page.evaluate("document.querySelector('#tools button').setAttribute('aria-label', 'flip')")
    assert "label-content-name-mismatch" in [found[1] for found in findings(page)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{}, pytest.param(PHONE, marks=pytest.mark.verify)], ids=["desktop", "phone"]
)
def test_nothing_serious_in_any_state_light_or_dark(open_page, options):
    page = open_page(**options)
    person = Person(page)
    person.wait_for_words("off the board")
    check(page)
    page.locator("#buttons button[data-button='2']").press("Enter")
    person.leave_gains()
    person.wait_for_words("Your turn")
    for panel in PANELS:
        tool(page, panel).press("Enter")
        page.wait_for_selector(f"[aria-controls='{panel}'][aria-expanded='true']", state="attached")
        check(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    page.locator("#tools button[aria-controls='intro']").press("Enter")
    page.locator("[data-course='magic']").press("Enter")
    page.wait_for_selector("#intro [data-part='title']:has-text('Place')")
    person.wait_for_words("Your turn")
    person.lift(person.spare("sun", "up"), "keys")
    check(page)
    person.put(person.look()["b2"], "keys")
    page.wait_for_selector("[data-part='next']:visible")
    check(page)
    page.locator("[data-part='leave']").press("Enter")
    person.wait_for_words("Your turn")
    page.keyboard.press("2")
    person.wait_for_words("Menu")
    check(page)


def keys_only(page):
    """Fail on any mouse or touch from here on."""
    page.evaluate("""() => { for (const kind of ["pointerdown", "mousedown", "touchstart"])
      addEventListener(kind, () => console.error("not a key"), {capture: true}); }""")


class KeyPlayer(Player):
    """Uses the keyboard, whatever comes."""

    def _way(self):
        self.acts += 1
        return "keys"


@pytest.mark.parametrize(
    ("rules", "acts"),
    [
        ("magic", 5),  # placing, turning over, flipping, and all of that for both players
        pytest.param("magic", MOST, marks=pytest.mark.verify),
        pytest.param("eclipse", MOST, marks=pytest.mark.verify),
    ],
)
def test_a_game_with_the_keyboard_alone(open_page, rules, acts):
    person = ready(open_page, reduced_motion="reduce")
    page = person.page
    keys_only(page)
    page.focus("#tools button[aria-controls='settings']")
    page.keyboard.press("Enter")
    game = page.locator("#settings [data-part='game-row'] button")
    if rules == "eclipse":
        game.press("Enter")
        page.locator("#games [data-rules='eclipse']").press("Enter")
    person.wait(lambda: rules in game.inner_text(), "the rules")
    page.locator("#settings select").first.press("ArrowDown")  # two players
    person.wait_for_words("The first player")
    sentence = Both(person, seed=4).play(acts)
    assert acts < MOST or "player wins" in sentence or "draw" in sentence


class Both(KeyPlayer):
    """Plays both sides, following the lights."""

    def play(self, acts):
        """So many acts, or as many as the game has; what the board says then."""
        person = self.person
        while True:
            sentence = person.wait_for_words("The first player", "The second player", *OVER)
            if self.acts >= acts or any(word in sentence for word in OVER):
                return sentence
            self.own = "sun" if "The first" in sentence else "moon"
            (self.place if "place" in sentence else self.flip)()
            person.wait(lambda was=sentence: person.say() != was, "an answer")

    def place(self):
        self.table = self.person.cells(tile=True)  # looked at once
        super().place()

    def _worth(self, cell, side):
        name = f"{self.own} tile, {side} side"
        mine = {row_and_column(spot.where) for spot in self.table if spot.tile == name}
        here = row_and_column(cell.where)
        return max(len(mine.intersection(line)) for line in LINES if here in line)

    def _carry(self, end, kind, side, way):
        super()._carry(end, self.own, side, way)


@pytest.mark.verify
def test_focus_can_be_seen_wherever_tab_leads(open_page):
    page = ready(open_page).page
    for panel in PANELS:
        tool(page, panel).press("Enter")
        page.evaluate("document.activeElement.blur()")
        seen = set()
        for _ in range(60):
            page.keyboard.press("Tab")
            name, width = page.evaluate("""() => {
              const at = document.activeElement;
              const style = getComputedStyle(at);
              const name = at.id || at.getAttribute("aria-label") || at.textContent;
              const shown = style.outlineStyle !== "none";
              return [name.trim(), shown ? parseFloat(style.outlineWidth) : 0];
            }""")
            if name in seen or page.evaluate("document.activeElement === document.body"):
                break
            seen.add(name)
            assert width >= 2, name
        assert len(seen) >= 6


# How much the light of b1's ring changes at most from one picture to the next, in 90 of them.
GREATEST_JUMP = """async () => {
  const canvas = document.getElementById("lights");
  const place = (what) => document.querySelector(what).getBoundingClientRect();
  const [scene, box] = [place("#scene"), place("#stops button[data-cell='b1']")];
  const ratio = canvas.width / scene.width;
  const x = (box.x + box.width / 2 - scene.x) * ratio;
  const pen = canvas.getContext("2d");
  let last = null, most = 0;
  for (let frame = 0; frame < 90; frame += 1) {
    await new Promise(requestAnimationFrame);
    const column = pen.getImageData(x, 0, 1, canvas.height).data;
    const light = column.reduce((sum, value) => sum + value, 0);
    if (last !== null) most = Math.max(most, Math.abs(light - last) / Math.max(1, light));
    last = light;
  }
  return most;
}"""


@pytest.mark.verify
@pytest.mark.worker("never")  # there a second page has a board of its own
def test_reduced_motion_takes_the_flicker_out_of_lights_and_tiles(open_page):
    """The same lights, sampled again and again: with motion they never rest, without they do as
    soon as they have changed over."""
    page = open_page(every_picture=True, reduced_motion="no-preference")
    person = Person(page)
    person.wait_for_words("off the board", "Menu")
    page.keyboard.press("2")
    person.leave_gains()
    person.wait_for_words("Your turn")
    page.keyboard.press("2")
    person.wait_for_words("Menu")
    least = min(page.evaluate(GREATEST_JUMP) for _ in range(3))
    assert least > 0
    page = open_page(every_picture=True, reduced_motion="reduce")
    person = Person(page)
    person.wait_for_words("Menu")
    person.wait(lambda: page.evaluate(GREATEST_JUMP) < 0.5 * least, "lights that rest")
