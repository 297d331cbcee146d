"""The panel "Analysis", worked by pointer and keys, against what `analyse` says."""

import re

import pytest
from web.person import Person
from web.test_access import check

from host_tools.games.analysis.scorecard import grade, score
from host_tools.games.analysis.study import examine, read_course
from host_tools.games.finding import analyse
from host_tools.games.flip.exact import Exact
from host_tools.games.loader import host_game
from lodeboard.games.flip.rules import Flip

pytestmark = [pytest.mark.browser, pytest.mark.worker("verify")]

MIDDLE = "1_---d-duD-U--D-Du"
MOVES = "d1Wb1U d2Nd2D c2Sb4D a4Nc2U c3Ea2D b4Wa1U c2Sb4D c2D"
GAME = f"position {MIDDLE}\n{MOVES}"
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
LETTERS = {"win": "W", "tie": "D", "lose": "L", None: "?"}


class Analyst(Person):
    """A person who has the panel open."""

    def part(self, name):
        return self.page.locator(f"#analysis [data-part='{name}']")

    def press(self, name):
        self.page.click(f"#analysis [data-do='{name}']")

    def where(self):
        """What is said of a position that is not the live game's; "" while none is shown."""
        where = self.page.locator("#past [data-part='where']")
        return where.inner_text() if where.is_visible() else ""

    def back_to_game(self):
        self.page.click("#past [data-do='live']")

    def sentence(self):
        return self.part("sentence").inner_text()

    def wait_for_sentence(self, pattern):
        self.wait(lambda: re.search(pattern, self.sentence(), re.DOTALL), pattern)

    def paste(self, text):
        """Put a text into the field and have it looked at."""
        field = self.page.locator("#record-text")
        self.unfold()
        field.click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(text)
        self.press("look")

    def unfold(self):
        """Open what the field for texts is in."""
        if not self.page.locator("#record-text").is_visible():
            self.page.click("#analysis summary:has-text('Copy and paste')")

    def moves(self):
        """The moves in the list, the start left out."""
        return self.page.locator("#analysis .moves .move").all_inner_texts()[1:]

    def wait_for_moves(self, moves):
        self.wait(lambda: self.moves() == moves, f"the moves {moves}")

    def wait_for_score(self):
        return self.wait(lambda: read_score(self.page), "the scorecard")


def read_score(page):
    """The scorecard's rows by name, sun and moon."""
    rows = page.locator(".scorecard tbody tr").all()
    return {row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in rows}


def right_score(game, text):
    """The same from exact values."""
    solver = host_game(game.name).open_search(game.rules)
    course = read_course(game, text)
    studies = [examine(game, position, solver) for position in course.positions]
    cards = score(grade(course, studies))
    rows = [("Best moves ★", "best"), ("Good moves ✓", "good"), ("Blunders ✗", "blunders")]
    said = {name: [str(card[key]) for card in cards] for name, key in rows}
    said["Not known"] = [str(card["unknown"]) for card in cards]
    share = [card["accuracy"] for card in cards]
    said["Accuracy"] = [f"{part:g} %" if part is not None else "not known" for part in share]
    return said


def right_marks():
    """What stands in the marks of the steps from MIDDLE."""
    return [
        LETTERS[value] + (str(turns) if value and turns is not None else "")
        for _, value, turns in examine(Flip("magic"), MIDDLE, Exact("magic"))["steps"]
    ]


@pytest.fixture
def analyst(open_page):
    def analyst(**options):
        page = open_page(**options)
        analyst = Analyst(page)
        analyst.wait_for_words("off the board")
        page.keyboard.press("2")  # set the zeros: the plate is empty
        analyst.leave_gains()
        analyst.wait_for_words("Your turn")
        page.focus("#tools button[aria-controls='analysis']")
        page.keyboard.press("Enter")
        analyst.wait(lambda: "Sun wins" in analyst.sentence(), "the sentence")
        return analyst

    return analyst


