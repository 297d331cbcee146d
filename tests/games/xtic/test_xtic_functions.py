"""The private functions of xtic's search kernel, one by one."""

from array import array

import pytest

from lodeboard.games.xtic import search_kernel as kernel
from lodeboard.games.xtic import search_layout as layout

ABOVE = layout.FRAMES
FRAME = ABOVE + layout.FRAME
PIECES = FRAME + layout.PIECES
SHAPE = 1 << 20  # a property


def cells(*numbers):
    """A mask of cells as it is kept in a word."""
    return sum(16 << number for number in numbers)


def piece(number, *safe, properties=SHAPE):
    return min(3, len(safe)) << 28 | properties | cells(*safe) | number


def line(*holes, properties=SHAPE):
    return properties | cells(*holes)


@pytest.fixture
def state():
    return array("i", [0] * layout.STATE_WORDS)


def put(state, at, count_at, words):
    for index, word in enumerate(words):
        state[at + index] = word
    state[count_at] = len(words)


def test_many_cells_safe_for_all_are_too_many():
    assert kernel._slack(0, 3, cells(1, 2, 3)) == 0
    assert kernel._slack(0, 3, cells(1, 2, 3, 4)) < 0
    assert kernel._slack(2, 3, cells(1, 2, 3, 4, 5)) == 0
    assert kernel._slack(99, 1, cells(*range(5))) == 0  # four lines a placement at most
    assert kernel._slack(5, 1, cells(*range(5))) == 0
    assert kernel._slack(99, 1, cells(*range(6))) < 0


def test_the_piece_with_the_fewest_safe_cells_comes_first(state):
    pieces = [piece(4, 1, 2, 3), piece(5, 1), piece(6, 1, 2)]
    put(state, PIECES, FRAME + layout.COUNT, pieces)
    assert kernel._fewest(state, pieces[0], PIECES, PIECES + 3) == pieces[1]
    assert list(state[PIECES : PIECES + 3]) == [pieces[1], pieces[0], pieces[2]]


def test_what_an_entry_says_holds_within_its_horizon_and_a_win_beyond(state):
    def value(horizon, least, most, now=10, alpha=-1, beta=1):
        state[FRAME + layout.ALPHA], state[FRAME + layout.BETA] = alpha, beta
        data = horizon << 4 | (least + 1) << 2 | most + 1
        return kernel._value_of(state, now, FRAME, data, 7)

    assert value(10, 0, 0) == (kernel._LAID, 0)
    assert value(9, 0, 0) == value(11, 0, 0) == (kernel._GIVE, 7)
    assert value(9, 1, 1) == (kernel._LAID, 1)
    assert value(9, -1, -1) == (kernel._LAID, -1)
    assert value(11, 1, 1) == value(11, -1, -1) == (kernel._GIVE, 7)
    assert value(10, 0, 1, beta=0) == (kernel._LAID, 0)
    assert value(10, -1, 0, alpha=0) == (kernel._LAID, 0)
    assert value(10, 0, 1) == (kernel._GIVE, 7)


def test_cells_of_lines_come_first_then_those_safe_for_all_then_diagonals(state):
    state[ABOVE + layout.FREE] = cells(1, 2, 5)
    asked = [cells(1, 2, 3, 5), cells(1, 2, 3), cells(3)]
    assert [kernel._next_cell(state, FRAME, 1, each) for each in asked] == [
        cells(5), cells(1), cells(3),
    ]  # fmt: skip
    state[FRAME + kernel._SEEN] = cells(1, 3)
    assert kernel._next_cell(state, FRAME, 1, cells(1, 2, 3, 5)) == cells(1)
    state[FRAME + kernel._MEET] = cells(3)
    assert kernel._next_cell(state, FRAME, 1, cells(1, 2, 3, 5)) == cells(3)
    assert kernel._next_cell(state, FRAME, 1, 0) == 0


def test_at_the_root_cells_come_in_the_order_that_is_asked_for(state):
    state[layout.PLACING] = 1
    put(state, layout.ORDER, layout.NODES, [cells(7), cells(2), cells(9), 0])
    assert kernel._next_cell(state, FRAME, 1, cells(2, 9)) == cells(2)
    assert kernel._next_cell(state, FRAME, 1, cells(9)) == cells(9)
    assert kernel._next_cell(state, FRAME, 1, 0) == 0


def test_a_line_takes_the_last_safe_cell_of_the_next_piece(state):
    hand = piece(0, 1, 2, 3)
    put(state, PIECES, FRAME + layout.COUNT, [hand, piece(1, 2)])
    put(state, FRAME + layout.LINES, FRAME + layout.LINE_COUNT, [line(1, 2), line(1, 3)])
    found = kernel._winning(
        state, FRAME, hand, PIECES, PIECES, PIECES + 2, hand & kernel._ALL, cells(2), 0, 0
    )
    won, seen, several, spent = found
    assert won == cells(1, 2)  # laid on either, the piece in hand makes the other fatal
    assert (seen, several) == (cells(1, 2, 3), cells(1))
    assert spent == 2 + (2 >> 1)
    other = [piece(0, 1, 2, 3), piece(1, 2, properties=2 * SHAPE)]
    put(state, PIECES, FRAME + layout.COUNT, other)
    found = kernel._winning(
        state, FRAME, hand, PIECES, PIECES, PIECES + 2, hand & kernel._ALL, cells(2), 0, 0
    )
    assert found[0] == 0  # it does not share what the line asks for


def test_two_lines_that_meet_take_two_cells(state):
    hand = piece(0, 1, 2, 3)
    put(state, PIECES, FRAME + layout.COUNT, [hand, piece(1, 2, 3)])
    put(state, FRAME + layout.LINES, FRAME + layout.LINE_COUNT, [line(1, 2), line(1, 3)])
    won, spent = kernel._winning_twice(
        state, FRAME, hand, PIECES, PIECES, PIECES + 2, cells(1), 0, 0
    )
    assert won == cells(1)
    assert spent > 0
    safe, _ = kernel._safe_beside(state, FRAME, cells(1), SHAPE, cells(2, 3, 4), 0)
    assert safe == cells(4)
    safe, _ = kernel._safe_beside(state, FRAME, cells(2), SHAPE, cells(2, 3, 4), 0)
    assert safe == cells(3, 4)


def test_the_pieces_left_know_how_few_cells_are_safe(state):
    put(state, ABOVE + layout.PIECES, ABOVE + layout.COUNT, [
        piece(0, 1), piece(1, 1, 2), piece(2, 1, 3, 4), piece(3, 2, 5, 6, 7, 8, 9, 10),
    ])  # fmt: skip
    formed = kernel._FORMED
    state[formed] = line(2)
    hand_at = ABOVE + layout.PIECES
    kernel._lay_pieces(state, FRAME, cells(1), hand_at, formed + 1, SHAPE, 0)
    assert state[FRAME + layout.COUNT] == 3
    safe = [state[PIECES + index] & kernel._ALL for index in range(3)]
    assert safe == [0, cells(3, 4), cells(5, 6, 7, 8, 9, 10)]
    assert [state[PIECES + index] >> 28 for index in range(3)] == [1, 2, 3]
    assert state[FRAME + layout.PAIRS] == cells(3, 4)
