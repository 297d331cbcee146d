"""The automatic hand: it follows the lights only, and stops when a person takes a tile."""

import math

import pytest
from at_board import state
from playwright.sync_api import expect
from web.person import Person
from web.serving import PROFILE, centres

from host_tools.board.hands.acts import Drop, Grab, Help, Move
from host_tools.board.hands.automatic import HOLDER
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.play.web.messages import Scene, Tell
from host_tools.play.web.runner import BoardRunner


def set_zeros(page):
    """Sit down at a board that is new: its plate is empty, so the middle button is pressed."""
    Person(page).wait_for_words("middle button")
    page.keyboard.press("2")
    Person(page).leave_gains()
    Person(page).wait_for_words("Your turn")


EMPTY = "1_" + 16 * "-"
PERSON = 1
THREE = 1  # the setting of a clock of three minutes
MEND_MS = 12_000
LONG_MS = 60_000


class Table:
    """A real board with a helping hand, ticked as fast as it will."""

    def __init__(self, start=EMPTY, **settings):
        self.board = SimulatedBoard(PROFILE, 1)
        self.moments = []
        self.runner = BoardRunner(
            self.board, PROFILE.tick_ms, centres(self.board), self.moments.append
        )
        self.runner.equip(self.board)
        self.board.boot()
        self.ask(Scene(3, settings=settings, start=start))
        self.tick()

    def ask(self, act):
        assert self.runner.ask(PERSON, act) is None

    def tick(self):
        self.runner.tick()

    def run(self, holds, timeout_ms=LONG_MS):
        end = self.board.now_ms + timeout_ms
        while not holds():
            assert self.board.now_ms < end, (self.state, self.report)
            self.tick()

    def run_ms(self, ms):
        end = self.board.now_ms + ms
        self.run(lambda: self.board.now_ms >= end, ms + 100)

    @property
    def state(self):
        return state(self.board)

    def answered(self):
        """It is the first player's turn again."""
        state = self.state
        return len(state["moves"]) == 2 and state["turn"] == 0 and state["ask"] == "lift"

    @property
    def report(self):
        notes = [note for moment in self.moments for note in moment.notes if note["t"] == "helper"]
        return notes[-1]

    def holder(self, tile):
        return self.moments[-1].picture.tiles[tile][7]

    def in_helpers_hand(self):
        found = [tile for tile in range(16) if self.holder(tile) == HOLDER]
        return found[0] if found else None

    def place(self, cell, tile=0):
        """A person places a tile."""
        at = centres(self.board)[cell]
        self.ask(Grab(tile))
        self.ask(Move(*at))
        self.run(lambda: math.dist(self.xy(tile), at) < 3)
        self.ask(Drop(*at))
        self.run(lambda: not self.board.world.tile(tile).held)

    def xy(self, tile):
        body = self.board.world.tile(tile)
        return body.x_mm, body.y_mm


@pytest.fixture
def table():
    return Table()


def test_nothing_is_done_for_those_who_did_not_ask(table):
    table.place(5)
    table.run(lambda: table.state["ask"] == "lift")
    table.run_ms(4000)
    assert table.state["ask"] == "lift"


def test_the_boards_moves_are_carried_out(table):
    table.ask(Help("board", "fast"))
    table.place(5)
    table.run(table.answered)
    state = table.state
    assert [len(move) for move in state["moves"]] == [3, 6]
    assert state["turn"] == 0
    table.run_ms(6000)  # and it stays out of the person's turn
    assert table.state == state


def test_both_sides_play_a_whole_game_and_people_are_back_after_it(table):
    table.ask(Help("both", "fast"))
    table.run(lambda: table.report["mode"] == "both")
    table.run(lambda: table.report["mode"] == "off", 300_000)
    assert table.report["why"] == "The game is over."
    assert table.state["result"] in ("win", "lose", "tie")
    assert table.state["wrong"] == []
    table.run_ms(500)
    assert table.state["settings"]["players"] == 0


def test_both_sides_play_on_from_where_the_game_is():
    table = Table()
    table.ask(Help("board", "fast"))
    table.place(0)
    table.run(table.answered)
    moves = table.state["moves"]
    table.ask(Help("both"))
    table.run(lambda: len(table.state["moves"]) > len(moves) + 1)
    assert table.state["moves"][:2] == moves
    assert table.state["machine"] == 3


def both_and_back(table):
    """The helper plays both sides for a move, and people go on."""
    moves = len(table.state["moves"])
    table.ask(Help("both", "fast"))
    table.run(lambda: len(table.state["moves"]) > moves and table.state["machine"] == 3)
    table.ask(Help("off"))
    table.run(lambda: table.state["machine"] != 3)
    table.run_ms(100)
    assert len(table.state["moves"]) > moves