@pytest.mark.verify
def test_each_step_of_positions_and_games_has_its_value_from_analyse(analyst, pictures):
    at = analyst()
    at.paste(MIDDLE)
    at.page.check("#show-values")
    marks = at.page.locator("#shown .mark")
    at.wait(lambda: marks.count() > 0, "the marks")
    assert sorted(marks.all_text_contents()) == sorted(right_marks())
    solver, game = Exact("magic"), Flip("magic")
    game.load(MIDDLE)
    said = analyse(game, solver)
    assert said["value"] == "win"
    at.wait_for_sentence(f"Sun wins in {said['remoteness']} turns")
    assert at.part("fix").inner_text() == ""  # nothing is missing
    at.page.screenshot(path=pictures / "analysis.png")
    # The board itself has not noticed anything.
    assert "Your turn" in at.say()
    at.back_to_game()
    at.wait(lambda: "Sun wins in 16" in at.sentence(), "the live game")
    look_back(at)


def look_back(at):
    """A pasted game is scored and looked back at."""
    at.paste(GAME)
    assert at.wait_for_score() == right_score(Flip("magic"), GAME)
    at.wait_for_moves(MOVES.split())
    at.wait_for_sentence("has won")
    game, solver = Flip("magic"), Exact("magic")
    course = read_course(game, GAME)
    for number in (3, 0, 7):
        at.page.locator(f"#analysis .moves [data-at='{number}']").click()
        game.load(course.positions[number])
        said = analyse(game, solver)
        mover = ("Sun", "Moon")[game.turn]
        where = (
            f"Move {number} of 8 of another game: {MOVES.split()[number - 1]}"
            if number
            else "The start position of another game."
        )
        at.wait(lambda where=where: at.where() == where, f"the line: {where}")
        ends = "draw" if said["value"] == "tie" else rf"wins in {said['remoteness']} turn"
        at.wait_for_sentence(rf"{mover} to play\..*{ends}")
    at.press("later")
    at.wait_for_sentence("has won")
    at.page.keyboard.press("Tab")
    assert "Your turn: place" in at.say()
    at.page.click("#analysis summary:has-text('All moves in words')")
    check(at.page)
    at.back_to_game()
    at.wait_for_moves([])
    assert at.where() == ""


@pytest.mark.verify
def test_a_game_played_on_the_board_is_scored_at_its_end(analyst):
    at = analyst()
    at.paste("\n".join((f"position {MIDDLE}", "d1Wb1U d2Nd2D")))
    at.wait_for_moves(["d1Wb1U", "d2Nd2D"])
    at.press("play")
    at.wait_for_words("Set up the board")
    hand = at.page.get_by_role("group", name="A hand that moves tiles for you")
    hand.get_by_label("Speed").select_option("fast")
    hand.get_by_role("button", name="Both sides").click()
    at.wait_for_words("Clear the board")
    score = at.wait_for_score()
    at.unfold()
    at.press("copy-record")
    record = at.wait(lambda: at.page.input_value("#record-text"), "the record")
    assert record.startswith(f"position {MIDDLE}")
    assert at.moves()[:2] == ["d1Wb1U", "d2Nd2D"]
    assert len(at.moves()) > 2
    assert score == right_score(Flip("magic"), record)


@pytest.mark.verify
def test_a_position_is_set_up_by_keys_and_played_on(analyst):
    at = analyst()
    at.press("set-up")
    keys = at.page.keyboard
    at.page.focus("#analysis .cells button")
    for key in ("u", "ArrowRight", "Shift+D", "ArrowDown", "u", "ArrowRight", "u"):
        keys.press(key)
    trouble = at.part("trouble")
    at.wait(lambda: "impossible numbers of tiles" in trouble.inner_text(), "the rules' word")
    check(at.page)
    keys.press("Delete")
    at.wait(lambda: trouble.inner_text() == "", "a possible position")
    at.wait(lambda: "Moon to play" in at.sentence(), "whose turn it is")
    at.press("play")
    at.wait_for_words("Set up the board")
    at.wait(lambda: "Moon to play" in at.sentence(), "the position as the live game")
    for where in ("a1", "b1", "b2"):
        at.wait(lambda where=where: at.look()[where].light, f"the light at {where}")
    assert at.where() == ""


