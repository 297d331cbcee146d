"""The line protocol: what a computer may say to a board, sense and nonsense."""

import json
import struct

import pytest
from at_board import MIDDLE, START, messages, ready, say, state
from hypothesis import given, settings
from hypothesis import strategies as st
from one_board import PROFILE

from host_tools.board.hands.follow import follow
from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard


@pytest.fixture
def stage():
    return ready()


def test_hello_is_answered_with_menu_andstate(stage):
    answer = say(stage, c="hello")
    assert [message["t"] for message in answer] == ["hello", "menu", "state"]
    fields = [item["field"] for item in answer[1]["items"] if item["field"]]
    assert sorted([*fields, "fair", "clock"]) == sorted(
        answer[2]["settings"]
    )  # which are among other values


def test_settings_are_taken_and_kept(stage):
    say(stage, c="set", level=3, brightness=0)
    assert state(stage)["settings"]["level"] == 3
    stage.board.boot()
    stage.wait(1500)
    assert state(stage)["settings"]["brightness"] == 0


def test_other_rules_begin_again_where_nothing_was_played(stage):
    say(stage, c="set", variant=1)
    assert state(stage)["rules"] == "eclipse"


IMPOSSIBLE = [
    ({"c": "set", "level": 99}, "level is a whole number from 0 to 5"),
    ({"c": "set", "level": "hard"}, "level is a whole number"),
    ({"c": "set", "level": True}, "level is a whole number"),
    ({"c": "set", "level": 1.0}, "level is a whole number"),
    ({"c": "set", "level": None}, "level is a whole number"),
    ({"c": "set", "level": [1]}, "level is a whole number"),
    ({"c": "set", "variant": True}, "variant is a whole number"),
    ({"c": "set", "variant": -1}, "variant is a whole number"),
    ({"c": "set", "variant": 99}, "variant is a whole number from 0 to"),
    ({"c": "set", "players": False}, "players is a whole number"),
    ({"c": "set", "coach": True}, "coach is a whole number"),
    ({"c": "set", "brightness": 0, "sound": False}, "sound is a whole number"),
    ({"c": "set", "brightness": 4}, "brightness is a whole number from 0 to 3"),
    ({"c": "set", "colour": 1}, "There is no setting colour"),
    ({"c": "set", "level": 1, "sound": -1}, "sound is"),
    ({"c": "fly"}, "Unknown command"),
    ({"c": "setup"}, "wants a position"),
    ({"c": "setup", "position": "1_UU"}, "cannot be set up"),
    ({"c": "setup", "position": "1_" + 16 * "-", "moves": ["b2Ea1U"]}, "cannot be set up"),
    ({"c": "setup", "position": "1_" + 16 * "-", "moves": [[]]}, "cannot be set up"),
    ({"c": "setup", "position": "1_" + 16 * "-", "moves": [True]}, "cannot be set up"),
    ({"c": "setup", "position": True}, "wants a position"),
    ({"c": "setup", "position": "1_" + 16 * "-", "moves": True}, "wants a position"),
    ({"c": "inject", "on": 0}, "wants raw or held"),
    ({"c": "inject", "on": True}, "wants raw or held"),
]


def test_what_cannot_be_done_is_refused_with_the_reason(stage):
    before = state(stage)
    for command, why in IMPOSSIBLE:
        answer = say(stage, **command)
        assert [message["t"] for message in answer] == ["error"], command
        assert why in answer[0]["say"]
        assert state(stage) == before, command


def test_a_game_command_is_refused_where_there_is_no_game():
    stage = Stage(SimulatedBoard(PROFILE))
    stage.board.boot()
    stage.wait(1500)
    assert "No game is running now (calibrate)" in say(stage, c="new")[0]["say"]


