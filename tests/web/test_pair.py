"""Two boards that play each other, each with somebody's hands."""

import json
from functools import partial

import pytest
from at_board import LEFT, MIDDLE, power_cycle, ready, say, state
from one_board import PROFILE

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.hands.stage import Stage
from host_tools.board.messages import Menu, MenuItem, State, listen
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
        for player, stage in enumerate(self.boards):
            listen(stage.board.lines, {
                State: partial(self.hear, player),
                Menu: lambda menu, player=player: self.pair.hear_menu(player, menu.items),
            })  # fmt: skip
        for stage in self.boards:
            say(stage, c="hello")
        self.until(lambda: all(state(stage).get("friend") for stage in self.boards))

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
        assert state(stage)["settings"]["friend"] == 0


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


class Lines:
    """Both boards without boards: what they are told, and states made up for them."""

    def __init__(self, **of_both):
        self.told = []
        self.lines = ([], [])
        self.pair = Pair([self.lines[0].append, self.lines[1].append], self.told.append)
        self.states = [
            {
                "phase": "match", "game": "flip", "rules": "magic", "ask": "wait", "say": "Well.",
                "settings": {}, "moves": [], "start": "1_x", "position": "1_x", "friend": True,
                "turn": 1 - player, **of_both,
            }
            for player in (0, 1)
        ]  # fmt: skip

    def hear(self, player, **changes):
        """The lines that both are sent at this state."""
        for lines in self.lines:
            lines.clear()
        self.states[player].update(changes)
        self.pair.hear(player, State(**self.states[player]))
        return [list(lines) for lines in self.lines]


def test_the_second_board_changes_to_the_first_ones_game_if_it_has_that():
    lines = Lines(rules="")
    lines.hear(0, game="magician")
    assert lines.hear(1, moves=["a"]) == [[], []]
    assert lines.told == ["The second board cannot play magician: choose another game."]
    lines.hear(1)
    assert len(lines.told) == 1
    lines.pair.hear_menu(1, [MenuItem("game", "variant", ["flip", "magician"])])
    wanted = [{"c": "set", "variant": 1}, {"c": "new"}]
    assert lines.hear(1) == [[], wanted]
    assert lines.hear(1) == [[], wanted[1:]]  # still the old game: the setting is sent once
    lines.hear(1, moves=[], game="other", rules="eclipse")
    assert lines.lines[1] == wanted[:1]


def test_a_board_that_plays_on_its_own_is_set_to_play_a_friend():
    lines = Lines()
    lines.hear(0)
    assert lines.hear(1, friend=False) == [
        [],
        [
            {"c": "set", "players": 0, "coach": 0, "fair": 0, "starts": 1, "friend": 1},
            {"c": "setup", "position": "1_x", "moves": []},
        ],
    ]
    assert lines.hear(1, phase="menu", friend=False) == [[], []]
    for player in (0, 1):
        lines.states[player]["settings"] = {"friend": 1 - player}
        lines.hear(player)
    lines.pair.end()
    assert [each[-1:] for each in lines.lines] == [[{"c": "set", "friend": 0}], []]
    assert lines.hear(1, phase="match", friend=False) == [[], []]


def test_each_is_brought_just_the_moves_that_it_lacks():
    lines = Lines()
    lines.hear(0)
    lines.hear(1, ask="place")
    assert lines.hear(0, moves=["b2U"]) == [[], []]  # the second board does not wait yet
    assert lines.hear(1, ask="wait") == [[], [{"c": "play", "move": "b2U"}]]
    assert lines.hear(1) == [[], []]
    lines.hear(1, moves=["b2U"])
    lines.hear(0, ask="place")
    assert lines.hear(1, moves=["b2U", "b2Ea1D"]) == [[], []]
    half = {"ask": "wait", "moves": ["b2U", "b2E"], "position": "1_y;b2E"}
    assert lines.hear(0, **half) == [[{"c": "play", "move": "a1D"}], []]
    other = {"moves": ["b2U", "b2S"], "position": "1_y;b2S"}
    assert lines.hear(0, **other) == [[{"c": "setup", "position": "1_x", "moves": ["b2U"]}], []]
    assert lines.told == []


def test_the_end_of_a_game_is_told_once():
    lines = Lines(moves=["b2U"])
    lines.hear(0)
    for player in (1, 0, 1):
        lines.hear(player, result="win", say="The first player has won.")
    assert lines.told == ["The first player has won."]
    lines.hear(1, result=None)
    lines.hear(1, result="win", say="The second player has won.")
    assert lines.told[1:] == ["The second player has won."]
