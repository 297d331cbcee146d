import pytest
from web.person import Person
from web.player import Player

pytestmark = pytest.mark.browser


def test_a_whole_game_against_the_board(open_page, pictures):
    page = open_page()
    person = Person(page)
    person.wait_for_words("off the board")
    page.keyboard.press("2")  # set the zeros: the plate is empty

    def photograph(number):
        if number == 3:
            page.mouse.move(5, 400)
            page.screenshot(path=pictures / "page.png")

    player = Player(person, seed=1, before_flip=photograph)
    sentence = player.play()
    assert "win" in sentence or "draw" in sentence
    assert player.flips >= 3
    assert (pictures / "page.png").stat().st_size > 50_000
