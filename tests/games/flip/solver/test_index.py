"""The numbering of arrangements: nothing is missing, and only symmetric ones share a number."""

import itertools
import random

import numpy as np
import pytest
from games.flip.positions import random_position
from many import later

from host_tools.games.flip.solver.index import Tier, lines, slots_of
from host_tools.games.tiers.masks import CELLS, moved, popcounts, ranks
from lodeboard.games.flip.rules import Flip


def masks_of(game):
    return game.occupied, game.tiles(game.turn), game.side


def slots(games):
    return slots_of(*(np.array(column, np.int64) for column in zip(*games, strict=True)))


def test_there_are_as_many_arrangements_as_the_formula_says():
    assert sum(Tier(k).arrangements for k in range(CELLS + 1)) == 32_956_254_945


@pytest.mark.parametrize("k", [0, 1, 2, 3, later(4)])
def test_all_arrangements_of_few_tiles(k):
    """Every one has a slot, every slot is used, and slots are shared by symmetric ones only."""
    game = Flip()
    first = (k + 1) // 2
    arrangements, keys = [], []
    for cells in itertools.combinations(range(CELLS), k):
        for mine in itertools.combinations(cells, first):
            for sides in range(1 << k):
                down = sum(1 << cell for at, cell in enumerate(cells) if sides >> at & 1)
                game._set(sum(1 << c for c in cells), sum(1 << c for c in mine), down)
                arrangements.append(masks_of(game))
                keys.append(game.key())
    assert len(arrangements) == Tier(k).arrangements
    found = slots(arrangements).tolist()
    assert set(found) == set(range(Tier(k).slots))
    key_of = {}
    for slot, key in zip(found, keys, strict=True):
        assert key_of.setdefault(slot, key) == key


def test_slots_of_any_tier_stay_within_it_and_symmetric_ones_agree_on_the_orbit():
    source = random.Random(1)
    game = Flip()
    for _ in range(300):
        game.load(random_position(source))
        occupied, own, side = masks_of(game)
        tier = Tier(int(popcounts()[occupied]))
        [slot] = slots([(occupied, own, side)])
        assert 0 <= slot < tier.slots
        turned = side ^ own if own else side
        assert slots([(occupied, own, turned)]) == slot
        assert slots([(occupied, own, side ^ (occupied & ~own))]) == slot


def test_ranks_count_smaller_masks_of_as_many_bits():
    source = random.Random(2)
    for _ in range(200):
        mask = source.randrange(1 << CELLS)
        assert ranks()[mask] == np.count_nonzero(popcounts()[:mask] == popcounts()[mask])


def test_lines_and_symmetries_are_those_of_the_rules():
    game = Flip()
    source = random.Random(3)
    for _ in range(300):
        mask = source.randrange(1 << CELLS)
        assert bool(lines()[mask]) == bool(game.grid.lined(mask))
        for t in range(8):
            image = sum(1 << int(moved()[t, cell]) for cell in range(CELLS) if mask >> cell & 1)
            assert image == game.grid.image(mask, t)
