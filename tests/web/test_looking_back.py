"""Earlier and shared positions drawn over the board: at once, without values, in every game."""

import pytest
from another_game import random_moves
from playwright.sync_api import expect
from web.person import Person

from host_tools.build import profiles
from host_tools.games.analysis.pasted import unwrap
from host_tools.games.analysis.study import read_course
from host_tools.games.loader import host_game
from lodeboard.games.catalogue import rule_sets
from lodeboard.system.loader import make_game

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LARGE_PHONE = pytest.param("magician", PHONE, marks=pytest.mark.verify, id="magician, phone")
EMPTY = ("empty", "hole")  # what cells without a tile are called


class Table:
    """A page on a stage that has a game's record written down, and nothing studied."""

    def __init__(self, stage, name, moves):
        self.stage, self.page, self.person = stage, stage.page, Person(stage.page)
        self.name = name
        self.known = set()  # numbers of questions that were answered
        self.rules, self.start = rule_sets(name)[0], make_game(name).text()
        self.play(moves)

    def play(self, moves):
        """The live game has come so far, and is written down."""
        self.say(moves)
        self.write()
        expect(self.page.locator("#record ol button")).to_have_count(len(self.moves))

    def say(self, moves):
        """The board says that the live game has come so far."""
        self.course = self.read("\n".join((f"position {self.start}", moves)))
        self.stage.say(
            self.course.positions[-1],
            say="Your turn.",
            game=self.name,
            rules=self.rules,
            start=self.start,
            moves=self.course.moves,
            turn=self.course.turns[-1],
        )
        self.moves = self.course.moves[: len(self.course.moves) - self.course.half]

    def read(self, record, name=None, rules=None):
        pasted = unwrap(record)
        named = pasted.variant(name or self.name, self.rules if rules is None else rules)
        return read_course(make_game(*named), pasted)

    def write(self):
        """Answer the next question that asks for a game to be written down."""

        def asked():
            new = [
                m for m in self.stage.received if m["t"] == "write" and m["id"] not in self.known
            ]
            return new[-1:]

        [question] = self.person.wait(asked, "the question")
        self.known.add(question["id"])
        course = self.read(question["record"], question["game"], question["rules"])
        self.stage.tell({"t": "written", "id": question["id"], **course._asdict()})

    def cells(self):
        """What lies on the board's cells."""
        seen = self.person.look().values()
        return {spot.where: spot.tile or "empty" for spot in seen if spot.is_cell}

    def wait_for_cells(self, wanted):
        self.person.wait(lambda: wanted.items() <= self.cells().items(), f"the cells {wanted}")

    def taken(self):
        """The cells with something in them."""
        return {cell for cell, tile in self.cells().items() if tile not in EMPTY}

    def taken_after(self, moves):
        """The same after so many moves of the record, by the rules."""
        game = make_game(self.name, self.rules)
        game.load(self.course.positions[moves])
        codes = bytearray(game.rows * game.columns)
        game.expected(codes)
        return {self.stage.profile.cell_name(cell) for cell, code in enumerate(codes) if code}

    def where(self):
        return self.page.locator("#past [data-part='where']")

    def look_at(self, move):
        self.page.locator(f"#record ol button[data-at='{move}']").click()


@pytest.fixture
def table(stage):
    def table(name, moves="", **options):
        made = stage(profiles.of_game(name), host_game(name).alike, **options)
        return Table(made, name, moves)

    return table


@pytest.mark.parametrize(("name", "options"), [("flip", {}), LARGE_PHONE])
def test_a_move_of_the_record_shows_its_position_on_the_board(table, name, options):
    at = table(name, " ".join(random_moves(name, count=6)), **options)
    page = at.page
    live, wanted = at.cells(), at.taken_after(4)
    assert wanted != at.taken()
    at.look_at(4)
    at.person.wait(lambda: at.taken() == wanted, f"tiles on {wanted}")
    expect(at.where()).to_contain_text(f"Move 4 of {len(at.moves)} of your game")
    expect(page.locator("#shown .field")).to_be_visible()
    # Nothing has been studied, and nothing need be.
    assert {m["t"] for m in at.stage.received} & {"study", "guess"} == set()
    expect(page.locator("#analysis")).to_be_hidden()
    expect(page.locator("#record [aria-current='step']")).to_have_attribute("data-at", "4")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("#shown")).to_be_hidden()
    assert at.cells() == live


def test_a_link_shows_its_game_on_the_board_whatever_board_that_is(table):
    at = table("kono", **PHONE)
    page = at.page
    page.evaluate("location.hash = '#game=magician&rules=standard&g=c2c4.e6e4&n=2'")
    expect(page.locator("#analysis")).to_be_visible()
    at.write()
    at.wait_for_cells({"c4": "white pawn", "e4": "black pawn", "d4": "hole"})
    assert len(at.cells()) == 49
    expect(at.where()).to_have_text("Move 2 of 2 of another game: e4")
    page.keyboard.press("ArrowLeft")
    at.wait_for_cells({"e6": "black pawn", "e4": "empty"})
    # All of it is seen, with the panel open.
    sheet = page.locator("#panels").bounding_box()
    board = page.locator("#shown .frame").bounding_box()
    below = board["y"] + board["height"] > sheet["y"] and board["x"] + board["width"] > sheet["x"]
    assert not below, (board, sheet)
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("#shown")).to_be_hidden()
    assert len([where for where in at.cells() if "tray" not in where]) == 16
