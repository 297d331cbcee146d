"""Every value that the coach shows for a step of xtic is correct."""

import random
from collections import Counter

import pytest
from games.xtic import full_width
from games.xtic.plain_xtic import OPPOSITE, moves, outcome
from games.xtic.positions import undecided

from host_tools.games.engine import make_engine
from lodeboard.games.contract import LOSE, UNDECIDED, VERDICTS, WIN
from lodeboard.games.xtic.rules import Xtic


@pytest.fixture(scope="module")
def coach():
    return make_engine("xtic")[1]


def ask(coach, rules, text):
    """What it says of each step, by the step's text."""
    game = Xtic(rules)
    game.load(text)
    steps = bytearray(game.max_steps)
    count = game.steps(steps)
    coach.start(game, steps, count)
    while not coach.run(1 << 29):
        pass
    assert game.text() == text
    return {game.move_text([steps[at]]): coach.values[at] for at in range(count)}


@pytest.mark.parametrize("rules", Xtic.rule_sets)
def test_late_positions_are_settled_and_right(coach, rules):
    source = random.Random(f"late {rules}")
    said = Counter()
    for number in range(16):
        text = undecided(source, rules, 11 + number % 5, number % 2 == 0)
        known = {}
        found = ask(coach, rules, text)
        for move, after in moves(text, rules).items():
            value = outcome(after, rules, known)[0]
            value = OPPOSITE[value] if move[0] == "=" else value
            assert VERDICTS[found[move]] == value, (text, move)
            said[value] += 1
    assert len(said) == 3


@pytest.mark.slow
@pytest.mark.parametrize("rules", Xtic.rule_sets)
def test_what_shows_at_once_is_told_early_in_the_game(coach, rules):
    """Fatal cells, gifts that cannot be placed, gifts with which the other player wins."""
    source = random.Random(f"early {rules}")
    reported = 0
    for number in range(30):
        text = undecided(source, rules, 6 + number % 5, number % 2 == 0)
        known = {}
        found = ask(coach, rules, text)
        near = full_width.values(text, rules, 2 if text[-1] == "-" else 1, known)
        for move, value in near.items():
            if value:
                assert found[move] == (WIN if value > 0 else LOSE), (text, move)
                reported += 1
    assert reported > 12


def test_a_coach_that_is_stopped_says_no_more(coach):
    game = Xtic()
    steps = bytearray(game.max_steps)
    count = game.steps(steps)
    coach.start(game, steps, count)
    coach.run(1)
    coach.stop()
    assert coach.run(1 << 29)
    assert set(coach.values[:count]) == {UNDECIDED}
