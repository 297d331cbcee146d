"""The private functions of the search kernel of flip tiles, one by one."""

import random
from array import array

import pytest

from lodeboard.games.flip import search_kernel as kernel
from lodeboard.games.flip import search_layout as layout
from lodeboard.games.flip.tables import build_tables
from lodeboard.games.grid import Grid

GRID = Grid(4, 4)
TABLES = build_tables(GRID)
ROW = 0x000F
COLUMN = 0x1111
FRAME = layout.FRAMES


@pytest.fixture
def state():
    return array("i", [0] * layout.STATE_WORDS)


def beside(cell):
    return sum(1 << each for each in GRID.neighbours[4 * cell : 4 * cell + 4] if each != 255)


def test_cells_and_masks_agree_with_the_grid():
    for cell in range(16):
        assert kernel._cell_of(TABLES, 1 << cell) == cell
        assert kernel._beside(1 << cell) & 0xFFFF == beside(cell)
        assert kernel._mask_at(TABLES, layout.BESIDE, cell) == beside(cell)
    assert all(kernel._ones(TABLES, mask) == mask.bit_count() for mask in (0, 1, 0xFFFF, 0x8421))
    assert kernel._lined(TABLES, ROW, 0) == kernel._lined(TABLES, 0, COLUMN << 3) == 1
    assert kernel._lined(TABLES, ROW ^ 2, 2) == 0


def test_a_tile_that_is_flipped_shows_its_other_side():
    assert kernel._turned(0b0011, 0b0100, 0b0001, 0b1000) == (0b0010, 0b1100)
    assert kernel._turned(0b0011, 0b0100, 0b0100, 0b1000) == (0b1011, 0)
    assert kernel._turned(0b0011, 0b0100, 0, 0) == (0b0011, 0b0100)


def test_a_player_s_lowest_tile_shows_up():
    assert kernel._lowest_up(0b0010, 0b0001) == (0b0001, 0b0010)
    assert kernel._lowest_up(0b0001, 0b0010) == (0b0001, 0b0010)
    assert kernel._lowest_up(0, 0) == (0, 0)


def test_the_cells_that_complete_a_line():
    almost = ROW ^ 0b0100
    assert kernel._line_cells(TABLES, almost, 0, 0b0100 | 1 << 9) == 0b0100
    assert kernel._line_cells(TABLES, 0, almost, 0b0100) == 0b0100
    assert kernel._line_cells(TABLES, ROW, 0, 1 << 9) == 0xFFFF  # it is there already


def test_a_tile_adds_its_pulls_for_either_side(state):
    for index in range(16 * 8):
        state[layout.PULLS + index] = 1000 + index
    first, last = (
        [1000 + index for index in range(8)],
        [1000 + 15 * 8 + index for index in range(8)],
    )
    found = kernel._add_pulls(state, TABLES, 1 | 1 << 15, *range(8))
    assert found == tuple(at + first[at] + last[at] for at in range(8))
    assert kernel._add_pulls(state, TABLES, 0, *range(8)) == tuple(range(8))


def test_every_flip_comes_once_and_a_turn_without_one(state):
    was = [1 << 5, 1 << 15]
    empty = 0xFFFF ^ was[0] ^ was[1] ^ 1 << 6
    spots = kernel._SPOTS + 2 * kernel._SPOT
    for at, bit in enumerate(was):
        state[kernel._SPOTS + at * kernel._SPOT] = bit
    found = []
    place = (3, kernel._SPOTS - kernel._SPOT, 0)
    while True:
        *place, now = kernel._next_flip(state, empty, spots, *place)
        if now == 0:
            break
        found.append((place[2], now))
    wanted = [
        (bit, 1 << to) for bit in was for to in range(16) if beside(bit.bit_length() - 1) >> to & 1
    ]
    assert sorted(found) == sorted((bit, now) for bit, now in wanted if now & empty)
    direction, vacated, _, now = kernel._next_flip(state, empty, spots, 4, spots, 0)
    assert (direction, now) == (kernel._NO_FLIP, 0)
    direction, *_, now = kernel._next_flip(state, empty, spots, direction, vacated, 0)
    assert now == 0
    assert direction != kernel._NO_FLIP


def test_words_that_wait_come_largest_first(state):
    words = [*range(40)]
    random.Random("words").shuffle(words)
    begin = layout.WAITING
    end = begin + len(words)
    state[begin:end] = array("i", words)
    found = []
    for tried in range(len(words)):
        kernel._bring_first(state, begin + tried, end, tried, 0)
        found.append(state[begin + tried])
    assert found == sorted(words, reverse=True)


def test_an_entry_bounds_the_score(state):
    def bounded(score, bound, horizon=10, alpha=-50, beta=50):
        data = (score + 128) << 7 | bound << 5 | horizon
        return kernel._bounded(state, FRAME, 10, data, alpha, beta)

    assert bounded(5, 3) == (kernel._LEAVE, 5, 5)
    assert bounded(5, 1) == (kernel._GO_ON, 5, 50)
    assert bounded(5, 2) == (kernel._GO_ON, -50, 5)
    assert state[FRAME + layout.BETA] == 5
    assert bounded(60, 1) == (kernel._LEAVE, 60, 50)
    assert bounded(5, 3, horizon=9) == (kernel._GO_ON, -50, 50)
    sure = layout.SURE - 9  # a win within that horizon
    assert bounded(sure, 1, horizon=9) == (kernel._LEAVE, sure, 50)


def test_the_horizon_cuts_scores_and_the_full_board_is_a_tie(state):
    fair = layout.FAIR
    assert [kernel._cut(state, 9, score) for score in (-99, -fair, 7, fair + 1)] == [
        -fair, -fair, 7, fair,
    ]  # fmt: skip
    assert kernel._cut(state, 15, 7) == 0
    state[layout.EXACT] = 1
    assert kernel._cut(state, 9, 7) == 0


def test_replies_wait_by_what_was_learned_or_by_their_score():
    assert kernel._rank(0, 0, 9, 9, -28, 0) == 100
    assert kernel._rank(0, 0, 9, 9, -28, 1) == 110
    assert kernel._rank(1, 0, 5, -7, 99, 0) == 133
    assert kernel._rank(1, 1, 5, -7, 99, 0) == 121
    assert [kernel._rank(1, 0, order, 0, 0, 0) for order in (-200, 200)] == [0, 255]


def test_cells_that_are_not_to_be_seen_count_where_none_is_left(state):
    state[layout.SEEN_FLIPS], state[layout.SEEN_PLACES] = 0b0011, 0b1100
    assert kernel._seen(state, 0, 0b1100, 0b0001) == (0b1100, 0b0011)
    assert kernel._seen(state, 0, 0b0100, 0b1000) == (0xFFFF, 0xFFFF)
    assert kernel._seen(state, 2, 0b1100, 0b0001) == (0xFFFF, 0xFFFF)
