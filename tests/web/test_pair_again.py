"""A game after a game of two boards that play each other."""

import pytest
from at_board import ready, say, state
from web.test_pair import SUN, Two, first_moves


@pytest.fixture
def two():
    return Two(ready)


def test_the_game_after_a_resignation_begins_with_no_move_of_the_last_one(two):
    first_moves(two)
    one, other = two.boards
    say(one, c="resign")
    two.until(lambda: state(other)["moves"] == [])
    assert state(one)["result"] == "lose"
    for stage, cells in ((other, ("c2", "a1")), (one, ("c2", "a1"))):
        for cell in cells:
            stage.hand.remove(cell)
    two.until(lambda: state(one)["moves"] == [] and state(one)["friend"])
    one.hand.place_tile(SUN, True, "b2")  # as in the last game
    two.asks(1)
    other.hand.place_tile(SUN, True, "b2")
    two.moves("b2U")
    say(other, c="new")
    two.moves()
    assert [state(stage)["result"] for stage in two.boards] == [None, None]


@pytest.mark.verify
@pytest.mark.parametrize("first", [0, 1])
def test_the_next_game_begins_with_no_move_of_the_last_one(two, first):
    say(two.boards[0], c="set", variant=2)
    two.until(lambda: all(state(stage)["game"] == "xtic" for stage in two.boards))
    cells = ("a1", "b1", "c1", "d1")
    for number, (gift, cell) in enumerate(zip(("=f", "=e", "=d", "=c"), cells, strict=True)):
        giver, placer = (two.boards[(number + side) % 2] for side in (0, 1))
        two.until(lambda giver=giver: state(giver)["ask"] == "give")
        say(giver, c="choose", move=gift)
        two.until(lambda placer=placer: state(placer)["ask"] == "place")
        placer.hand.place_tile(SUN, True, cell)
        two.until(lambda giver=giver: state(giver)["step"] is not None)
        giver.hand.place_tile(SUN, True, cell)
        two.until(lambda count=number: len(state(two.boards[0])["moves"]) == 2 * count + 2)
    two.until(lambda: all(state(stage)["result"] for stage in two.boards))
    for stage in (two.boards[first], two.boards[1 - first]):
        for cell in cells:
            stage.hand.remove(cell)
        two.until(lambda stage=stage: state(stage)["moves"] == [] and state(stage)["friend"])
        if stage is two.boards[0]:
            say(stage, c="choose", move="=f")  # as in the last game
    two.moves("=f")
    assert state(two.boards[1])["ask"] == "place"
