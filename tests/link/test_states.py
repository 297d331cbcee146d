"""Each state message has the new moves only, and a listener ends up with all moves."""

import json

import pytest

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.whole_states import HELLO, WholeStates
from lodeboard.boards.profile import LINE_BYTES, Profile
from lodeboard.boards.tile4x4 import DATA

PROFILE = Profile(DATA)
START = "1_----------------"
MIDDLE = 2


class Wire:
    """A board of two people, and the states that go over its cable."""

    def __init__(self):
        self.states = []
        self.stage = Stage(SimulatedBoard(PROFILE))
        self.stage.board.wire.subscribe(self._hear)
        self.stage.board.boot()
        self.stage.wait(1200)
        self.stage.set_zeros()
        self.stage.wait(1200)
        self.say(c="set", players=1)

    def _hear(self, _now_ms, line):
        if '"t": "state"' in line:
            self.states.append(json.loads(line))

    def say(self, **command):
        """The moves sent in answer, each with the index of the first; the last state."""
        before = len(self.states)
        self.stage.board.send_line(json.dumps(command))
        self.stage.wait(200)
        reported = [(state["moves_from"], state["moves"]) for state in self.states[before:]]
        return [each for each in reported if each[1]], self.states[-1]

    def whole(self):
        """The last state as it is passed on."""
        lines = [line for line in self.stage.board.serial_out if '"t": "state"' in line]
        return json.loads(lines[-1])


@pytest.fixture
def wire():
    return Wire()


def test_only_what_is_new_is_told(wire):
    moves = ["b2U", "b2Ea1D", "a1Sd4U"]
    assert wire.say(c="setup", position=START, moves=moves)[0] == [(0, moves)]
    reported, state = wire.say(c="back")
    assert (reported, state["moves_from"]) == ([], 2)
    assert wire.whole()["moves"] == moves[:2]
    reported, state = wire.say(c="set", level=1)
    assert (reported, state["moves_from"], wire.whole()["moves"]) == ([], 2, moves[:2])
    reported, _ = wire.say(c="hello")
    assert reported == [(0, moves[:2])]
    reported, state = wire.say(c="setup", position=START, moves=moves[:1])
    assert reported == [(0, moves[:1])]
    numbers = [state["number"] for state in wire.states]
    assert numbers == list(range(len(numbers)))


def test_half_a_move_is_told_and_then_the_whole_of_it(wire):
    stage = wire.stage
    stage.take("U")
    stage.set_down("b2")
    stage.wait(1500)
    assert wire.whole()["moves"] == ["b2U"]
    before = len(wire.states)
    stage.hand.lift(stage.topmost("b2"))
    stage.hand.turn()
    stage.set_down("b3")
    stage.wait(2500)
    assert wire.whole()["moves"] == ["b2U", "b2S"]
    stage.take("u")
    stage.set_down("d4")
    stage.wait(2500)
    assert wire.whole()["moves"] == ["b2U", "b2Sd4U"]
    reported = [(state["moves_from"], state["moves"]) for state in wire.states[before:]]
    assert [each for each in reported if each[1]] == [(1, ["b2S"]), (1, ["b2Sd4U"])]


def _line(number, first=None, moves=None, **rest):
    message = {"t": "state", "number": number, **rest}
    if first is not None:
        message |= {"moves_from": first, "moves": moves}
    return json.dumps(message)


def test_a_listener_that_missed_a_state_asks_for_all():
    asked = []
    states = WholeStates(asked.append)
    assert json.loads(states.whole(_line(0, 0, ["a"])))["moves"] == ["a"]
    assert json.loads(states.whole(_line(1, 1, ["b"])))["moves"] == ["a", "b"]
    assert states.whole(_line(3, 1, ["d"])) == ""  # 2 was missed, and may have said anything
    assert asked == [HELLO]
    assert states.whole(_line(4, 2, ["e"])) == ""  # the answer has yet to come
    said = json.loads(states.whole(_line(5, 0, ["a", "d", "e"], ask="place")))
    assert said == {"t": "state", "ask": "place", "moves": ["a", "d", "e"]}
    assert json.loads(states.whole(_line(6, 1, [])))["moves"] == ["a"]
    assert len(asked) == 2


def test_a_state_without_a_game_is_passed_on_and_counts():
    asked = []
    states = WholeStates(asked.append)
    assert "moves" not in json.loads(states.whole(_line(7, phase="menu")))
    assert states.whole(_line(8, 1, ["b"])) == ""
    assert asked == [HELLO]
    states.whole(_line(9, 0, ["a"]))
    assert "moves" not in json.loads(states.whole(_line(10, phase="menu")))
    assert json.loads(states.whole(_line(11, 1, ["b"])))["moves"] == ["a", "b"]
    states.whole('{"t": "hello"}')
    assert json.loads(states.whole(_line(12, 0, ["c"])))["moves"] == ["c"]


@pytest.mark.parametrize("line", ["", "x", '{"t": "state"', '[{"t": "state"}]', '{"t": "menu"}'])
def test_other_lines_are_passed_on_as_they_are(line):
    assert WholeStates(lambda _: None).whole(line) == line


def test_the_longest_game_fits_into_a_line():
    moves = ["@d4xe4"] * 300
    position = "rmnknmr/pppXppp/X5X/X2X2X/X5X/PPPXPPP/RMNKNMR w AGag - 0 1"
    assert len(json.dumps({"c": "setup", "position": position, "moves": moves})) < LINE_BYTES


def test_a_line_as_long_as_may_be_is_obeyed(wire):
    errors = []
    wire.stage.board.wire.subscribe(lambda _, line: errors.append(line))
    command = {"c": "setup", "position": START, "moves": ["b2U"], "note": ""}
    command["note"] = "x" * (LINE_BYTES - len(json.dumps(command)))
    assert wire.say(**command)[1]["start"] == START
    assert wire.whole()["moves"] == ["b2U"]
    assert not any('"t": "error"' in line for line in errors)
    wire.say(**command, more=1)
    assert any('"t": "error"' in line for line in errors)