@pytest.mark.verify
def test_a_position_is_set_up_by_clicks(analyst):
    at = analyst()
    at.press("set-up")
    cells = at.page.locator("#analysis .cells button")
    brushes = at.page.locator("#analysis .brushes label")
    cells.nth(5).click()
    brushes.nth(3).click()
    cells.nth(6).click()
    label = cells.nth(6).get_attribute("aria-label")
    assert label == "c2: moon tile, down side"
    at.unfold()
    at.press("copy-position")
    at.wait(
        lambda: at.page.input_value("#record-text").endswith("1_-----Ud---------"), "the position"
    )


@pytest.mark.verify
def test_records_are_copied_and_random_positions_can_be(analyst):
    at = analyst(permissions=["clipboard-read", "clipboard-write"])
    at.paste(GAME)
    at.wait_for_moves(MOVES.split())
    at.press("copy-record")
    at.wait(lambda: "copied" in at.part("copied").inner_text(), "the copy")
    at.back_to_game()
    at.wait_for_moves([])
    at.page.locator("#record-text").click()
    at.page.keyboard.press("Control+A")
    at.page.keyboard.press("Control+V")
    at.press("look")
    at.wait_for_moves(MOVES.split())
    at.press("random")
    at.wait_for_moves([])
    at.press("copy-position")
    game = Flip("magic")
    at.wait(lambda: at.page.input_value("#record-text")[1:2] == "_", "the position")
    game.load(at.page.input_value("#record-text"))
    assert game.text() != "1_----------------"


@pytest.mark.verify
def test_on_a_phone(analyst, pictures):
    at = analyst(**PHONE, device_scale_factor=2, color_scheme="dark")
    at.paste(GAME)
    at.wait_for_score()
    at.page.locator("#analysis .moves [data-at='2']").tap()
    at.wait(lambda: "Move 2 of 8" in at.where(), "the move")
    assert at.page.evaluate("document.documentElement.scrollWidth") <= 390
    at.part("sentence").scroll_into_view_if_needed()
    at.page.screenshot(path=pictures / "analysis-phone.png")


def lay(at, position):
    """Put the tiles of a position from their trays into the cells, by keys."""
    kinds = {"U": ("sun", "up"), "D": ("sun", "down"), "u": ("moon", "up"), "d": ("moon", "down")}
    for cell, letter in enumerate(position[2:]):
        if letter == "-":
            continue
        where = f"{'abcd'[cell % 4]}{cell // 4 + 1}"
        kind, side = kinds[letter]
        spare = at.spare(kind, side)
        at.lift(spare, "keys")
        if side not in spare.tile:
            at.turn("keys")
        at.put(at.look()[where], "keys")
        lies = f"{kind} tile, {side} side"
        at.wait(lambda where=where, lies=lies: at.look()[where].tile == lies, f"{lies} at {where}")


@pytest.mark.verify
def test_values_lie_on_the_board_itself(analyst, pictures):
    at = analyst()
    at.page.check("#show-values")
    at.paste(MIDDLE)
    at.wait(lambda: "Sun wins" in at.sentence(), "the values")
    at.press("play")
    at.wait_for_words("Set up the board")
    marks = at.page.locator("#values .mark")
    # The tiles do not lie as the game stands.
    at.wait(lambda: marks.count() == 0, "the board without marks")
    lay(at, MIDDLE)
    at.wait_for_words("flip one of")
    at.wait(lambda: marks.count() > 0, "the marks")
    assert sorted(marks.all_text_contents()) == sorted(right_marks())
    at.page.screenshot(path=pictures / "analysis-board.png")
    # Half a turn later the marks are those of the placements.
    at.lift(at.look()["c2"], "keys")
    at.turn("keys")
    at.put(at.look()["c3"], "keys")
    at.wait_for_words("place")
    at.wait(lambda: "W3" in marks.all_text_contents(), "the winning placement")
