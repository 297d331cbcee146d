"""The lights' private functions, one by one."""

from array import array

import pytest

from lodeboard.lights import kernel, layout

LIMIT = 16


@pytest.fixture
def state():
    return array("i", [0] * 200)


def test_a_movement_goes_by_a_line_from_step_to_step(state):
    tables = bytearray(256)
    record = 100
    tables[record + 3], tables[record + 4] = 40, 104
    for past, light in ((0, 40), (1, 41), (32, 72), (63, 103)):
        state[layout.NOW_MS] = 3 * 64 + past
        assert kernel._moved(state, tables, record, 0) == light
    state[layout.NOW_MS] = 15 * 64 + 32  # from the last step to the first
    tables[record + 15], tables[record] = 10, 20
    assert kernel._moved(state, tables, record, 0) == 15


def test_what_the_marks_need_is_the_most_of_this_cycle_and_the_last(state):
    def most(total, cycle, shown=1):
        state[layout.NOW_MS] = cycle << 10
        return kernel._most_needed(state, total, shown)

    assert [most(5, 1), most(9, 1), most(2, 1)] == [5, 9, 9]
    assert [most(3, 2), most(4, 2)] == [9, 9]
    assert [most(1, 3), most(1, 4)] == [4, 1]
    assert most(2, 4, shown=2) == 2
