"""The order in which a search tries steps."""

from array import array

from lodeboard.games.dice import Dice
from lodeboard.games.order import put_first, shuffle


def test_a_shuffle_permutes_only_the_items_that_count():
    firsts = set()
    for seed in range(200):
        order = array("h", range(6))
        dice = Dice()
        dice.seed(f"position {seed}")
        shuffle(order, 4, dice)
        assert sorted(order[:4]) == [0, 1, 2, 3]
        assert list(order[4:]) == [4, 5]
        firsts.add(order[0])
    assert firsts == {0, 1, 2, 3}


def test_the_first_item_leaves_the_order_of_the_others():
    order = array("h", [5, 7, 3, 9])
    put_first(order, 3)
    assert list(order) == [3, 5, 7, 9]
    put_first(order, 3)
    assert list(order) == [3, 5, 7, 9]