def test_people_get_their_clocks_back_after_both_sides_were_played():
    table = Table(players=1, clock=THREE)
    table.place(5)
    table.run(lambda: table.state["turn"] == 1)
    moves, left = table.state["moves"], [123_000, 45_000]
    table.ask(Tell({"c": "setup", "position": EMPTY, "moves": moves, "clock": left}))
    table.run(lambda: table.state["clock"]["left"][0] == left[0])
    both_and_back(table)
    found = table.state["clock"]
    assert found["control"] == THREE
    assert found["left"] == pytest.approx(left, abs=1000)


def test_people_get_their_own_side_back_after_both_sides_were_played():
    table = Table(players=0, starts=0)
    table.ask(Help("board", "fast"))
    table.place(0)
    table.run(table.answered)
    table.ask(Tell({"c": "set", "starts": 1}))  # for the next game
    table.run(lambda: table.state["settings"]["starts"] == 1)
    machine = table.state["machine"]
    both_and_back(table)
    assert table.state["machine"] == machine
    assert table.state["settings"]["starts"] == 1


def test_a_person_who_takes_a_tile_takes_over(table):
    table.ask(Help("both", "normal"))
    table.run(lambda: table.in_helpers_hand() is not None)
    held = table.in_helpers_hand()
    home = table.board.world.home(table.board.world.tile(held))
    table.ask(Grab(15))
    table.run(lambda: table.holder(15) == PERSON)
    table.run(lambda: table.report["mode"] == "off")
    assert "You picked up a tile" in table.report["why"]
    table.run(lambda: table.in_helpers_hand() is None)
    assert math.dist(table.xy(held), home) < 3
    assert table.holder(15) == PERSON
    table.ask(Drop())
    table.run_ms(4000)
    assert table.in_helpers_hand() is None


def test_it_waits_for_a_persons_hand_and_then_goes_on(table):
    table.ask(Help("board", "slow"))
    table.place(5)
    table.run(lambda: table.in_helpers_hand() is not None)
    table.ask(Grab(15))
    table.run(lambda: table.report["waits"])
    table.run(lambda: table.in_helpers_hand() is None)
    table.run_ms(5000)
    assert table.in_helpers_hand() is None
    assert math.dist(table.xy(0), centres(table.board)[5]) < 3  # back where it lay
    table.ask(Drop(*table.board.world.home(table.board.world.tile(15))))
    table.run(table.answered)
    assert not table.report["waits"]


def test_its_tile_is_handed_over_to_the_page_that_takes_it(table):
    table.ask(Help("board", "slow"))
    table.place(5)
    table.run(lambda: table.in_helpers_hand() == 0)
    table.run_ms(200)
    table.ask(Grab(0))
    table.run(lambda: table.holder(0) == PERSON, 100)
    assert table.report["mode"] == "board"


def test_stop_puts_back_what_it_holds(table):
    table.ask(Help("board", "slow"))
    table.place(5)
    table.run(lambda: table.in_helpers_hand() == 0)
    table.run_ms(700)
    table.ask(Help("off"))
    table.run(lambda: table.in_helpers_hand() is None)
    assert math.dist(table.xy(0), centres(table.board)[5]) < 3
    assert table.board.world.tile(0).up
    table.run_ms(4000)
    assert table.state["ask"] == "lift"


def test_a_slip_is_the_persons_to_mend_at_first(table):
    table.ask(Help("board", "fast"))
    table.place(5)
    table.run(table.answered)
    table.place(12, 1)
    table.run(lambda: table.state["wrong"] == ["a4"])
    table.run_ms(2000)
    assert table.state["wrong"] == ["a4"]
    table.run(lambda: table.state["wrong"] == [], MEND_MS)
    assert table.board.world.tile(1).rest == "table"


def test_a_tile_in_its_hand_moves_smoothly(table):
    table.ask(Help("board", "normal"))
    table.place(5)
    table.run(lambda: table.in_helpers_hand() == 0)
    before = table.xy(0)
    strides = []
    while table.in_helpers_hand() == 0:
        table.tick()
        strides.append(math.dist(before, table.xy(0)))
        before = table.xy(0)
    assert sum(strides) > 30
    assert max(strides) < 16


def test_without_power_it_rests(table):
    table.ask(Help("board", "fast"))
    table.place(5)
    table.board.power_cut()
    table.run_ms(3000)
    assert table.report["mode"] == "board"
    assert table.in_helpers_hand() is None


# In the browser


@pytest.mark.browser
@pytest.mark.verify
@pytest.mark.worker("verify")
def test_a_tile_taken_on_the_page_stops_the_hand(open_page):
    page = open_page()
    set_zeros(page)
    hand = page.get_by_role("group", name="A hand that moves tiles for you")
    hand.get_by_role("button", name="Both sides").click()
    expect(page.locator(".tile.held")).to_have_count(1)
    person = Person(page)
    person.lift(person.spare("moon", "up"), "drag")
    expect(hand.get_by_role("status")).to_contain_text("You picked up a tile")
    expect(page.locator(".tile.held")).to_have_count(1)  # mine
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".tile.held")).to_have_count(0)
