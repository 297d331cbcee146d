"""A friend elsewhere plays in the machine's place: a computer brings the moves."""

import pytest
from at_board import MIDDLE, START, messages, power_cycle, ready, say, state

from lodeboard.play.sentences import WAITING

SUN, MOON = 0, 1


def waits(stage):
    return state(stage)["say"] == WAITING


@pytest.fixture
def stage():
    """The person has placed the first tile; the friend is to move."""
    stage = ready(players=0, starts=0, friend=1)
    say(stage, c="setup", position=START, moves=["b2U"])
    stage.board.world.arrange([None] * 5 + [(SUN, True)] + [None] * 10)
    assert stage.wait_for(lambda: waits(stage), 3000)
    return stage


def test_the_board_waits_for_the_move_and_its_lights_ask_for_it(stage):
    stage.wait(60_000)
    assert waits(stage), "the board's own player moved"
    found = state(stage)
    assert (found["ask"], found["friend"], found["machine"], found["step"]) == (
        "wait", True, 2, None,
    )  # fmt: skip
    say(stage, c="play", move="b2Ea1D")
    assert stage.wait_for(lambda: state(stage)["step"] is not None, 3000)
    assert state(stage)["say"].startswith("Your friend's turn")
    stage.hand.flip("b2", "c2")
    stage.hand.place_tile(MOON, False, "a1")
    assert stage.wait_for(lambda: state(stage)["moves"] == ["b2U", "b2Ea1D"], 20_000)
    assert stage.wait_for(lambda: state(stage)["turn"] == SUN and not waits(stage), 3000)
    assert state(stage)["say"].startswith("Your turn")


def test_only_a_legal_move_is_played_and_only_while_the_friend_is_to_move(stage):
    for move in ("a1Ea2U", "b2U", "", "b2Ea1D c1U", None, {"b2": 1}):
        said = say(stage, c="play", move=move)
        assert [line["t"] for line in said] == ["error"], move
        assert waits(stage)
    say(stage, c="play", move="b2Ea1D")
    assert [line["t"] for line in say(stage, c="play", move="b2Ea1U")][:1] == ["error"]
    own = ready(players=0, starts=0)
    assert messages(own, "error") == []
    assert [line["t"] for line in say(own, c="play", move="a1U")] == ["error"]


def test_after_a_power_cut_the_board_still_waits(stage):
    say(stage, c="set", friend=0)  # a setting counts from the next game on
    power_cycle(stage)
    assert state(stage)["phase"] == "resume"
    stage.press(MIDDLE)
    assert stage.wait_for(lambda: waits(stage), 3000)
    assert state(stage)["friend"]


def test_the_one_at_the_board_resigns_and_the_friend_wins(stage):
    say(stage, c="resign")
    assert state(stage)["say"].startswith("Your friend wins by resignation")
    assert state(stage)["result"] == "win"
