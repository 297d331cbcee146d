"""Published and computed figures of flip tiles, against the firmware's rules."""

from itertools import combinations, product
from math import comb

import pytest
from games.flip import plain_flip
from games.flip.positions import arrange
from many import later

from host_tools.games.analysis.perft import perft
from lodeboard.games.flip.rules import Flip

SEQUENCES = {3: 224_000, 4: 30_963_712}
DISTINCT = [1, 32, 960, 13_440, 174_720]


def arrangements(tiles):
    """Every arrangement of so many tiles, as text."""
    ours = (tiles + 1) // 2
    for cells in combinations(range(16), tiles):
        for first in combinations(range(tiles), ours):
            owners = [index in first for index in range(tiles)]
            for sides in product([False, True], repeat=tiles):
                yield arrange(cells, owners, sides)


@pytest.mark.parametrize("rules", Flip.rule_sets)
@pytest.mark.parametrize("depth", [3, later(4)])
def test_sequences_one_by_one(rules, depth):
    assert perft(Flip(rules), depth) == SEQUENCES[depth]


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_sequences_counted_by_symmetry(rules):
    assert perft(Flip(rules), 4, {}) == SEQUENCES[4]


@pytest.mark.slow
def test_distinct_positions_after_each_move():
    game = Flip()
    steps = [0] * game.max_steps

    def collect(found):
        for step in steps[: game.steps(steps)]:
            game.push(step)
            if game.between_moves():
                found.add((game.occupied, game.first, game.side))
            else:
                collect(found)
            game.pop()

    level = {(0, 0, 0)}
    for expected in DISTINCT[1:]:
        found = set()
        for occupied, first, side in level:
            cells = [cell for cell in range(16) if occupied >> cell & 1]
            owners = [first >> cell & 1 for cell in cells]
            game.load(arrange(cells, owners, [side >> cell & 1 for cell in cells]))
            collect(found)
        assert len(found) == expected
        level = found


def test_number_of_arrangements():
    totals = [comb(16, k) * comb(k, k // 2) * 2**k for k in range(17)]
    assert sum(totals) == 32_956_254_945
    assert totals[:5] == DISTINCT
    for tiles in range(4):
        texts = list(arrangements(tiles))
        assert len(set(texts)) == len(texts) == totals[tiles]
        for text in texts:
            game = Flip()
            game.load(text)
            assert game.text() == text


@pytest.mark.parametrize("tiles", range(4))
def test_keys_divide_arrangements_exactly_as_symmetry_does(tiles):
    game = Flip()
    keys = {}
    orbits = set()
    for text in arrangements(tiles):
        if text in keys:
            continue
        images = plain_flip.images(text)
        for image in images:
            game.load(image)
            keys[image] = game.key()
        assert len({keys[image] for image in images}) == 1
        orbits.add(text)
    assert len(set(keys.values())) == len(orbits)


def test_a_position_has_up_to_32_images():
    assert len(set(plain_flip.images("1_UD-u-------d----"))) == 32
