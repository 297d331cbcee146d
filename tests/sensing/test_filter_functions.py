"""The filter's private functions, one by one."""

from array import array

import pytest

from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.games.contract import DOWN_0, DOWN_1, EMPTY, UNCLEAR, UP_0, UP_1
from lodeboard.sensing import kernel, layout, limits

WRAP = 1 << 30  # of the clock
AT = layout.RECORDS


@pytest.fixture
def state():
    return array("i", limits.state(Profile(DATA)))


def test_the_clock_wraps():
    assert kernel._passed_ms(5, WRAP - 3) == 8
    assert [kernel._size(value) for value in (-7, -1, 0, 3)] == [7, 1, 0, 3]


@pytest.mark.parametrize(
    ("low", "high", "plus", "minus"),
    [
        (layout.FAR_LOW, layout.FAR_HIGH, DOWN_1, DOWN_0),
        (layout.NEAR_LOW, layout.NEAR_HIGH, UP_0, UP_1),
    ],
)
def test_a_band_is_wider_for_the_code_decided_already(state, low, high, plus, minus):
    slack = state[layout.HYSTERESIS]
    for sign, code in ((1, plus), (-1, minus)):
        for size, decided in ((state[low] + 1, 0), (state[high] - 1, 0), (state[low] - slack, 1)):
            found = kernel._level(state, EMPTY, sign * size, size, slack)
            assert (found == code) is (not decided)
        inside = state[low] + 1 - slack
        assert kernel._level(state, code, sign * inside, inside, slack) == code


def test_what_is_empty_stays_so_a_little_longer(state):
    size, slack = state[layout.EMPTY_LIMIT], state[layout.HYSTERESIS]
    assert kernel._level(state, UNCLEAR, size, size, slack) != EMPTY
    assert kernel._level(state, UNCLEAR, size - 1, size - 1, slack) == EMPTY
    assert kernel._level(state, EMPTY, size, size, slack) == EMPTY


def test_a_reading_that_jumps_is_another_tile_on_top(state):
    settled = state[layout.NEAR_LOW] + 1
    state[AT + layout.SETTLED] = settled
    state[AT + layout.NOMINAL] = settled
    state[AT + layout.RELEASED] = 1
    jump, less = state[layout.JUMP], state[layout.SHIFT]
    for size, level in (
        (settled + jump, UP_0),
        (settled + jump + 1, UNCLEAR),
        (settled - less, UP_0),
        (settled - less - 1, UNCLEAR),
    ):
        assert kernel._beside_another(state, AT, UP_0, size, 0) == level
    assert state[AT + layout.RELEASED] == 1


def test_a_stack_whose_upper_tile_is_gone_is_a_tile(state):
    nominal = state[layout.NEAR_LOW] + 1
    state[AT + layout.NOMINAL] = nominal
    state[AT + layout.SETTLED] = nominal + 4 * (state[layout.JUMP] + state[layout.SHIFT])
    state[AT + layout.RELEASED] = 1
    early = state[layout.SETTLE_MS] - 1
    assert kernel._beside_another(state, AT, UP_0, nominal, early) == UNCLEAR
    assert kernel._beside_another(state, AT, UP_0, nominal, early + 1) == UP_0
    assert state[AT + layout.RELEASED] == 0


def test_a_code_changes_once_the_reading_has_been_still(state):
    for level, needed in ((UP_0, layout.DEBOUNCE_MS), (DOWN_0, layout.FAR_DEBOUNCE_MS)):
        state[AT + layout.SINCE] = state[AT + layout.UNSURE_SINCE] = 100
        due = 100 + state[needed]
        assert kernel._changed(state, AT, EMPTY, level, due - 1) == EMPTY
        assert kernel._changed(state, AT, EMPTY, level, due) == level
    due = 100 + state[layout.UNCLEAR_MS]
    assert kernel._changed(state, AT, EMPTY, UNCLEAR, due - 1) == EMPTY
    assert kernel._changed(state, AT, EMPTY, UNCLEAR, due) == UNCLEAR


def test_a_strong_tile_in_a_hand_is_no_weak_one(state):
    codes = bytearray([DOWN_0])
    due = 2 * state[layout.UNCLEAR_MS]
    state[AT + layout.SINCE] = state[AT + layout.STEADY_SINCE] = due - 1  # it has moved just now
    assert kernel._keep(state, codes, 0, AT, DOWN_0, 0, 0, due - 1) == 0
    assert codes[0] == DOWN_0
    state[AT + layout.SINCE] = due
    assert kernel._keep(state, codes, 0, AT, DOWN_0, 0, 0, due) == 1
    assert codes[0] == UNCLEAR
    assert kernel._keep(state, bytearray([UP_0]), 0, AT, UP_0, 0, 0, due) == 0


def test_tiles_around_add_to_a_reading(state):
    cells = state[layout.CELLS]
    codes = bytearray(cells)
    sides = state[AT + layout.AROUND : AT + layout.AROUND + 8]
    straight = next(side for side in range(4) if sides[side] >= 0)
    diagonal = next(side for side in range(4, 8) if sides[side] >= 0)
    for side, near, far in (
        (straight, layout.NEAR_STRAIGHT, layout.FAR_STRAIGHT),
        (diagonal, layout.NEAR_DIAGONAL, layout.FAR_DIAGONAL),
    ):
        for code, share in (
            (UP_0, state[near]), (UP_1, -state[near]), (DOWN_1, state[far]), (DOWN_0, -state[far]),
        ):  # fmt: skip
            codes[sides[side]] = code
            kernel._add_crosstalk(state, codes, cells)
            assert state[AT + layout.CROSS] == share
        codes[sides[side]] = EMPTY


def test_zeros_follow_drift_as_far_as_it_goes(state):
    step, limit = state[layout.DRIFT_STEP], state[layout.DRIFT_LIMIT]
    codes, traces, window = bytearray(1), bytearray(1), state[layout.DRIFT_WINDOW]
    for deviation, moved in ((1, step), (window, step), (-1, -step), (window + 1, 0), (0, 0)):
        state[AT + layout.DEVIATION] = deviation
        state[AT + layout.DRIFT] = 0
        kernel._follow_drift(state, codes, traces, 1, window)
        assert state[AT + layout.DRIFT] == moved
    state[AT + layout.DEVIATION] = 1
    state[AT + layout.DRIFT] = limit
    kernel._follow_drift(state, codes, traces, 1, window)
    assert state[AT + layout.DRIFT] == limit
    state[AT + layout.DRIFT] = 0
    kernel._follow_drift(state, codes, bytearray([1]), 1, window)
    assert state[AT + layout.DRIFT] == 0
