"""`lodeboard play --against`: two boards on one computer, each with its page."""

import re

import pytest
from playwright.sync_api import expect
from web.person import Person
from web.playing import play_for_page, refused
from web.test_friend_links import Friend

from lodeboard.system.loader import make_game


def test_a_port_without_a_board_is_one_sentence(tmp_path):
    for port, why in (("/dev/null", "cannot open /dev/null"), ("/dev/nope", "no port /dev/nope")):
        outcome = refused(tmp_path, "--port", "0", "--against", port)
        assert (outcome.returncode, outcome.stderr.count("\n")) == (1, 1)
        assert why in outcome.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--against", "simulated", "--share"], "--share is for one board"),
        (["--on", "/dev/null", "--against", "/dev/null"], "that is the same board"),
    ],
)
def test_what_is_not_for_two_boards_is_refused(tmp_path, words, why):
    outcome = refused(tmp_path, *words)
    assert outcome.returncode == 2
    assert why in outcome.stderr


@pytest.mark.browser
@pytest.mark.verify
def test_a_move_at_one_page_is_made_at_the_other(chromium, tmp_path):
    with play_for_page(tmp_path, "--speed", "6", "--against", "simulated") as running:
        found = (re.search(r"http://\S+", line) for line in running.process.stdout)
        other = next(match[0] for match in found if match)
        game, people = make_game("flip", "magic"), []
        for address in (running.address, other):
            page = chromium.new_page(viewport={"width": 1280, "height": 900})
            page.goto(address)
            page.wait_for_selector("body:not(.early) #stops button[data-cell]")
            people.append(Friend(page, address, game))
        one, two = people
        for person, move, rival in ((one, "b2U", two), (two, "b2Ea1U", one)):
            person.must_move()
            person.make(move)
            expect(rival.page.locator("#record ol")).to_contain_text(move[:2])
            Person(rival.page).wait(lambda who=rival: "Your turn" in who.hands.person.say(), "turn")
        assert one.hands.lying() == two.hands.lying()
