"""What the coach says of each step is what trying every game to its end says."""

import random
from types import SimpleNamespace

import pytest
from games.flip.late import random_game

from host_tools.games.engine import make_engine
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.flip.coach import FlipCoach
from lodeboard.games.flip.rules import Flip

OTHER = {WIN: LOSE, LOSE: WIN, TIE: TIE}
BETTER = (LOSE, TIE, WIN)


def legal(game):
    steps = bytearray(game.max_steps)
    return list(steps[: game.steps(steps)])


def after(game, step):
    """The value of a step for the player who takes it, from every game that can follow."""
    player = game.turn
    game.push(step)
    value = game.verdict()
    if value == UNDECIDED:
        value = max((after(game, next_step) for next_step in legal(game)), key=BETTER.index)
    value = value if game.turn == player else OTHER[value]
    game.pop()
    return value


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_every_step_of_a_late_position_has_its_value(rules):
    source = random.Random(f"coached {rules}")
    _, coach = make_engine("flip")
    seen = set()
    for _ in range(12):
        game = random_game(source, rules, 14)
        steps = legal(game)
        coach.start(game, steps, len(steps))
        while not coach.run(500):
            pass
        wanted = [after(game, step) for step in steps]
        assert list(coach.values[: len(steps)]) == wanted, game.text()
        seen |= set(wanted)
    assert {WIN, LOSE} <= seen


class Booked:
    """An evaluator that knows the value of a position, and which step keeps it, from the book."""

    def __init__(self, value, step):
        self.book = SimpleNamespace(steps=[step])
        self.search = SimpleNamespace(wipe=lambda: None)
        self.budget = 0
        self._value = value

    def close_other(self, rules):
        pass

    def prepare(self, rules):
        pass

    def learn(self):
        pass

    def copy(self, game):
        return game

    def value(self, game, allowance):
        yield 1
        return self._value

    def booked(self, game):
        yield 1
        return True


@pytest.mark.parametrize("value", [LOSE, TIE, WIN, UNDECIDED])
def test_with_few_tiles_the_book_says_what_is_known(value):
    game = Flip("magic")
    game.load("2_-----U----------")
    steps = legal(game)
    coach = FlipCoach(Booked(value, steps[2]), game.max_steps)
    coach.start(game, steps, len(steps))
    assert not coach.run(9000)
    assert coach.run(100_000)
    wanted = [LOSE if value == LOSE else UNDECIDED] * len(steps)
    wanted[2] = value
    assert list(coach.values[: len(steps)]) == wanted
    assert not any(coach.values[len(steps) :])
