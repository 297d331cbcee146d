"""A clock for two people at one board, in the board's own time."""

import itertools
import json

import pytest
from at_board import LEFT, MIDDLE, START, power_cycle, ready, say, state

from host_tools.board.messages import State, read
from host_tools.board.restoring import commands_for

SUN, MOON = 0, 1
THREE, INCREMENT, HOURGLASS = 1, 4, 5  # values of the setting


def clock(stage):
    return state(stage)["clock"]


def seconds(stage):
    """What a new state says is left for each, in seconds."""
    say(stage, c="hello")
    return [ms / 1000 for ms in clock(stage)["left"]]


def near(*expected):
    return pytest.approx(expected, abs=0.5)


def move(stage, move, *hands):
    """A turn by hand, until the other player's time runs."""
    turn = state(stage)["turn"]
    for act, *details in hands:
        getattr(stage.hand, act)(*details)
    assert stage.wait_for(lambda: state(stage)["moves"][-1:] == [move], 9000), state(stage)["say"]
    assert stage.wait_for(lambda: (clock(stage) or {}).get("turn") == 1 - turn, 3000)


def begun(control):
    """The first player has placed a tile, so the second player's time runs."""
    stage = ready(clock=control)
    assert clock(stage)["turn"] is None
    move(stage, "b2U", ("place_tile", SUN, True, "b2"))
    return stage


def answered(stage):
    """The second player's first turn."""
    move(stage, "b2Ea1D", ("flip", "b2", "c2"), ("place_tile", MOON, False, "a1"))


def test_a_game_has_no_clock_unless_one_is_chosen():
    for stage in (ready(), ready(players=0, clock=THREE), ready(players=2, clock=THREE)):
        assert clock(stage) is None


def test_the_first_turn_takes_no_time_and_then_the_player_to_move_loses_it():
    stage = ready(clock=THREE)
    stage.wait(5000)
    assert seconds(stage) == [180, 180]
    move(stage, "b2U", ("place_tile", SUN, True, "b2"))
    stage.wait(20_000)
    assert seconds(stage) == near(180, 160)
    answered(stage)
    first, second = seconds(stage)
    assert first > 179
    assert second < 160
    stage.wait(10_000)
    assert seconds(stage) == near(first - 10, second)


def test_a_turn_adds_seconds_to_who_completes_it():
    stage = begun(INCREMENT)
    before = seconds(stage)
    assert before == near(180, 180), "the first turn takes no time, and adds none"
    stage.wait(10_000)
    started = stage.board.now_ms
    answered(stage)
    took = (stage.board.now_ms - started) / 1000
    assert seconds(stage) == near(180, 180 - 10 - took + 2)


def test_an_hourglass_gives_the_other_what_one_uses():
    stage = begun(HOURGLASS)
    stage.wait(20_000)
    first, second = seconds(stage)
    assert [first, second] == near(80, 40)
    assert first + second == 120
    answered(stage)
    stage.wait(30_000)
    first, second = seconds(stage)
    assert first < 60
    assert first + second == 120


def test_time_runs_while_a_tile_is_in_the_hand_or_lies_wrong():
    stage = begun(THREE)
    stage.hand.lift("b2")
    stage.wait(10_000)
    assert seconds(stage)[MOON] < 170.5
    stage.set_down("d4")
    stage.wait(10_000)
    assert state(stage)["wrong"]
    assert seconds(stage)[MOON] < 160.5


def test_the_menu_stops_the_time():
    stage = begun(THREE)
    stage.press(MIDDLE)
    assert stage.wait_for(lambda: state(stage)["phase"] == "menu", 3000)
    stage.wait(30_000)
    stage.press(MIDDLE)
    assert stage.wait_for(lambda: state(stage)["phase"] == "match", 3000)
    assert seconds(stage)[MOON] > 178


def test_the_menu_offers_clocks_and_a_new_game_has_the_one_chosen():
    stage = ready()
    stage.press(MIDDLE)
    assert stage.wait_for(lambda: state(stage)["phase"] == "menu", 3000)
    stage.press(LEFT)
    for _ in range(2):
        stage.press(4)
        stage.wait(400)
    assert state(stage)["say"].startswith("Menu: players: two players, 3 minutes each.")
    stage.press(MIDDLE)
    assert stage.wait_for(lambda: state(stage)["phase"] == "match", 3000)
    assert clock(stage) == {"control": THREE, "left": [180_000, 180_000], "turn": None}


def under_way():
    """A game of 3 minutes each after the second player's first turn, and the times then."""
    stage = begun(THREE)
    stage.wait(20_000)
    answered(stage)
    before = seconds(stage)
    return stage, before


