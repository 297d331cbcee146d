"""Whole games of xtic at the page, a person against the board."""

import pytest
from web.giver import LEGEND, Giver, settle
from web.person import Person
from web.playing import play_for_page
from web.test_access import findings, keys_only

pytestmark = [pytest.mark.browser, pytest.mark.worker("verify")]

PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def board_page(tmp_path):
    with play_for_page(tmp_path, "--speed", "6", "--hands") as running:
        yield running


def ready(open_page, game, starts="You", **options):
    person = Person(open_page(**options))
    person.wait_for_words("off the board")
    person.page.keyboard.press("2")
    person.leave_gains()
    person.wait_for_words("Your turn")
    settle(person, game, starts)
    person.wait_for_words("a piece to give", "where the light rises", "piece on any")
    return person


def check_end(person, player, sentence):
    """The board has said how it ended; all discs lie as the pieces that were placed."""
    assert "win" in sentence or "lose" in sentence or "draw" in sentence or "wins" in sentence
    assert min(player.given, player.placed, player.obeyed) >= 2

    def lying():
        return [spot.tile for spot in person.cells(tile=True)]

    def placed():
        labels = [
            button.get_attribute("aria-label") for button in person.page.locator(LEGEND).all()
        ]
        return [label.split(":")[0] for label in labels if ": on " in label]

    # What a place holds is sent again a few times a second.
    person.wait(lambda: sorted(lying()) == sorted(placed()), "each disc as its piece")
    assert len(placed()) >= 4


@pytest.mark.verify
def test_a_whole_game_with_mouse_keys_and_the_boards_buttons(open_page, pictures):
    person = ready(open_page, "Xtic (normal)")
    page = person.page

    def photograph(number):
        if number == 3:
            page.mouse.click(5, 400)  # beside everything, so that no key focus is shown
            # The lights breathe: the picture with most light in it is the largest file.
            shots = [page.screenshot() for _ in range(6)]
            (pictures / "xtic.png").write_bytes(max(shots, key=len))

    player = Giver(person, seed=2, before_gift=photograph)
    check_end(person, player, player.play())
    assert (pictures / "xtic.png").stat().st_size > 50_000


@pytest.mark.verify
def test_a_whole_game_with_the_keyboard_alone(open_page):
    person = ready(open_page, "Xtic (no diagonals)", "The board", reduced_motion="reduce")
    keys_only(person.page)
    player = Giver(person, seed=5, ways=("keys",))
    check_end(person, player, player.play())
    assert findings(person.page) == []


@pytest.mark.verify
def test_a_whole_game_by_touch_on_a_phone(open_page):
    person = ready(open_page, "Xtic (torus)", **PHONE)
    player = Giver(person, seed=4, ways=("tap",), gifts=("tray", "legend"))
    check_end(person, player, player.play())
    assert findings(person.page) == []
    assert person.page.evaluate("document.documentElement.scrollWidth") <= 390
