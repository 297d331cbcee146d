from itertools import pairwise

import pytest
from web.serving import PROFILE, centres, make_board

from host_tools.board.hands.acts import Back, Drop, Grab, Move, Turn
from host_tools.board.hands.page_hand import ACTS_WAITING, CARRY_MM_PER_S, PageHand

TICK_MS = PROFILE.tick_ms


@pytest.fixture
def board():
    return make_board(tremor_mm=0.0)


@pytest.fixture
def hand(board):
    return PageHand(board.world, centres(board))


def run(board, hand, most=200):
    """Ticks until the hand is done, with the position of tile 0 at each."""
    path = []
    problems = []
    for _ in range(most):
        problems += hand.step(TICK_MS)
        board.step()
        tile = board.world.tile(0)
        path.append((tile.x_mm, tile.y_mm, tile.z_mm))
        if not hand.busy:
            break
    return path, problems


def ask(hand, *acts):
    for act in acts:
        assert hand.ask(act) is None


def test_a_tile_is_carried_along_a_path_and_comes_to_rest_in_the_well(board, hand):
    ask(hand, Grab(0), Drop(80.0, 40.0))
    path, problems = run(board, hand)
    assert problems == []
    farthest = CARRY_MM_PER_S * TICK_MS / 1000
    for before, after in pairwise(path):
        assert abs(after[0] - before[0]) <= farthest
        assert abs(after[1] - before[1]) <= farthest
        if after[2] < 4.0 and before[2] < 4.0:  # no sideways move down in the tray or the well
            assert after[:2] == pytest.approx(before[:2], abs=1.1)
    tile = board.world.tile(0)
    assert tile.rest == "well"
    assert (tile.x_mm, tile.y_mm) == pytest.approx((80.0, 40.0), abs=1.0)


def test_fingers_find_a_well_nearby_but_not_one_far_off(board, hand):
    ask(hand, Grab(0), Drop(86.0, 45.0))
    run(board, hand)
    assert board.world.tile(0).rest == "well"
    board.world.plate.flatten()
    ask(hand, Grab(1), Drop(20.0, 20.0))
    run(board, hand)
    assert board.world.tile(1).rest == "rim"
    assert (board.world.tile(1).x_mm, board.world.tile(1).y_mm) == pytest.approx((20, 20), abs=0.5)


def test_a_tile_can_be_set_down_on_another(board, hand):
    ask(hand, Grab(0), Drop(0.0, 0.0), Grab(1), Drop(0.0, 0.0))
    run(board, hand)
    assert board.world.tile(1).z_mm == pytest.approx(7.0)


def test_turning_is_finished_before_the_hand_lets_go(board, hand):
    ask(hand, Grab(0), Turn(), Drop(0.0, 120.0))
    run(board, hand)
    tile = board.world.tile(0)
    assert tile.rest == "well"
    assert not tile.up
    assert tile.tilt_deg == 0.0


def test_back_brings_a_tile_home_as_it_was(board, hand):
    home = board.world.home(board.world.tile(0))
    ask(hand, Grab(0), Turn(), Move(60.0, 60.0))
    for _ in range(30):
        hand.step(TICK_MS)
        board.step()
    ask(hand, Back())
    run(board, hand)
    tile = board.world.tile(0)
    assert (tile.x_mm, tile.y_mm) == pytest.approx(home, abs=0.3)
    assert tile.up


def test_impossible_acts_are_named_and_left_out(board, hand):
    ask(hand, Turn(), Grab(99), Grab(0), Grab(1), Drop())
    _, problems = run(board, hand)
    assert problems == [
        "there is no tile in the hand",
        "there is no tile 99",
        "the hand already holds a tile",
    ]
    assert not board.world.tile(1).held


def test_a_flood_is_left_out(hand):
    for _ in range(ACTS_WAITING):
        assert hand.ask(Move(0.0, 0.0)) is None
    assert "cannot keep up" in hand.ask(Move(0.0, 0.0))
