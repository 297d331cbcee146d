"""Input on the line never stops or changes a running game, except a command for that: noise, half
lines, floods, JSON of any shape, commands with any arguments. Checked by position, record, journal
and settings."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from one_board import PROFILE

from host_tools.board.simulator.board import SimulatedBoard
from host_tools.lab.reliability.hostile.trial import Condition, try_batch
from lodeboard.link.commands import KNOWN
from lodeboard.link.inject import LAPSE_MS

MIDDLE = 2
MOVES = ["b2U", "b2Ec3d", "a1Sb4u"]
START = "1_U-uD-d----------"
FLOOD = 300
# What these do to a game is tested elsewhere; here they come with wrong arguments only.
CHANGING = ("set", "new", "back", "resign", "setup")

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["7fe0" * 16, "00" * 32, "ff" * 32, 10**400, "1_" + "-" * 16]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)
WORDS = st.sampled_from(
    ["c", "on", "raw", "held", "lights", "level", "variant", "position", "move", "moves", "x"]
)
# Never a whole change: a wrong field makes `set` refuse all of it, `setup` wants a text.
WRONG = {
    "set": {"nothing": 0},
    "setup": {"position": 5},
}
HARMLESS = [name for name in KNOWN if name not in CHANGING]


def _command(name, rest):
    return json.dumps({**rest, "c": name, **WRONG.get(name, {})})


COMMANDS = st.builds(
    _command,
    st.sampled_from([*HARMLESS, *WRONG, "fly", "", "__class__"]),
    st.dictionaries(WORDS, JSON),
)
CUT = st.builds(lambda line, at: line[: at % (len(line) + 1)], COMMANDS, st.integers(0, 200))
SPLICED = st.builds(lambda one, two: one + two, CUT, CUT)
NOISE = st.text(max_size=80) | st.binary(max_size=80).map(lambda data: data.decode("latin-1"))
LINES = st.one_of(COMMANDS, CUT, SPLICED, NOISE, JSON.map(json.dumps), st.just("[" * 500))


class Game:
    """A board in the middle of a game, its tiles lying as they should."""

    def __init__(self):
        self.board = SimulatedBoard(PROFILE, 3)
        self.board.boot()
        self.board.run_ms(1200)
        for _ in ("zeros", "no gains"):
            self.tap(MIDDLE)
            self.board.run_ms(1200)
        self.say({"c": "set", "players": 1})
        self.board.world.arrange(
            [(0, True), None, (1, True), (0, False), None, (1, False)] + 10 * [None]
        )
        self.say({"c": "setup", "position": START, "moves": []})
        self.board.run_ms(1500)
        self.stored = self.snapshot()
        assert self.stored[0]["phase"] == "match"
        assert self.stored[0]["ask"] == "lift"

    def tap(self, mask):
        self.board.press(mask)
        self.board.run_ms(100)
        self.board.release(mask)
        self.board.run_ms(100)

    def say(self, command):
        self.board.send_line(json.dumps(command))
        self.board.run_ms(100)

    def snapshot(self):
        self.board.send_line('{"c": "hello"}')
        self.board.run_ms(60)
        states = [json.loads(line) for line in self.board.serial_out if '"state"' in line]
        state = {
            key: states[-1].get(key)
            for key in ("phase", "ask", "position", "start", "moves", "result", "settings")
        }
        store = self.board.store
        return state, [store.load(name) for name in ("journal", "settings", "calibration")]

    def rest(self):
        """Until injections have lapsed and the board has looked at its own sensors again."""
        self.say({"c": "inject", "on": False})
        self.say({"c": "watch"})
        self.board.run_ms(1200)


def _check(game, lines):
    board = game.board
    for line in lines:
        board.send_line(line)
    waiting = len(board.port.lines.received)
    board.run_ms(20 * (waiting + 2))
    assert not board.port.lines.received
    for line in board.serial_out:
        assert line.isascii()
        assert line.isprintable()
    game.rest()
    assert board.app is not None
    assert game.snapshot() == game.stored
    del board.serial_out[:]


@pytest.fixture(scope="module")
def game():
    return Game()


@pytest.mark.slow
@settings(max_examples=60)
@given(lines=st.lists(LINES, max_size=6))
def test_no_lines_harm_a_running_game(game, lines):
    _check(game, lines)


@pytest.mark.verify
def test_many_more_lines_harm_no_running_game():
    """Seeded ones, as Hypothesis reads the sources of all modules that are loaded, which no long
    test may depend on."""
    for batch in range(5):
        counts = try_batch(Condition("lines-to-the-board"), 1000 + batch)
        assert counts.faults == []
        assert counts.refused > 0
        assert counts.valid > 0


@pytest.mark.parametrize(
    "line", ["x", '{"c": "hello"}', '{"c": "inject", "held": 0}', '{"c": "watch", "on": true}']
)
def test_a_flood_holds_up_no_tick_and_is_taken_in_order(game, line):
    board = game.board
    for _ in range(FLOOD):
        board.send_line(line)
    before = len(board.port.lines.received)
    board.run_ms(20)
    assert 1 <= before - len(board.port.lines.received) <= 3
    board.run_ms(20 * FLOOD)
    assert not board.port.lines.received
    game.rest()
    assert game.snapshot() == game.stored
    del board.serial_out[:]


def _raw(value):
    return value.to_bytes(2, "little").hex() * PROFILE.cells


@pytest.mark.parametrize(
    ("rest", "why"),
    [
        ({}, "wants raw or held"),
        ({"on": True}, "wants raw or held"),
        ({"raw": 5}, "16 readings of two bytes"),
        ({"raw": "7fe0"}, "16 readings of two bytes"),
        ({"raw": "zz" * 32}, "16 readings of two bytes"),
        ({"raw": "\u00e9" * 64}, "16 readings of two bytes"),
        ({"raw": _raw(65521)}, "at most 65520"),
        ({"held": 8}, "sum of 1 left"),
        ({"held": True}, "sum of 1 left"),
        ({"held": "1"}, "sum of 1 left"),
        ({"held": 9, "raw": _raw(32768)}, "sum of 1 left"),
    ],
)
def test_a_wrong_injection_is_refused_with_the_reason_and_nothing_of_it_done(game, rest, why):
    before = len(game.board.serial_out)
    game.say({"c": "inject", **rest})
    said = [json.loads(line) for line in game.board.serial_out[before:]]
    assert [message["t"] for message in said] == ["error"]
    assert why in said[0]["say"]


def test_injected_readings_and_buttons_lapse(game):
    board = game.board
    before = len(board.serial_out)
    game.say({"c": "inject", "raw": _raw(32768), "held": 1})
    assert any('"inject", "on": true' in line for line in board.serial_out[before:])
    board.run_ms(LAPSE_MS + 100)
    assert any('"inject", "on": false' in line for line in board.serial_out[before:])
    assert any("own sensors" in line for line in board.serial_out[before:])
    game.tap(1)  # the button is free again: this is a press
    game.rest()
    game.say({"c": "setup", "position": START, "moves": []})
    board.run_ms(1500)
    assert game.snapshot() == game.stored
