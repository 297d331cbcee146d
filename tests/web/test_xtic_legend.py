"""The legend of xtic on paper: the page's own pictures, in the order of the lights, as large as
the board. `PICTURES=docs` with these tests renews the sheet in the documentation."""

import re
from pathlib import Path

import pytest
from web.staged import PROFILE, Stage

from lodeboard.games.xtic.notation import piece_words
from lodeboard.games.xtic.rules import Xtic

pytestmark = pytest.mark.browser

DOCS = Path(__file__).resolve().parents[2] / "docs"
FILE = "xtic-legend.svg"
PLATE = PROFILE.data["plate"]
PIXELS_PER_MM = 96 / 25.4
A_PIXEL = 1.0


@pytest.fixture(scope="module")
def printed(chromium):
    """The page after its button for printing was pressed, as a printer gets it."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script("window.print = () => (window.printed = true)")
    page = context.new_page()
    stage = Stage(page)
    stage.say(ask="give", gift={"left": list(range(16)), "at": None})
    page.get_by_role("button", name="Print the legend").click()
    page.wait_for_function("window.printed")
    page.emulate_media(media="print")
    yield page
    context.close()


def drawn(page):
    return page.evaluate(
        "new XMLSerializer().serializeToString(document.querySelector('#sheet svg'))"
    )


@pytest.mark.slow
def test_each_piece_is_where_its_light_is_on_the_board(printed):
    """The menu's cell of a piece, and the cell's place on the plate, both as in the firmware."""
    sheet = printed.locator("#sheet svg").first.bounding_box()
    margin, pitch = PLATE["margin_mm"], PLATE["pitch_mm"]
    game = Xtic()
    steps = bytearray(game.max_steps)
    for step in steps[: game.steps(steps)]:
        cell = game.choice(step)
        piece = int(game.move_text([step])[1:], 16)
        place = printed.locator(f"#sheet [data-cell='{PROFILE.cell_name(cell)}']")
        digit, *words = place.locator("text").all_text_contents()
        assert (digit, " ".join(words)) == (f"{piece:x}", piece_words(piece))
        box = place.locator("rect").first.bounding_box()
        for side, at, whole in (("x", cell % 4, "width"), ("y", cell // 4, "height")):
            centre = box[side] + box[whole] / 2 - sheet[side]
            assert abs(centre / PIXELS_PER_MM - margin - at * pitch) < A_PIXEL


def test_the_pictures_are_those_of_the_page(printed):
    shapes = "(faces) => Array.from(faces, (face) => face.querySelector('.up g').outerHTML)"
    bare = re.compile(r' (fill|stroke|stroke-width)="[^"]*"')
    paper = printed.locator("#sheet [data-cell]").evaluate_all(shapes)
    page = printed.locator("#choice .legend button").evaluate_all(shapes)
    assert [bare.sub("", each) for each in paper] == [bare.sub("", each) for each in page]
    assert len(set(page)) == 16


def test_only_the_sheet_is_printed_on_one_page_as_large_as_the_board(printed):
    box = printed.locator("#sheet svg").first.bounding_box()
    size = (3 * PLATE["pitch_mm"] + 2 * PLATE["margin_mm"]) * PIXELS_PER_MM
    assert abs(box["width"] - size) < A_PIXEL
    assert abs(box["height"] - size) < A_PIXEL
    assert not printed.locator("main").is_visible()
    pdf = printed.pdf(format="A4")
    assert len(re.findall(rb"/Type */Page\b", pdf)) == 1
    assert printed.locator("main").is_visible()  # again, when it is printed


def test_the_sheet_in_the_documentation_is_this_one(printed, pictures):
    text = drawn(printed) + "\n"
    (pictures / FILE).write_text(text, encoding="utf-8")
    assert (DOCS / FILE).read_text(encoding="utf-8") == text
