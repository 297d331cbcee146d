"""What holds in every position of flip tiles, reachable or not."""

import pytest
from games.flip import plain_flip
from games.flip.positions import positions, rule_sets
from hypothesis import given, settings

from lodeboard.games.flip.rules import Flip

SETTINGS = settings(max_examples=250, derandomize=True, deadline=None, database=None)


def legal(game):
    steps = [0] * game.max_steps
    return steps[: game.steps(steps)]


def loaded(rules, text):
    game = Flip(rules)
    game.load(text)
    return game


@pytest.mark.slow
@SETTINGS
@given(rule_sets, positions())
def test_symmetries_keep_verdict_number_of_moves_and_key(rules, text):
    game = loaded(rules, text)
    expected = (game.verdict(), game.count_moves(), len(legal(game)), game.key())
    for image in plain_flip.images(text):
        game.load(image)
        assert (game.verdict(), game.count_moves(), len(legal(game)), game.key()) == expected