def test_a_position_is_set_up_and_the_lights_lead_there(stage):
    moves = ["b2U", "b2Ea1D"]
    say(stage, c="setup", position="1_----------------", moves=moves)
    assert state(stage)["ask"] == "restore"
    assert state(stage)["moves"] == moves
    stage.wait(1500)
    follow(stage)
    assert (state(stage)["ask"], state(stage)["position"]) == ("lift", "1_d-----D---------")


def test_half_a_turn_that_was_taken_back_is_set_up_again(stage):
    start, moves = "1_----------------", ["b2U", "b2E"]
    say(stage, c="setup", position=start, moves=moves)
    half = state(stage)
    assert (half["moves"], half["position"]) == (moves, "2_-----U----------;b2E")
    say(stage, c="back")
    assert state(stage)["moves"] == ["b2U"]
    say(stage, c="setup", position=start, moves=moves)
    assert (state(stage)["moves"], state(stage)["position"]) == (moves, half["position"])
    stage.wait(1500)
    follow(stage)
    assert (state(stage)["ask"], state(stage)["turn"]) == ("place", 1)
    # No move begins like this.
    answer = say(stage, c="setup", position=start, moves=["b2U", "b2"])
    assert "That cannot be set up" in answer[0]["say"]


def test_a_position_is_set_up_by_the_rules_that_are_set(stage):
    start = "1_----------------"
    say(stage, c="setup", position=start, moves=["b2U"])
    say(stage, c="set", variant=1)
    assert state(stage)["rules"] == "magic"  # of the game that is on
    say(stage, c="setup", position=start, moves=["c2U"])
    assert (state(stage)["rules"], state(stage)["moves"]) == ("eclipse", ["c2U"])


@pytest.mark.parametrize("undone", [1, 2])
def test_a_game_is_set_up_by_settings_that_hold_for_it_alone(stage, undone):
    """As the page makes moves again after other settings were chosen for the next game."""
    moves = ["a1U", "a1Ea1U"]
    say(stage, c="setup", position=START, moves=moves)
    chosen = {"variant": 1, "players": 0, "friend": 0}
    say(stage, c="set", **chosen)
    for _ in range(undone):
        say(stage, c="back")
    for command in (
        {"c": "set", "variant": 0, "players": 0, "starts": 1, "friend": 1},
        {"c": "setup", "position": START, "moves": moves},
        {"c": "set", **chosen, "starts": 0},
    ):
        stage.board.send_line(json.dumps(command))
    stage.wait(300)
    now = state(stage)
    assert (now["rules"], now["machine"], now["friend"], now["moves"]) == ("magic", 1, True, moves)
    assert {name: now["settings"][name] for name in chosen} == chosen


def test_a_set_up_game_outlives_a_power_cut(stage):
    start = "1_UUD-ddu---------"
    say(stage, c="setup", position=start, moves=["a2Sd4D"])
    after = state(stage)["position"]
    stage.board.boot()
    stage.wait(1500)
    assert state(stage)["phase"] == "resume"
    assert state(stage)["position"] == after


def test_back_and_new_and_resign(stage):
    say(stage, c="setup", position="1_----------------", moves=["b2U"])
    say(stage, c="back")
    assert state(stage)["moves"] == []
    say(stage, c="setup", position="1_----------------", moves=["b2U"])
    say(stage, c="resign")
    assert state(stage)["result"] == "lose"
    say(stage, c="new")
    assert state(stage)["moves"] == []


def test_an_injected_press_is_a_press(stage):
    assert state(stage)["phase"] == "match"
    say(stage, c="inject", held=MIDDLE)
    say(stage, c="inject", held=0)
    assert state(stage)["phase"] == "menu"


def test_a_board_whose_zeros_came_from_a_computer_asks_for_its_own_afterwards():
    stage = Stage(SimulatedBoard(PROFILE))
    stage.board.boot()
    stage.wait(1000)
    raw = struct.pack(f"<{PROFILE.cells}H", *[PROFILE.raw_middle] * PROFILE.cells).hex()
    for held in (0, MIDDLE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, MIDDLE, 0, 0, 0):
        say(stage, c="inject", raw=raw, held=held)
    assert state(stage)["phase"] == "match"
    say(stage, c="inject", on=False)
    stage.wait(500)
    assert state(stage)["phase"] == "calibrate"


