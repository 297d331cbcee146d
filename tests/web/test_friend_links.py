"""Two people, each with a page and a board of their own, who send each other links."""

import contextlib
import re

import pytest
from playwright.sync_api import expect
from web.person import Person
from web.playing import play_for_page
from web.test_whole_games import FLIP, Listener, codes

from host_tools.games.analysis import turnlink
from host_tools.lab.site_server import SiteServer
from lodeboard.games.contract import DOWN_0, DOWN_1, EMPTY, UP_0, UP_1
from lodeboard.system.loader import make_game

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]

LIVE = re.compile("#live=.{100}")
CONNECTED = "Connected: moves go to your friend at once."
CODES = dict(zip(FLIP, (UP_0, DOWN_0, UP_1, DOWN_1, EMPTY), strict=True))
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


class Friend:
    """One of the two, with what each does at the page. Both follow the same game."""

    def __init__(self, page, name, game):
        self.page = page
        self.name = name
        self.game = game
        self.hands = Listener(Person(page), "flip", "keys", 1)
        self.hands.game = game
        self.panel = page.locator("#friend")

    def press(self, name, exact=True):
        self.panel.get_by_role("button", name=name, exact=exact).click()

    def sees(self, words):
        expect(self.panel.locator(".friend-game")).to_contain_text(words)

    def move(self, text):
        """Make this move with the hands, and wait for its link."""
        before = self.link() if self.panel.locator(".friend-link.turn").is_visible() else ""
        self.make(text)
        return self.new_link(before)

    def make(self, text):
        for step in self.game.parse_move(text):
            said = self.hands.received()
            self.hands.carry_out(step)
            self.game.push(step)
            self.hands.person.wait(
                lambda was=said: self.hands.received() not in (was, None), "an answer"
            )

    def link(self):
        """From its # on: the addresses of the two pages differ."""
        return (
            "#"
            + self.panel.locator(".friend-link.turn input[readonly]").input_value().split("#")[1]
        )

    def new_link(self, before):
        field = self.panel.locator(".friend-link.turn input[readonly]")
        self.hands.person.wait(
            lambda: field.is_visible() and "#" in field.input_value() and self.link() != before,
            "another link",
        )
        return self.link()

    def link_after(self, name):
        """The link that a button of the panel makes."""
        before = self.link() if self.panel.locator(".friend-link.turn").is_visible() else ""
        self.press(name)
        return self.new_link(before)

    def open(self, link):
        """As a link that was tapped opens."""
        self.page.evaluate("(hash) => { location.hash = hash; }", link)

    def must_move(self):
        """The board shows all moves and asks for the next. Its words alone say too little: they are
        those of the game that it had before a link came."""

        def asked():
            lies = [CODES[tile] for tile in self.hands.read().values()]
            return "Your turn" in self.hands.person.say() and lies == [*codes(self.game)]

        self.hands.person.wait(asked, "the own turn")
        self.hands.lying()


@pytest.fixture
def two(chromium, tmp_path):
    """two(): Anna on a large screen, Ben on a phone, at boards of their own."""
    game, faults = make_game("flip", "magic"), []
    with contextlib.ExitStack() as stack:

        def person(name, **options):
            data = tmp_path / name
            data.mkdir()
            served = stack.enter_context(play_for_page(data, "--speed", "6"))
            page = chromium.new_context(**options).new_page()
            page.on("console", lambda line: print(name, line.text))
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.goto(served.address)
            page.wait_for_selector("body:not(.early) #stops button[data-cell]")
            return Friend(page, name, game)

        anna = person("Anna", viewport={"width": 1280, "height": 900})
        yield anna, person("Ben", **PHONE)
        assert faults == []
        for context in chromium.contexts:
            context.close()


def begun(anna, ben):
    """Anna begins and Ben has her move on his board."""
    anna.page.get_by_role("button", name="Play a friend").first.click()
    anna.panel.get_by_label("Your name").fill("Anna")
    anna.press("New game by links")
    anna.must_move()
    link = anna.move("b2U")
    anna.sees("Your friend is to move: send the link.")
    ben.open(link)
    ben.must_move()
    ben.panel.get_by_label("Your name").fill("Ben")
    ben.press("To the board")
    expect(ben.panel).to_be_hidden()
    return link


@pytest.mark.verify
def test_a_game_by_links_with_words_an_offer_and_an_end(two):
    anna, ben = two
    first = begun(anna, ben)
    link = ben.move("b2Ea1U")
    ben.panel.get_by_label("Say").select_option("nice")
    said = ben.new_link(link)
    ben.panel.get_by_label("Offer a draw").check()
    offered = ben.new_link(said)
    expect(ben.panel.get_by_role("img", name="The link as a QR code")).to_be_visible()
    for damaged in (offered[:-1], offered.replace("n=2", "n=3")):
        anna.open(damaged)
        expect(anna.panel.get_by_role("alert")).to_contain_text("this link is damaged")
    anna.open(first)
    expect(anna.panel.get_by_role("alert")).to_contain_text("your own move")
    anna.open(offered)
    anna.must_move()
    anna.sees("Ben: “Nice move!”")
    anna.sees("Ben offers a draw.")
    assert anna.hands.read()["a1"] == "moon tile, up side"
    agreed = anna.link_after("Accept the draw")
    ben.open(agreed)
    ben.sees("You have agreed on a draw.")
    expect(ben.panel.get_by_role("button", name="Rematch, with sides changed")).to_be_visible()


