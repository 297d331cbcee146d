"""What is chosen of the page itself: light or dark, the size of its text, how loud it is."""

import pytest
from one_board import DATA

pytestmark = pytest.mark.browser

TABLE = "getComputedStyle(document.querySelector('#look select')).backgroundColor"
TEXT = "parseFloat(getComputedStyle(document.querySelector('#look legend')).fontSize)"
LIGHT, DARK = "rgb(246, 241, 232)", "rgb(44, 44, 47)"


def settings(page):
    """The page's settings, opened."""
    page.locator("#tools button[aria-controls='settings']").click()
    page.wait_for_selector("#look:visible")
    return page


@pytest.mark.verify
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