def test_readings_are_told_while_somebody_watches(stage):
    say(stage, c="watch", on=True)
    before = len(stage.board.serial_out)
    stage.wait(1000)
    cells = messages(stage, "cells", before)
    assert 4 <= len(cells) <= 6
    assert all(abs(mv) < 5 for mv in cells[-1]["mv"])
    say(stage, c="watch", on=False)
    before = len(stage.board.serial_out)
    stage.wait(1000)
    assert len(stage.board.serial_out) == before


@pytest.mark.parametrize(
    "line", ["", "{", "[]", "null", '{"c": 5}', "\x00\xff", "9" * 5000, "{" * 3000, "[" * 900]
)
def test_lines_that_make_no_sense_are_answered_and_change_nothing(stage, line):
    before = state(stage)
    assert say(stage, line)[-1]["t"] == "error"
    assert state(stage) == before


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
_FUZZ_STAGE = []


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(
    st.one_of(
        st.text(max_size=60),
        st.builds(
            lambda name, rest: json.dumps({**rest, "c": name}),
            st.sampled_from(["hello", "set", "setup", "watch", "fly"]),
            st.dictionaries(st.sampled_from(["level", "position", "moves", "on", "x"]), _JSON),
        ),
    )
)
def test_no_line_can_harm_the_board(line):
    if not _FUZZ_STAGE:
        _FUZZ_STAGE.append(ready())
    stage = _FUZZ_STAGE[0]
    stage.board.send_line(line)
    stage.wait(60)
    assert stage.board.app is not None
    assert state(stage)["phase"] == "match"


def test_lines_to_a_computer_are_printable(stage):
    say(stage, c="hello")
    for line in stage.board.serial_out:
        assert line.isascii()
        assert line.isprintable()


def test_a_setting_changed_from_afar_is_said_in_the_open_menu(stage):
    stage.press(MIDDLE)
    assert "magic" in state(stage)["say"]
    say(stage, c="set", variant=1)
    assert "eclipse" in state(stage)["say"]


@pytest.mark.parametrize("value", [1, "true", [True], None])
def test_only_true_switches_the_readings_on(stage, value):
    before = len(stage.board.serial_out)
    say(stage, c="watch", on=value, lights=value)
    stage.wait(500)
    assert len(stage.board.serial_out) == before


READINGS = json.dumps({"c": "inject", "held": 0})


@pytest.mark.parametrize(
    ("lines", "taken"),
    [
        (['{"c": "hello"}'] * 4, 1),
        (['{"c": "set", "level": 2}', '{"c": "set", "level": 3}'], 1),
        (['{"c": "new"}', '{"c": "new"}'], 1),
        (['{"c": "fly"}'] * 4, 1),
        (["noise"] * 4, 1),
        (["noise", '{"c": "hello"}'], 1),
        ([READINGS] * 4, 3),  # many come, and each is soon taken
        ([READINGS, '{"c": "hello"}', READINGS], 2),
        ([READINGS, "noise", '{"c": "hello"}'], 2),
    ],
)
def test_one_tick_obeys_one_command(stage, lines, taken):
    for line in lines:
        stage.board.send_line(line)
    stage.board.step()
    assert len(stage.board.port.lines.received) == len(lines) - taken
    stage.wait(200)
    assert not stage.board.port.lines.received


def test_commands_that_come_together_are_obeyed_in_order(stage):
    for level in (4, 0, 3):
        stage.board.send_line(json.dumps({"c": "set", "level": level}))
    before = len(stage.board.serial_out)
    stage.wait(200)
    levels = [said["settings"]["level"] for said in messages(stage, "state", first=before)]
    assert levels == [4, 0, 3]
