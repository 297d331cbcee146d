"""`lodeboard perft`, and the two ways its counting works against each other."""

import random
from collections import Counter

import pytest
from games.flip import plain_flip
from games.flip.positions import random_line_of_play

from host_tools.games.analysis.perft import perft
from lodeboard.games.flip.rules import Flip


@pytest.mark.parametrize(("depth", "count"), [(1, 32), (2, 2880), (3, 224000), (4, 30963712)])
@pytest.mark.parametrize("rules", ["magic", "eclipse"])
def test_published_counts(lodeboard, rules, depth, count):
    outcome = lodeboard("perft", "flip", "--rules", rules, str(depth))
    assert (outcome.status, outcome.out, outcome.err) == (0, f"{count}\n", "")


POSITIONS = [
    ("2_U---------------", 1, 60),
    ("2_U---------------;a1E", 1, 30),
    ("1_UUUddudU--------", 0, 1),
    ("1_UUUddudU--------", 1, 0),
    ("1_UdUdUUDuDduUdduU", 1, 0),
    ("1_----------------", 33, 0),
]


@pytest.mark.parametrize(("position", "depth", "count"), POSITIONS)
def test_counts_from_a_position(lodeboard, position, depth, count):
    outcome = lodeboard("perft", "flip", "--position", position, str(depth))
    assert (outcome.status, outcome.out) == (0, f"{count}\n")


def plain_count(text, rules, depth):
    if depth == 0:
        return 1
    return sum(
        plain_count(after, rules, depth - 1) for after in plain_flip.moves(text, rules).values()
    )


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["magic", "eclipse"])
def test_counting_agrees_with_plain_rules(rules):
    source = random.Random(f"perft {rules}")
    game = Flip(rules)
    depths = Counter()
    for _ in range(12):
        for text in random_line_of_play(source, rules)[-10:]:
            game.load(text)
            for depth in range(1, 6):
                count = perft(game, depth)
                if not 0 < count < 2000:
                    break
                assert perft(game, depth, {}) == plain_count(text, rules, depth) == count, text
                depths[depth] += 1
    assert depths[2] > 10
    assert depths[3] > 3
