"""Two boards that play each other, each with somebody's hands."""

import json
from functools import partial

import pytest
from at_board import LEFT, MIDDLE, power_cycle, ready, say, state

from host_tools.board.messages import Menu, State, listen
from host_tools.play.web.pair import Pair

SUN, MOON = 0, 1
STEP_MS = 40


class Two:
    def __init__(self):
        self.boards = [ready(seed=seed) for seed in (0, 1)]
        self.told = []
        tells = [partial(self.tell, stage) for stage in self.boards]
        self.pair = Pair(tells, self.told.append)
        for player, stage in enumerate(self.boards):
            listen(stage.board.lines, {
                State: partial(self.pair.hear, player),
                Menu: lambda menu, player=player: self.pair.hear_menu(player, menu.items),
            })  # fmt: skip
        for stage in self.boards:
            say(stage, c="hello")
        self.until(lambda: all(state(stage).get("friend") for stage in self.boards))

    @staticmethod
    def tell(stage, line):
        stage.board.send_line(json.dumps(line))

    def until(self, seen, most_ms=40_000):
        """Both run until this is so."""
        for _ in range(most_ms // STEP_MS):
            if seen():
                return
            for stage in self.boards:
                stage.wait(STEP_MS)
        raise AssertionError([state(stage) for stage in self.boards])

    def moves(self, *wanted):
        """Both have exactly these moves."""
        self.until(lambda: all(state(stage)["moves"] == list(wanted) for stage in self.boards))

    def asks(self, player):
        """The lights of a board ask for the other's move."""
        stage = self.boards[player]
        self.until(lambda: state(stage)["step"] is not None and state(stage)["ask"] != "wait")


@pytest.fixture
def two():
    return Two()


def first_moves(two):
    """Each has made a move, and both boards have both."""
    one, other = two.boards
    one.hand.place_tile(SUN, True, "b2")
    two.asks(1)
    other.hand.place_tile(SUN, True, "b2")
    two.moves("b2U")
    two.until(lambda: state(other)["say"].startswith("Your turn"))
    other.hand.flip("b2", "c2")
    two.until(lambda: ";" in state(other)["position"])
    other.hand.place_tile(MOON, False, "a1")
    two.asks(0)
    one.hand.flip("b2", "c2")
    two.until(lambda: ";" in state(one)["position"])
    one.hand.place_tile(MOON, False, "a1")
    two.moves("b2U", "b2Ea1D")


def test_each_board_asks_by_its_lights_for_what_was_moved_at_the_other(two):
    assert [state(stage)["machine"] for stage in two.boards] == [2, 1]
    first_moves(two)
    one, other = two.boards
    assert state(one)["say"].startswith("Your turn")
    two.until(lambda: state(other)["ask"] == "wait")


def test_a_board_without_power_goes_on_where_it_was(two):
    first_moves(two)
    one, other = two.boards
    power_cycle(other)
    assert state(other)["phase"] == "resume"
    one.hand.flip("a1", "b1")
    two.until(lambda: ";" in state(one)["position"])
    one.hand.place_tile(SUN, True, "d4")
    two.until(lambda: len(state(one)["moves"]) == 3)
    other.press(MIDDLE)
    two.asks(1)
    other.hand.flip("a1", "b1")
    two.until(lambda: ";" in state(other)["position"])
    other.hand.place_tile(SUN, True, "d4")
    two.moves("b2U", "b2Ea1D", "a1Ed4U")


def test_a_move_that_was_taken_back_is_undone_at_the_other_board(two):
    first_moves(two)
    one, other = two.boards
    one.hand.flip("a1", "b1")
    two.until(lambda: ";" in state(one)["position"])
    one.hand.place_tile(SUN, True, "d4")
    two.asks(1)
    one.press(LEFT)
    two.until(lambda: len(state(one)["moves"]) == 2 and state(one)["ask"] == "restore")
    one.hand.remove("d4")
    one.hand.flip("b1", "a1")
    two.until(lambda: state(one)["say"].startswith("Your turn"))
    one.hand.flip("a1", "a2")
    two.until(lambda: ";" in state(one)["position"])
    one.hand.place_tile(SUN, False, "d4")
    two.until(lambda: state(one)["moves"][2:] == ["a1Sd4D"])
    two.asks(1)
    other.hand.flip("a1", "a2")
    two.until(lambda: ";" in state(other)["position"])
    other.hand.place_tile(SUN, False, "d4")
    two.moves("b2U", "b2Ea1D", "a1Sd4D")


def test_both_play_the_first_boards_game_and_end_as_boards_of_their_own(two):
    one, other = two.boards
    say(one, c="set", variant=1)
    two.until(lambda: state(other)["rules"] == "eclipse" and state(other)["friend"])
    two.pair.end()
    for stage in two.boards:
        stage.wait(200)
        assert state(stage)["settings"]["friend"] == 0
