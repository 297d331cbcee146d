"""Decisions by the book keep the value for any slicing; symmetric steps leave a choice."""

import random

import numpy as np
import pytest
from games.flip.positions import lay
from games.flip.tables.known import known, random_half, random_position
from games.flip.tables.tampered import RULES, decide, open_book, shipped

from host_tools.games.flip.solver.index import Tier, arrangement, slots_of
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.flip import book_layout as words
from lodeboard.games.flip import lookup as flip_tables
from lodeboard.games.flip.rules import Flip


@pytest.fixture(scope="module", params=RULES)
def opened(request):
    return open_book(shipped(request.param), request.param)


def positions(rules, count, seed):
    """Undecided ones of at most seven tiles, some of them inside a turn."""
    source = random.Random(seed)
    game = Flip(rules)
    while count:
        game.load(random_position(source, source.randrange(8)))
        if game.verdict() != UNDECIDED:
            continue
        if source.random() < 0.4:
            random_half(source, game)
        count -= 1
        yield game


@pytest.mark.slow
def test_known_positions(opened):
    """Steps that keep the value, from positions whose keeping steps were written down."""
    seen = set()
    for each in known():
        if each.rules == opened.rules:
            for choice in range(16):
                steps = decide(opened, each.text, choice)
                assert each.keeps(steps[0]), each
            seen.add((each.text.count("-"), ";" in each.text))
    assert len(seen) == 15


def test_the_moves_are_whole_and_legal(opened):
    steps = bytearray(96)
    for game in positions(opened.rules, 150, 1):
        length = game.length
        for step in decide(opened, game.text(), 5):
            assert step in steps[: game.steps(steps)]
            game.push(step)
        assert game.between_moves()
        assert 1 <= game.length - length <= 2


def test_slices_change_nothing(opened):
    plain = open_book(shipped(opened.rules), opened.rules, plain=True)
    for number, game in enumerate(positions(opened.rules, 6, 2)):
        text = game.text()
        assert decide(opened, text, number, 1) == decide(opened, text, number)
        assert decide(plain, text, number, 300) == decide(opened, text, number)


def test_the_game_may_go_on_meanwhile(opened):
    game = Flip(opened.rules)
    game.load("2_U---------------")
    expected = decide(opened, game.text(), 3)
    opened.start(game, 3)
    opened.run(1)
    game.reset()
    while not opened.run(100):
        pass
    assert opened.steps == expected


def test_another_position_may_come_before_the_end(opened):
    game = Flip(opened.rules)
    texts = ["1_U--d------------", "2_Uu--D-----------"]
    expected = [decide(opened, text) for text in texts]
    for text, steps in zip(reversed(texts), reversed(expected), strict=True):
        game.load(texts[0])
        opened.start(game, 0)
        for _ in range(3):
            opened.run(1)
        assert decide(opened, text) == steps


def test_the_numbering_is_that_of_the_solution(opened):
    """The place that is looked up stands for the position turned, by all ways to turn it."""
    game = Flip(opened.rules)
    blocks = [
        (Tier(k).slots + (1 << flip_tables.BLOCK_LOG) - 1) >> flip_tables.BLOCK_LOG
        for k in range(8)
    ]
    for position in positions(opened.rules, 200, 3):
        k = bin(position.occupied).count("1")
        own = position.tiles(position.turn)
        exact = int(slots_of(*(np.array([m]) for m in (position.occupied, own, position.side)))[0])
        found = set()
        for choice in range(16):
            opened.start(position, choice)
            opened._turn()
            opened._find()
            number = opened._block - sum(blocks[:k]) << flip_tables.BLOCK_LOG
            number += opened._state[words.WANTED]
            found.add(number)
            lay(game, *arrangement(k, number))
            position_key = position.key() & ((1 << 48) - 1)
            assert game.key() & ((1 << 48) - 1) == position_key
        assert exact in found


def test_equal_moves_are_chosen_among(opened):
    """By the square's symmetries, and by turning over all of one's tiles where one has none."""
    firsts = {tuple(decide(opened, "1_----------------", choice)) for choice in range(16)}
    assert firsts == {(cell * 2 + side,) for cell in (0, 3, 12, 15) for side in (0, 1)}
    assert decide(opened, "1_----------------", 16) == decide(opened, "1_----------------", 0)


def test_lost_positions_have_moves_too(opened):
    """Some of any random positions are lost; there the first step is as good as any."""
    for game in positions(opened.rules, 60, 4):
        assert decide(opened, game.text())
