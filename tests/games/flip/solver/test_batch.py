"""Many positions at once: the same answers as one by one."""

import random

import pytest
from games.flip.positions import random_position
from games.flip.solver.test_compute import late

from host_tools.games.finding import analyse
from host_tools.games.flip.solver.batch import Batch
from lodeboard.games.flip.rules import Flip


@pytest.mark.slow
def test_the_answers_are_those_of_one_by_one(late_solution):
    source = random.Random(7)
    texts = [late(source, 15 + number % 2) for number in range(400)]
    batch = Batch(late_solution)
    game = Flip(late_solution.rules)
    for said, text in zip(batch.answer(texts, False, True), texts, strict=True):
        game.load(text)
        assert said == analyse(game, late_solution, True)
    for said, text in zip(batch.answer(texts, False, False), texts, strict=True):
        game.load(text)
        assert said == analyse(game, late_solution)
    for said in batch.answer(texts, True, False):
        assert list(said) == ["position", "verdict", "moves", "value", "remoteness"]
    batch.close()


def test_what_is_no_whole_position_is_left_to_others(late_solution):
    source = random.Random(8)
    good = late(source, 15)
    half = f"{good};a1E"
    bad = ["", "x", good[:-1], "3" + good[1:], good.replace("_", "-"), good[:2] + "é" * 16]
    bad += ["1" + good[1:], good.replace("-", "x"), "1_UUu-------------", "1_Uuu-------------"]
    batch = Batch(late_solution)
    found = batch.answer([*bad, half, good], True, False)
    assert found[:-1] == [None] * (len(bad) + 1)
    assert found[-1]["position"] == good
    assert batch.answer([], True, False) == []
    batch.close()


def test_all_positions_that_the_rules_take_are_taken(late_solution):
    """Whether the tiers are there or not, reading and verdict are those of the rules."""
    source = random.Random(9)
    batch = Batch(late_solution)
    game = Flip(late_solution.rules)
    texts = [text for text in (random_position(source) for _ in range(4000)) if "-" * 2 not in text]
    late_ones = [text for text in texts if text.count("-") <= 1]
    assert len(late_ones) > 100
    for said in batch.answer(late_ones, True, False):
        game.load(said["position"])
        assert said["moves"] == game.count_moves()
    batch.close()
