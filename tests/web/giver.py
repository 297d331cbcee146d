"""Plays xtic at the page: a person against the board who gives pieces in turn by the legend, by
a tray and by the board's own buttons, places by the lights, and obeys what the board asks."""

import random

from web.conjurer import show_board
from web.person import DRAWN

OVER = ("for a new game", "for a new one")
WAYS = ("drag", "click", "keys")
LEGEND = "#choice [data-part='legend'] button"


def choose_game(box, title, push=lambda button: button.press("Enter")):
    """Choose a game by its picture, on the card to begin with or in the settings, by its title and,
    in parentheses, its rules if there are several."""
    name, _, rules = title.rstrip(")").partition(" (")
    shown = box.locator(".game", has_text=name)
    if not shown.is_visible():  # in the settings
        push(box.locator("[data-part='game-row'] button"))
    push(shown)
    if rules:
        push(box.locator(".rules").get_by_role("button", name=rules, exact=True))


def settle(person, game, starts="You"):
    """Choose this game, and who starts, in the settings."""
    page = person.page
    page.locator("#tools button[aria-controls='settings']").press("Enter")
    choose_game(page.locator("#settings"), game)
    page.get_by_label("Who starts", exact=True).select_option(label=starts)
    page.locator("#tools button[aria-controls='settings']").press("Enter")


def disc(person, number):
    """The place of a piece's disc beside the board, once the page has redrawn everything: choosing
    a game makes room for the legend and moves the board."""
    last = []

    def seen():
        person.page.evaluate(DRAWN)
        spots = person.look().values()
        now = [s for s in spots if not s.is_cell and s.tile.startswith(f"piece {number:x},")]
        before, last[:] = last[:], [(spot.x, spot.y) for spot in now]
        return now if now and before == last else None

    return person.wait(seen, f"piece {number:x} beside the board")[0]


class Giver:
    """`ways`: how pieces are carried, one after the other; `gifts`: how they are given.
    `before_gift(number)` is called before each gift of the person's own."""

    over = OVER  # words of which one is in what the board says at the end

    def __init__(
        self, person, seed, ways=WAYS, gifts=("legend", "tray", "buttons"), before_gift=None
    ):
        self.person = person
        self.random = random.Random(seed)
        self.ways = ways
        self.gifts = gifts
        self.before_gift = before_gift
        self.given = 0
        self.placed = 0
        self.obeyed = 0

    def play(self, most=40):
        """Play until the board says that it is over; what it says."""
        person = self.person
        for _ in range(most):
            sentence = person.wait_for_words("choose a piece", "place the", *self.over)
            if any(word in sentence for word in self.over):
                return sentence
            if "choose" in sentence:
                self.give(self.gifts[self.given % len(self.gifts)])
            elif "light rises" in sentence:
                self.obey()
            else:
                self.place()
            person.wait(lambda was=sentence: person.say() != was, "an answer")
        raise AssertionError(f"the game is not over after {most} acts")

    def left(self):
        """Numbers of the pieces that may be given."""
        labels = self.person.page.locator(LEGEND)
        found = [labels.nth(number).get_attribute("aria-label") for number in range(16)]
        return [number for number, label in enumerate(found) if label.endswith("may be given")]

    def give(self, by):
        page = self.person.page
        self.given += 1
        if self.before_gift:
            self.before_gift(self.given)
        number = self.random.choice(self.left())
        if by == "legend":
            page.locator(LEGEND).nth(number).press("Enter")
        elif by == "tray":
            self._tap(disc(self.person, number))
        else:
            presses = self.left().index(number) + 1
            for _ in range(presses):
                page.keyboard.press("3")
            self.person.wait_for_words("give the")
            page.keyboard.press("2")

    def _tap(self, spot):
        if self.ways == ("tap",):
            self.person.page.touchscreen.tap(spot.x, spot.y)
        elif self.ways == ("keys",):
            self.person.lift(spot, "keys")
        else:
            self.person.page.mouse.click(spot.x, spot.y)

    def obey(self):
        """Place the piece where the board wants it."""
        person = self.person

        def lit():
            ends = person.cells("goes here", False)
            return ends if len(ends) == 1 else []  # others are of the move before

        [end] = person.wait_steady(lit, "a cell")
        self._carry(end)
        self.obeyed += 1

    def place(self):
        person = self.person
        free = person.wait_steady(
            lambda: person.cells("may be placed here", False), "a cell to place at"
        )
        self._carry(self.random.choice(free))
        self.placed += 1

    def _carry(self, end):
        """Take the piece that was given, and set it down."""
        person, page = self.person, self.person.page
        words = page.locator("#choice [data-part='hand']").inner_text()
        way = self.ways[(self.placed + self.obeyed) % len(self.ways)]
        if way == "tap":  # the page may be scrolled to the legend
            show_board(page)
        gift = disc(person, int(words.split("piece ")[1][0], 16))
        if way == "tap":
            page.touchscreen.tap(gift.x, gift.y)
            person.wait(lambda: "In your hand" in page.inner_text("#in-hand"), "the piece")
            end = person.still(end.where)  # what is in the hand may move the board
            page.touchscreen.tap(end.x, end.y)
        else:
            person.lift(gift, way)
            person.put(end, way)
