"""The introduction in a real browser, by keyboard alone."""

import pytest
from web.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.worker("verify")]


class Learner(Person):
    """Does what the lesson says, with keys."""

    def lesson(self, part):
        return self.page.locator(f"#intro [data-part='{part}']").inner_text()

    def focused(self):
        return self.page.evaluate("document.activeElement.dataset.part ?? ''")

    def step(self, title):
        self.wait(lambda: self.lesson("title") == title, f"the step {title}")

    def place(self, kind, side, where):
        spare = self.spare(kind, side)
        self.lift(spare, "keys")
        if side not in spare.tile:
            self.turn("keys")
        self.put(self.look()[where], "keys")

    def flip(self, where=None):
        starts = self.wait_steady(lambda: self.cells("may be lifted", True), "a tile")
        self.lift(next((s for s in starts if where in (None, s.where)), starts[0]), "keys")
        [end, *_] = self.wait_steady(
            lambda: self.cells("may be set here", False), "a cell to go to"
        )
        self.turn("keys")
        self.put(end, "keys")
        self.wait_for_words("place")

    def go_on(self):
        self.wait(lambda: self.focused() == "next", "the way on")
        assert self.lesson("answer")
        self.page.keyboard.press("Enter")


def ready(open_page):
    """Somebody at a board that waits for the first move."""
    learner = Learner(open_page(reduced_motion="reduce"))
    learner.wait_for_words("off the board")
    learner.page.keyboard.press("2")
    learner.leave_gains()
    learner.wait_for_words("Your turn")
    return learner


@pytest.fixture
def learner(open_page):
    return ready(open_page)


def open_course(learner, rules):
    page = learner.page
    page.focus("#tools button[aria-controls='intro']")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"[data-course='{rules}']:enabled")
    while page.evaluate("document.activeElement.dataset.course") != rules:
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def beginning(learner):
    """What both courses begin with."""
    learner.step("Place")
    learner.wait_for_words("Your turn: place")
    learner.place("sun", "down", "c2")
    learner.go_on()
    learner.step("Flip")
    learner.wait_for_words("Your turn: flip")
    learner.flip()
    learner.step("Then place")
    learner.place("sun", "up", "a1")
    learner.go_on()
    learner.step("A line")
    learner.wait_for_words("Your turn: flip")
    learner.flip()
    learner.place("sun", "up", "c2")
    learner.go_on()


def ending(learner, cells, says="Your turn: place"):
    """After the last step the game of before goes on. The lesson's is not among the games."""
    learner.wait(lambda: "back as it was" in learner.lesson("first"), "the end of the course")
    learner.wait_for_words(says)
    learner.wait(lambda: places(learner) == cells, "the tiles as they lay")
    assert learner.page.evaluate("localStorage.getItem('lodeboard-games')") is None


def places(learner):
    return {name: spot.tile for name, spot in learner.look().items()}


@pytest.mark.verify
def test_magic_is_learnt_by_keyboard_and_the_game_comes_back(learner, pictures):
    before = places(learner)
    open_course(learner, "magic")
    learner.step("Place")
    learner.wait_for_words("Your turn: place")
    learner.page.keyboard.press("2")  # the board's menu does not end the lesson
    learner.wait(lambda: learner.page.locator("#settings .here").count(), "the menu")
    learner.page.keyboard.press("2")
    beginning(learner)
    learner.step("To win: a line that stays")
    # The plate is cleared before the step's tiles are laid: wait for them, then for the words.
    learner.wait(lambda: learner.look()["d4"].tile, "the lone sun on d4")
    learner.wait_for_words("Your turn: flip")
    learner.wait(lambda: learner.look()["d4"].light, "the light on it")
    learner.wait_steady(learner.cells, "lights that have changed over, for the picture")
    learner.page.screenshot(path=pictures / "intro.png")
    learner.flip("d4")
    learner.place("moon", "up", "a4" if not learner.look()["a4"].tile else "b1")
    learner.go_on()
    learner.step("To win: a locked line")
    learner.wait_for_words("Your turn: flip")
    learner.flip()
    learner.place("sun", "down", "c1")  # the wrong side
    learner.wait(lambda: learner.focused() == "again", "another chance")
    learner.page.keyboard.press("Enter")
    learner.wait_for_words("Your turn: flip")
    learner.flip()
    learner.place("sun", "up", "c1")
    learner.wait_for_words("wins")
    learner.wait(lambda: learner.cells("in a locked line", True), "the locked line")
    learner.go_on()
    ending(learner, before)


@pytest.mark.verify
def test_eclipse_is_learnt_by_keyboard(learner):
    before = places(learner)
    open_course(learner, "eclipse")
    beginning(learner)
    for title, cell in (("lock your line", "d1"), ("a line into a full corner", "c1")):
        learner.step(f"To win: {title}")
        learner.wait_for_words("Your turn: flip")
        learner.flip()
        learner.place("sun", "up", cell)
        learner.wait_for_words("wins")
        learner.go_on()
    ending(learner, before)
