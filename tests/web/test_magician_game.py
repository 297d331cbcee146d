"""Magician Chess at the page of a running board: the published game and others, by both hands."""

import pytest
from web.conjurer import Conjurer
from web.person import Person
from web.playing import play_for_page
from web.test_access import check, findings, keys_only
from web.test_analysis_browser import Analyst

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# The first moves hold a drop, a carried piece and castling, captures and steps.
OPENING = (
    "c2c4 e6e4 c1b3 f6f4 e1c2 e7f5 f1e1 c7e6 e1c3 f7f6 @d4xe4 @d6e6 b1d3 d6c4 d1b1 b6b4".split()
)
REST = (
    "c3e1 b7d5 @e4xf4 c4e5 d3f1 c6c4 b3c5 d7c6 c2b4 c6c5 b4d5 c5d5 c1d1 g7d7 e1c3 f5d4 @d2c2 d5c5"
    " d1d2 d4b5 d2d7 b5c3 b2c3 a7d7 f2f3 d7d1 b1b2 @f4xf3 @f3e3 f6f5 f1e1 f5f4 g1f1 @g3f3 g2g3"
    " @e3xe2 g3f4 e5d3"
).split()
# A hole to move, a promotion with a capture, a pawn captured in passing.
ODDS = "2r1k2/1P1X3/X5X/X1pX2X/X1M3X/1P1X2P/3K3 w - - 0 1"
ODD_MOVES = "@d4d5 e7f6 b6c7n f6f5 b2b4 c4b3".split()


@pytest.fixture
def board_page(tmp_path):
    with play_for_page(tmp_path, "--speed", "6", "--board", "tile7x7") as running:
        yield running


def ready(open_page, position=None, **options):
    """Two people at a board that is set up: from the start or another position."""
    person = Person(open_page(**options))
    page = person.page
    person.wait_for_words("off the board")
    page.keyboard.press("2", delay=60)
    person.wait_for_words("Set up the board")
    choose(page, "Players", "Two players")
    if position is not None:
        analyst = Analyst(page)
        panel(page, "analysis")
        analyst.paste(position)
        person.wait(page.locator("#analysis [data-do='play']").is_enabled, "the position")
        person.wait(page.locator("#analysis .diagram").is_visible, "its picture")
        page.locator("#analysis [data-do='play']").press("Enter")
        panel(page, "analysis")
    set_up(person)
    return person


def panel(page, name):
    page.locator(f"#tools button[aria-controls='{name}']").press("Enter")


def choose(page, label, choice):
    panel(page, "settings")
    page.get_by_label(label, exact=True).select_option(label=choice)
    panel(page, "settings")


def set_up(person):
    """Have the pieces laid out, and wait until the board has seen them all."""
    button = person.page.locator("#helper [data-do='lay']")
    person.wait(button.is_enabled, "a board to be set up")
    button.press("Enter")
    person.wait(button.is_disabled, "the pieces where they belong")


def test_the_first_moves_of_the_published_game(open_page):
    """With a spell of each kind that needs one, captures and castling."""
    person = ready(open_page)
    player = Conjurer(person)
    player.play(OPENING)
    assert person.look()["b1"].tile == "white king"
    assert person.look()["c1"].tile == "white rook"
    assert person.look()["e4"].tile == "hole"
    tray = [spot.tile for spot in person.look().values() if spot.tile and not spot.is_cell]
    assert sorted(tray) == [
        "black pawn",
        "black spare tile",
        "white pawn",
        "white spare tile",
    ]


def test_a_hole_is_moved_a_pawn_promoted_and_one_captured_in_passing(open_page):
    person = ready(open_page, ODDS)
    player = Conjurer(person, position=ODDS)
    player.play(ODD_MOVES)
    assert person.look()["c7"].tile == "white knight"
    assert person.look()["d4"].tile == ""
    assert person.look()["b3"].tile == "black pawn"
    assert person.look()["b4"].tile == ""


@pytest.mark.verify
def test_the_whole_published_game(open_page, pictures):
    person = ready(open_page, viewport={"width": 1440, "height": 900})
    player = Conjurer(person)
    player.play(OPENING + REST)
    end = person.page.locator("#record [data-part='end']")
    person.wait(lambda: end.inner_text() == "0\N{EN DASH}1", "the result")
    person.page.screenshot(path=pictures / "magician.png")


@pytest.mark.verify
def test_a_game_with_the_keyboard_alone(open_page):
    person = ready(open_page, reduced_motion="reduce")
    keys_only(person.page)
    Conjurer(person, ways=("keys",)).play(OPENING)
    check(person.page)


@pytest.mark.verify
def test_a_game_by_touch_on_a_phone(open_page, pictures):
    person = ready(open_page, **PHONE)
    person.page.evaluate("document.getElementById('scene').scrollIntoView({block: 'center'})")
    Conjurer(person, ways=("tap",)).play(OPENING)
    assert findings(person.page) == []
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 390
    person.page.screenshot(path=pictures / "magician-phone.png", full_page=True)