@pytest.mark.verify
def test_two_ways_on_are_shown_and_one_is_chosen(two):
    anna, ben = two
    begun(anna, ben)
    one = ben.move("b2Ea1U")
    anna.open(one)
    anna.must_move()
    # Ben takes his move back at the board and makes another, of the same number.
    game = make_game("flip", "magic")
    game.push(*game.parse_move("b2U"))
    ben.press("Close")
    ben.page.locator("#buttons button", has_text="Take back").press("Enter")
    ben.hands.person.wait(lambda: "Your turn" in ben.hands.person.say(), "the own turn")
    anna.game = ben.game = ben.hands.game = game
    other = ben.move("b2Sd4U")
    anna.open(other)
    anna.sees("The game has gone on in two ways.")
    expect(anna.panel.locator(".branch svg.diagram")).to_have_count(2)
    anna.press("That one, of the link")
    anna.must_move()
    anna.open(one)
    anna.sees("The game has gone on in two ways.")


@pytest.mark.verify
def test_a_reload_keeps_the_games_and_who_watches_cannot_act(two):
    anna, ben = two
    link = begun(anna, ben)
    anna.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    anna.press("Copy a link to watch")
    expect(anna.panel.get_by_text("Copied.")).to_be_visible()
    watched = "#" + anna.page.evaluate("navigator.clipboard.readText()").split("#")[1]
    anna.page.reload()
    anna.page.wait_for_selector("body:not(.early) #stops button[data-cell]")
    anna.page.locator("#tools .opens").press("Enter")
    anna.page.locator("#tools button[aria-controls='friend']").click()
    anna.press("Anna \N{EN DASH} Moon: flip tiles (magic)")
    anna.sees("Your friend is to move: send the link.")
    assert anna.link() == link
    third = two[1]
    third.page.evaluate("localStorage.clear()")
    third.page.reload()
    third.page.wait_for_selector("body:not(.early) #stops button[data-cell]")
    third.open(watched)
    expect(third.page.locator("#past")).to_contain_text("Move 1 of 1 of another game")


@pytest.mark.verify
def test_a_direct_connection_carries_the_links_and_its_end_loses_nothing(two):
    anna, ben = two
    anna.page.get_by_role("button", name="Play a friend").first.click()
    anna.press("New game by links")
    anna.must_move()
    anna.move("b2U")
    offer = anna.page.locator(".dial input[readonly]")
    anna.press("Connect directly")
    expect(offer).to_have_value(LIVE)
    ben.open("#live=" + offer.input_value().split("=")[1])
    answer = ben.page.locator(".dial input[readonly]")
    expect(answer).to_have_value(LIVE)
    anna.open("#live=" + answer.input_value().split("=")[1])
    expect(anna.panel.get_by_text(CONNECTED)).to_be_visible()
    ben.must_move()
    ben.move("b2Ea1U")
    anna.must_move()
    ben.page.context.close()
    expect(anna.panel.get_by_text("Go on by links: nothing is lost.")).to_be_visible()
    anna.move("a1Ea1U")


@pytest.mark.verify
def test_what_is_no_connection_is_said(two):
    anna, _ = two
    for text in ("#live=AAAA", "#live=" + "A" * 9000):
        anna.open(text)
        expect(anna.panel.get_by_text("Go on by links.")).to_be_visible()
        anna.page.reload()
        anna.page.wait_for_selector("body:not(.early) #stops button[data-cell]")


def test_a_link_opens_in_a_browser_that_has_never_seen_the_site(chromium, site_folder):
    link = turnlink.write(turnlink.TurnLink("k3v7q2ma", "kono", "", 0, 1, ("Anna", "")), "a4a2")
    with SiteServer(site_folder) as server:
        page = chromium.new_page(**PHONE)
        page.goto(server.address + link)
        panel = page.locator("#friend")
        expect(panel.get_by_role("heading", name="Anna")).to_be_visible()
        expect(page.locator("#say")).to_contain_text("Your turn: move or capture")
        expect(page.locator("#record ol button")).to_have_count(1)
        panel.get_by_label("Who begins").select_option("1")
        panel.get_by_role("button", name="New game by links").click()
        expect(panel.get_by_role("img", name="The link as a QR code")).to_be_visible()
        expect(panel.locator(".turn input[readonly]")).to_have_value(
            re.compile(re.escape(server.address) + "#turn=.*&game=kono&")
        )
