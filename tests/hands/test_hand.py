import math
from itertools import pairwise

import pytest

from host_tools.board.hands.hand import Hand
from host_tools.board.hands.motion import Pace, glide
from host_tools.board.simulator.world import WorldError


@pytest.fixture
def hand(board):
    return Hand(board)


def path_of(board, tile_id, act):
    """The tile's positions at every tick of an act."""
    path = []
    tile = board.world.tile(tile_id)
    stop = board.ticks.subscribe(lambda _, __: path.append((tile.x_mm, tile.y_mm, tile.z_mm)))
    act()
    stop()
    return path


def test_a_glide_starts_and_ends_gently():
    points = list(glide((0.0, 0.0, 0.0), (100.0, 0.0, 0.0), Pace(200.0), arc_mm=0.0))
    xs = [0.0] + [x for x, _, _ in points]
    steps = [b - a for a, b in pairwise(xs)]
    assert points[-1] == (100.0, 0.0, 0.0)
    assert len(points) == 25  # 0.5 s
    assert steps[0] < 0.2 * max(steps) > steps[-1]
    assert max(steps) == pytest.approx(1.875 * 200 * 0.02, rel=0.01)


def test_an_arc_rises_and_comes_down_again():
    heights = [z for _, _, z in glide((0.0, 0.0, 5.0), (80.0, 0.0, 5.0), Pace(200.0), arc_mm=9.0)]
    assert max(heights) == pytest.approx(14.0, abs=0.2)
    assert heights[-1] == 5.0


def test_placing_a_tile_takes_time_and_leaves_it_in_the_well(board, hand):
    before = board.now_ms
    tile = hand.place_tile(1, False, "c2")
    assert 800 < board.now_ms - before < 5000
    assert [t.id for t in board.world.on_cell(6)] == [tile.id]
    assert (tile.owner, tile.up, tile.rest, tile.held) == (1, False, "well", False)


def test_a_tile_moves_along_a_path_and_does_not_jump(board, hand):
    tile = board.world.tiles[0]
    path = path_of(board, 0, lambda: hand.move_tile(tile, "b2", turn=True))
    longest = max(math.dist(a, b) for a, b in pairwise(path))
    assert longest < 25.0  # mm in 20 ms
    assert 35.0 < max(z for _, _, z in path) < 40.0  # carried in an arc


def test_flipping_turns_it_over_on_the_way(board, hand):
    board.world.arrange([(0, True)] + [None] * 15)
    hand.flip("a1", "b1")
    assert [(t.owner, t.up) for t in board.world.on_cell(1)] == [(0, False)]


def test_sliding_stays_low(board, hand):
    board.world.plate.flatten()
    board.world.arrange([(0, True)] + [None] * 15)
    path = path_of(board, 0, lambda: hand.slide("a1", "b1", "b2"))
    assert max(z for _, _, z in path) < 4.0
    assert board.world.tile(0).rest == "well"
    assert [t.id for t in board.world.on_cell(5)] == [0]


def test_sliding_goes_over_the_ridges(board, hand):
    board.world.arrange([(0, True)] + [None] * 15)
    path = path_of(board, 0, lambda: hand.slide("a1", "b1", "b2"))
    assert 6.0 < max(z for _, _, z in path) < 14.0
    assert [t.id for t in board.world.on_cell(5)] == [0]


def test_hovering_holds_it_above_the_cell(board, hand):
    hand.lift(board.world.tiles[0])
    before = board.now_ms
    hand.hover("b2", 3.0, 1000)
    tile = board.world.tile(0)
    assert board.now_ms - before >= 1000
    assert tile.held
    assert math.hypot(tile.x_mm - 40.0, tile.y_mm - 40.0) < 3.0
    assert 1.0 < tile.z_mm < 5.0


def test_a_throw_is_quicker_than_the_debounce(board, hand, profile):
    board.world.arrange([(0, True)] + [None] * 15)
    held = []
    tile = board.world.tile(0)
    board.ticks.subscribe(lambda now_ms, _: held.append(now_ms) if tile.held else None)
    hand.throw("a1", "b1")
    assert tile.rest == "well"
    assert held[-1] - held[0] < profile.data["sensing"]["debounce_ms"]
    assert hand.pace.mm_per_s == 300.0


def test_a_throw_that_fails_leaves_the_hand_as_quick_as_it_was(hand):
    with pytest.raises(WorldError, match="no tile lies on a1"):
        hand.throw("a1", "b1")
    assert hand.pace.mm_per_s == 300.0


def test_removing_brings_it_back_to_its_tray(board, hand):
    board.world.arrange([None] * 5 + [(1, True)] + [None] * 10)
    hand.remove("b2")
    tile = board.world.tile(8)
    x, y = board.world.home(tile)
    assert math.hypot(tile.x_mm - x, tile.y_mm - y) < 3.0


def test_a_careful_hand_hits_the_middle_and_a_careless_one_does_not(make_board):
    def worst(aim_mm):
        board = make_board(seed=9, tremor_mm=0.0)
        board.world.plate.flatten()
        hand = Hand(board, aim_mm=aim_mm, tilt_deg=0.0)
        away = []
        for cell in range(8):
            tile = hand.place_tile(0, True, cell)
            x, y = board.world.plate.centre(cell)
            away.append(math.hypot(tile.x_mm - x, tile.y_mm - y))
        return max(away)

    assert worst(0.0) < 1e-6
    assert worst(3.0) > 2.0


def test_two_hands_work_at_once(board):
    left, right = Hand(board, blocking=False), Hand(board, blocking=False)
    left.place_tile(0, True, "a1")
    right.place_tile(1, True, "d4")
    board.run_ms(400)
    assert left.busy
    assert right.busy
    assert board.run_until(lambda: not left.busy and not right.busy, 10_000)
    assert [t.owner for t in board.world.on_cell(0)] == [0]
    assert [t.owner for t in board.world.on_cell(15)] == [1]


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (lambda h: h.lift("b2"), "no tile lies on b2"),
        (lambda h: h.lower(), "the hand is empty"),
        (lambda h: h.carry("b2"), "the hand is empty"),
        (lambda h: h.lift("e9"), "no cell 'e9'; cells are a1 to d4"),
        (lambda h: [h.lift(t) for t in h.board.world.tiles[:2]], "holds a tile already"),
    ],
)
def test_impossible_acts_are_refused(hand, act, reason):
    with pytest.raises(WorldError, match=reason):
        act(hand)


def test_a_hand_that_nobody_waits_for_keeps_the_reason(board):
    hand = Hand(board, blocking=False)
    hand.lift("b2")
    hand.wait(50_000)
    board.run_ms(100)
    assert str(hand.error) == "no tile lies on b2"
    assert not hand.busy


def test_a_tile_is_put_back_as_it_was_taken(board):
    hand = Hand(board)
    tile = hand.place_tile(0, True, "b2")
    hand.lift("b2")
    hand.turn()
    hand.carry("d4")
    hand.put_back()
    assert hand.tile is None
    assert (tile.up, tile.rest) == (True, "well")
    assert board.world.on_cell(5) == [tile]


def test_a_tile_whose_place_is_taken_is_put_back_into_its_tray(board):
    hand, other = Hand(board), Hand(board)
    tile = hand.place_tile(0, True, "b2")
    hand.lift("b2")
    hand.carry("d4")
    taken = other.place_tile(1, False, "b2")
    hand.put_back()
    assert board.world.on_cell(5) == [taken]
    assert math.dist((tile.x_mm, tile.y_mm), board.world.home(tile)) < 3
