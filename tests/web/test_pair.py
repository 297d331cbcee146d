"""Two boards that play each other, each with somebody's hands."""

import json
from functools import partial

import pytest
from at_board import LEFT, MIDDLE, power_cycle, ready, say, state
from one_board import PROFILE

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.hands.stage import Stage
from host_tools.board.messages import Menu, State, listen
from host_tools.play.web.pair import Pair

SUN, MOON = 0, 1
STEP_MS = 40
GAME = ["b2U", "b2Ea1D", "a1Ed4U"]
# What hands do for it, and how they undo it.
ACTS = (
    (("place_tile", SUN, True, "b2"), ("remove", "b2")),
    (("flip", "b2", "c2"), ("flip", "c2", "b2")),
    (("place_tile", MOON, False, "a1"), ("remove", "a1")),
    (("flip", "a1", "b1"), ("flip", "b1", "a1")),
    (("place_tile", SUN, True, "d4"), ("remove", "d4")),
)


def emulated(seed):
    """A calibrated board on an emulated chip."""
    stage = Stage(EmulatedBoard(PROFILE, seed=seed))
    stage.board.boot()
    for ask in ("calibrate", "gain", "place"):
        assert stage.wait_for(lambda ask=ask: state(stage).get("ask") == ask, 20_000), state(stage)
        if ask != "place":
            stage.press(MIDDLE)
    say(stage, c="set", players=1)
    return stage


class Two:
    """`board(seed)`: a board before its first move."""

    def __init__(self, board):
        self.boards = [board(seed) for seed in (0, 1)]
        self.told = []
        self.heard = 0  # messages of both
        self.on_message = lambda: None
        tells = [partial(self.tell, stage) for stage in self.boards]
        self.pair = Pair(tells, self.told.append)
        self.pull_out = [self.plug_in(player) for player in (0, 1)]
        for stage in self.boards:
            say(stage, c="hello")
        self.until(lambda: all(state(stage).get("friend") for stage in self.boards))

    def plug_in(self, player):
        """Hear this board; returns what ends that."""
        return listen(self.boards[player].board.lines, {
            State: partial(self.hear, player),
            Menu: lambda menu: self.pair.hear_menu(player, menu.items),
        })  # fmt: skip

    def hear(self, player, message):
        self.heard += 1
        self.pair.hear(player, message)
        self.on_message()

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
    return Two(ready)


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


def test_a_board_that_is_pulled_out_is_one_of_its_own_again():
    two = Two(partial(ready, starts=1, coach=1))
    first_moves(two)
    for player, stage in enumerate(two.boards):
        two.until(lambda stage=stage: state(stage)["settings"]["friend"] == 0)
        settings = state(stage)["settings"]
        assert (settings["players"], settings["starts"]) == (1, 1)
        assert settings["coach"] == 0, player  # not while they play each other
    other = two.boards[1]
    two.pull_out[1]()
    power_cycle(other)
    other.press(LEFT)  # a new game
    other.wait_for(lambda: state(other)["phase"] == "match", 3000)
    assert (state(other)["machine"], state(other)["friend"]) == (0, False)


@pytest.mark.chip
@pytest.mark.verify
def test_two_emulated_chips_play_each_other():
    first_moves(Two(emulated))


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
        settings = state(stage)["settings"]
        assert (settings["friend"], settings["players"]) == (0, 1)


class Hands:
    """Both people make the acts of GAME, each as soon as the own board asks for it."""

    def __init__(self, two):
        self.two = two
        self.made = [0, 0]  # acts at each board

    def act(self, player, number):
        how, *where = ACTS[self.made[player]][0] if number > 0 else ACTS[self.made[player] - 1][1]
        getattr(self.two.boards[player].hand, how)(*where)
        self.made[player] += number

    def attend(self, player):
        """Do what this board asks for."""
        stage = self.two.boards[player]
        found = state(stage)
        if found["phase"] == "resume":
            stage.press(MIDDLE)
        elif found["phase"] == "match":
            half = ";" in found["position"]
            known = (0, 1, 3, 5)[len(found["moves"]) - half] + half
            asked = found["turn"] == player or found["step"] is not None
            if known < self.made[player] and found["ask"] == "restore":
                self.act(player, -1)
            elif known == self.made[player] < len(ACTS) and asked:
                self.act(player, 1)
        stage.wait(STEP_MS)

    def play(self):
        for _ in range(2000):
            if all(state(stage).get("moves") == GAME for stage in self.two.boards):
                return
            for player in (SUN, MOON):
                self.attend(player)
        raise AssertionError([state(stage) for stage in self.two.boards])


def cut_at(two, player, number):
    """Play GAME; this board loses its power as soon as so many messages have come."""
    end = two.heard + number

    def cut():
        if two.heard == end:
            due.append(player)

    due, two.on_message = [], cut
    hands = Hands(two)
    attend = hands.attend

    def attend_or_cut(at):
        if due and at == due[0]:
            due.clear()
            power_cycle(two.boards[at])
        attend(at)

    hands.attend = attend_or_cut
    hands.play()
    return two.heard - end + number


@pytest.mark.parametrize(("player", "number"), [(SUN, 3), (SUN, 11), (MOON, 17)])
def test_a_power_cut_in_the_midst_loses_nothing(two, player, number):
    assert cut_at(two, player, number) > number, "the game was over before"


@pytest.mark.verify
@pytest.mark.parametrize("player", [SUN, MOON])
def test_a_power_cut_at_each_message_of_a_game_loses_nothing(player):
    count = cut_at(Two(ready), player, -1)
    assert count > 10
    for number in range(1, count):
        cut_at(Two(ready), player, number)