def test_a_take_back_gives_the_times_back_as_they_were_at_that_turn():
    stage, before = under_way()
    stage.wait(15_000)
    assert seconds(stage)[SUN] < before[SUN] - 14
    stage.press(LEFT)
    assert stage.wait_for(lambda: state(stage)["moves"] == ["b2U"], 3000)
    assert seconds(stage) == near(180, 180)
    stage.wait(20_000)
    assert seconds(stage) == near(180, 180), "it runs while the board is to be set up"
    stage.press(LEFT)
    assert stage.wait_for(lambda: state(stage)["moves"] == [], 3000)
    assert seconds(stage) == [180, 180]


def test_a_power_cut_loses_little_and_time_without_power_does_not_count():
    stage, before = under_way()
    stage.wait(40_000)
    power_cycle(stage)
    assert state(stage)["phase"] == "resume"
    stage.wait(60_000)
    stage.press(MIDDLE)
    assert stage.wait_for(lambda: state(stage)["phase"] == "match", 3000)
    first, second = seconds(stage)
    assert second == pytest.approx(before[MOON], abs=0.2)
    assert before[SUN] - 41 < first < before[SUN] - 25, "stored every 15 seconds"
    stage.press(LEFT)
    assert stage.wait_for(lambda: state(stage)["moves"] == ["b2U"], 3000)
    assert seconds(stage) == near(180, 180), "the times of each turn are stored, too"


def test_whose_time_is_up_loses_and_a_take_back_goes_on():
    stage = begun(HOURGLASS)
    assert stage.wait_for(lambda: state(stage)["result"], 63_000)
    found = state(stage)
    assert found["say"] == "The first player wins on time. Clear the board for a new game."
    assert (found["result"], found["turn"], found["ask"]) == ("lose", MOON, "over")
    assert clock(stage) == {"control": HOURGLASS, "left": [120_000, 0], "turn": None}
    ticks = [ms for ms, hertz in stage.sounds if hertz == 1976]
    gaps = [after - ms for ms, after in itertools.pairwise(ticks)]
    assert gaps == pytest.approx([1000] * 9, abs=40)
    warnings = [ms for ms, hertz in stage.sounds if hertz == 1319]
    assert ticks[0] - warnings[0] == pytest.approx(20_000, abs=40)
    stage.wait(5000)
    assert seconds(stage)[MOON] == 0
    stage.press(LEFT)
    assert stage.wait_for(lambda: state(stage)["result"] is None, 3000)
    assert stage.wait_for(lambda: clock(stage)["turn"] == MOON, 3000)
    assert seconds(stage) == near(60, 60)


def test_after_the_fall_no_interrupted_game_is_offered():
    stage = begun(HOURGLASS)
    assert stage.wait_for(lambda: state(stage)["result"], 63_000)
    stage.wait(500)
    power_cycle(stage)
    assert state(stage)["phase"] != "resume"


def test_the_border_shows_the_time_as_a_ring_that_empties():
    stage = begun(HOURGLASS)

    def ring():
        return sum(meaning.startswith("clock") for meaning in stage.lights())

    lengths = []
    for _ in range(5):
        assert stage.wait_for(lambda: ring() > 0, 10_000)
        stage.wait(300)
        lengths.append(ring())
        assert stage.wait_for(lambda: ring() == 0, 4000)
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] == 12
    assert lengths[-1] < 8


def test_a_game_set_up_begins_with_the_whole_time():
    stage = begun(INCREMENT)
    stage.wait(20_000)
    say(stage, c="setup", position=START, moves=["b2U", "b2Ea1D"])
    assert seconds(stage) == [180, 180]


def test_a_game_set_up_goes_on_with_the_times_given_and_refuses_others():
    stage = ready(clock=THREE)
    game = {"c": "setup", "position": START, "moves": ["b2U"]}
    for left in ([1], [1, 0], [1, True], [1, 3_000_001], [1.5, 2], {"a": 1}, "12"):
        assert [line["t"] for line in say(stage, **game, clock=left)] == ["error"], left
    say(stage, **game, clock=[100_000, 50_000])
    assert seconds(stage) == [100, 50]
    stage.board.world.arrange([None] * 5 + [(SUN, True)] + [None] * 10)
    assert stage.wait_for(lambda: clock(stage)["turn"] == MOON, 5000)
    stage.wait(10_000)
    power_cycle(stage)
    stage.press(MIDDLE)
    assert stage.wait_for(lambda: state(stage)["phase"] == "match", 3000)
    first, second = seconds(stage)
    assert first == 100
    assert 39 < second <= 50


def test_a_parked_game_comes_back_with_its_clock():
    stage = begun(INCREMENT)
    stage.wait(20_000)
    say(stage, c="set", clock=THREE)  # a setting counts from the next game on
    say(stage, c="hello")
    left = clock(stage)["left"]
    now = read(json.dumps(state(stage)))
    assert isinstance(now, State)
    commands = commands_for(now)
    say(stage, c="new")
    assert clock(stage)["control"] == THREE
    for command in commands:
        say(stage, **command)
    assert clock(stage)["control"] == INCREMENT
    assert clock(stage)["left"] == pytest.approx(left, abs=100)
    assert state(stage)["settings"]["clock"] == THREE
