"""The private functions of the book's kernel, one by one."""

from array import array

import pytest

from host_tools.games.flip.tables import shapes
from lodeboard.games.flip import book_kernel as kernel
from lodeboard.games.flip import book_layout as layout
from lodeboard.games.flip.shapes import order_state
from lodeboard.games.grid import Grid


@pytest.fixture
def state():
    state = array("i", [0] * layout.ORDER_WORDS)
    order_state(state, shapes.written(), Grid(4, 4))
    return state


def lay(state, tiles):
    for cell in range(16):
        state[layout.CELLS + cell] = tiles.get(cell, 0)


def test_bits_are_counted():
    for mask in (0, 1, 0x8000, 0xFFFF, 0x1234, 0xAAAA):
        assert kernel._ones(mask) == mask.bit_count()


def test_a_placement_and_a_flip_by_their_ways(state):
    lay(state, {5: 3, 6: 1})
    assert kernel._step(state, 2 * 7 + 1, 0) == (-1, 7, 2)
    ways = [way for way in range(64) if kernel._step(state, way, 1)[2]]
    assert {way >> 2 for way in ways} == {5}  # the opponent's alone
    assert all(kernel._step(state, way, 1)[2] == 4 for way in ways)
    assert {kernel._step(state, way, 1)[1] for way in ways} == {1, 4, 6, 9}


def test_the_players_swap(state):
    lay(state, {0: 1, 1: 2, 2: 3, 3: 4})
    kernel._swap_players(state)
    assert list(state[layout.CELLS : layout.CELLS + 5]) == [3, 4, 1, 2, 0]
    assert kernel._empty_cells(state) == 0xFFF0


def test_a_second_step_is_made_and_taken_back(state):
    lay(state, {5: 3})
    empty = kernel._empty_cells(state)
    before = state[:]
    made = kernel._make_second(state, 5, 6, 4, empty)
    assert made == kernel._empty_cells(state) == empty ^ 1 << 5 ^ 1 << 6
    assert state[layout.CELLS + 6] == 4
    assert kernel._unmake_second(state, 5, 6, 4, made) == empty
    assert state == before


def test_the_favourite_comes_once_before_all():
    favourite, looked_at = 3, []
    second, again = kernel._next(-1, 0, favourite)
    while second < 5:
        looked_at.append(second)
        second, again = kernel._next(second, again, favourite)
    assert looked_at == [3, 0, 1, 2, 3, 4]
    assert kernel._next(-1, 0, -1) == (0, 0)


def test_a_placement_behind_enough_others_is_looked_at_no_further(state):
    state[layout.PASSED] = 1
    state[layout.SCORES : layout.SCORES + 3] = array("i", [50, 40, 45])
    assert kernel._look_ahead(state, 2, 5, 7, 1) == (5, 7, 1)  # 45 - 5: one is before it
    best, second, again = kernel._look_ahead(state, 2, 6, 7, 1)
    assert (best, again) == (0, 0)
    assert second >= 64
    assert state[layout.SCORES + 2] == layout.BEHIND


def test_a_symbol_moves_its_chance():
    state = array("i", [0] * (layout.ODDS + 400))
    context = layout.ODDS
    for at in range(layout.ODDS, len(state)):
        state[at] = 2048
    codes = bytearray(64)
    symbol, wide, code, at = kernel._symbol(state, codes, context, 0, 0xFFFFFF, 0, 3)
    assert (symbol, code, at) == (0, 0, 3)
    assert wide == (0xFFFFFF >> 12) * 2048
    assert state[context] == 2048 + (2048 >> layout.RATE)
