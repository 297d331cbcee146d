import pytest
from web.person import Person
from web.player import Player

pytestmark = [pytest.mark.browser, pytest.mark.worker("verify")]


@pytest.mark.verify
def test_a_whole_game_against_the_board(open_page, pictures):
    page = open_page()
    person = Person(page)
    person.wait_for_words("off the board")
    page.keyboard.press("2")  # set the zeros: the plate is empty
    person.leave_gains()

    def photograph(number):
        if number == 3:
            page.mouse.click(5, 400)  # beside everything, so that no key focus is shown
            # The lights breathe: the picture with most light in it is the largest file.
            shots = [page.screenshot() for _ in range(6)]
            (pictures / "page.png").write_bytes(max(shots, key=len))

    player = Player(person, seed=1, before_flip=photograph)
    sentence = player.play()
    assert "win" in sentence or "draw" in sentence
    assert player.flips >= 3
    assert (pictures / "page.png").stat().st_size > 50_000
