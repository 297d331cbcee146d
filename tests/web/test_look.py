"""What is chosen of the page itself: light or dark, the size of its text, how loud it is."""

import pytest
from one_board import DATA

pytestmark = pytest.mark.browser

TABLE = "getComputedStyle(document.querySelector('#look select')).backgroundColor"
TEXT = "parseFloat(getComputedStyle(document.querySelector('#look legend')).fontSize)"
LIGHT, DARK = "rgb(246, 241, 232)", "rgb(44, 44, 47)"
LOUD = """() => {
  const set = [];
  const plain = AudioParam.prototype.setTargetAtTime;
  AudioParam.prototype.setTargetAtTime = function (value, ...more) {
    if (value > 0) set.push(value);
    return plain.call(this, value, ...more);
  };
  window.loudness = set;
}"""


PLAYED = """async () => {
  const { Sound } = await import("/js/sound.js");
  const { Look } = await import("/js/look.js");
  const sound = new Sound(document.createElement("button"), document.createElement("span"));
  new Look(document.querySelector("#look"), sound, () => {});
  sound.start();
  await sound.context.resume();
  sound.play([[0, 440]]);
  return window.loudness;
}"""


def settings(page):
    """The page's settings, opened."""
    page.locator("#tools button[aria-controls='settings']").click()
    page.wait_for_selector("#look:visible")
    return page


@pytest.mark.slow
def test_colours_and_text_are_the_systems_until_others_are_chosen_and_kept(open_page):
    page = settings(open_page())
    for system, of_system, other in (("light", LIGHT, DARK), ("dark", DARK, LIGHT)):
        page.emulate_media(color_scheme=system)
        assert page.evaluate(TABLE) == of_system
        page.get_by_label("Colours").select_option("dark" if system == "light" else "light")
        assert page.evaluate(TABLE) == other
        page.reload()
        assert settings(page).evaluate(TABLE) == other
        page.get_by_label("Colours").select_option("")
        assert page.evaluate(TABLE) == of_system
    before = page.evaluate(TEXT)
    page.get_by_label("Text").select_option("much larger")
    assert page.evaluate(TEXT) == pytest.approx(1.35 * before)
    # What another version kept is left out.
    page.evaluate("localStorage.setItem('lodeboard-look-text', '9000%')")
    page.reload()
    assert settings(page).evaluate(TEXT) == before
    assert page.get_by_label("Text").input_value() == ""


@pytest.mark.slow
def test_the_volume_is_that_of_the_next_tone(open_page):
    page = settings(open_page())
    for volume, loudness in ((None, [0.05]), ("10", [0.2]), ("0", [])):
        if volume is not None:
            page.get_by_label("Volume").fill(volume)
        page.reload()
        settings(page).evaluate(LOUD)
        assert page.evaluate(PLAYED) == pytest.approx(loudness)


def test_four_leds_in_a_cell_are_drawn_as_four_times_the_light_of_one(stage):
    """And a board says how many it has."""
    seen = stage().page.evaluate(
        """async (plate) => {
          const { Lights } = await import("/js/lights.js");
          const palette = { colours: "000000", movements: "0".repeat(16) };
          const view = { still: { matches: true }, wake() {} };
          return [[1, 12], [4, 12], [1, 48]].map(([ledsPerCell, byte]) => {
            const lights = new Lights(view, document.createElement("canvas"));
            lights.describe({ plate, rows: 1, columns: 1, speed: 1, ledsPerCell, palette });
            lights.cells[0].shown = [byte / 255, 0, byte / 510];
            return lights.colour(0);
          });
        }""",
        DATA["plate"],
    )
    one, four, bright = (light["strength"] for light in seen)
    assert four == pytest.approx(bright)
    assert one < 0.8 * four
    assert seen[0]["colour"] == seen[1]["colour"]


@pytest.mark.slow
def test_players_are_called_by_their_names_where_people_play(open_page):
    page = open_page()
    page.wait_for_selector("#say:has-text('off the board')")
    page.keyboard.press("2")  # set the zeros: the plate is empty
    page.wait_for_selector("#say:has-text('Put tiles')")
    page.keyboard.press("2")  # without gains
    sides = page.locator("#record [data-part='sides'] li")
    page.wait_for_selector("#record [data-part='sides'] li:has-text('you')")
    assert sides.all_inner_texts()[0].startswith("Sun: you")
    settings(page)
    name = page.get_by_label("First player's name")
    assert name.evaluate("(field) => getComputedStyle(field).borderRadius") == "8px"
    page.get_by_label("First player's name").fill("  Anna ")
    page.get_by_label("Second player's name").fill("<b>Ben</b>")
    assert sides.all_inner_texts() == ["Sun: Anna, to move", "Moon: the board, easy"]
    page.get_by_label("Players", exact=True).select_option(label="Two players")
    page.wait_for_selector("#record [data-part='sides'] li:has-text('Ben')")
    assert sides.all_inner_texts()[1] == "Moon: <b>Ben</b>"
    page.reload()
    page.wait_for_selector("#record [data-part='sides'] li:has-text('Anna')")
    settings(page)
    page.get_by_label("First player's name").fill("")
    assert sides.all_inner_texts()[0].startswith("Sun: a player")
