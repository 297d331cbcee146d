"""Expectimax against plain expectations, and against the exact chances of endings."""

import random

import pytest
from plain_lap import HOME, Lap, chance_of

from lodeboard.games.chance import ChanceSearch, called
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.search import FINISHED, RUNNING, SURE
from lodeboard.system.loader import make_game, plugin


def steps_of(game):
    buffer = [0] * game.max_steps
    return buffer[: game.steps(buffer)]


def expectation(game, depth, ply=0):
    """The mean of all rolls and the best of all steps, each searched whole."""
    verdict = game.verdict()
    if verdict != UNDECIDED:
        return {WIN: SURE - ply, LOSE: ply - SURE, TIE: 0}[verdict]
    if depth == 0:
        return 2 * game.score()
    found = []
    mover = game.turn
    weights = [0] * game.max_steps
    whole = game.chances(weights)
    for step in steps_of(game):
        game.push(step)
        score = expectation(game, depth - 1, ply + 1)
        found.append(score if game.turn == mover else -score)
        game.pop()
    if whole:
        return sum(w * s for w, s in zip(weights, found, strict=False)) // whole
    return max(found)


def searched(game, depth, slice_of=10_000, kind=ChanceSearch):
    copy = make_game("lap")
    search = kind(copy, copy.score, 24)
    search.load(game)
    steps = steps_of(game)
    search.begin(steps, 0, len(steps), depth)
    status = RUNNING
    while status == RUNNING:
        status = search.run(slice_of)
    assert status == FINISHED
    return search


def somewhere(seed):
    """A position after a roll."""
    source = random.Random(seed)
    while True:
        game = make_game("lap")
        for _ in range(source.randrange(60)):
            if game.verdict() == UNDECIDED:
                game.push(source.choice(steps_of(game)))
        if game.verdict() == UNDECIDED and not game.chances([0] * game.max_steps):
            return game


@pytest.mark.parametrize("seed", range(12))
def test_the_search_finds_the_plain_expectation(seed):
    game = somewhere(seed)
    for depth in (1, 2, 3, 4, 5):
        search = searched(game, depth, 7)
        assert search.value == expectation(game, depth)
        assert game.text() == search.game.text()


class Uncut(ChanceSearch):
    """Searches every roll whole."""

    def _narrow(self, ply, at):
        self._low[ply], self._alpha[ply] = -2 * SURE, -SURE
        self._high[ply], self._beta[ply] = 2 * SURE, SURE


def test_cut_offs_spare_work():
    games = [somewhere(seed) for seed in range(8)]
    cut = sum(searched(game, 6).nodes for game in games)
    assert cut < 0.95 * sum(searched(game, 6, kind=Uncut).nodes for game in games)


@pytest.mark.parametrize("first", [9, 10, 11, 12])
@pytest.mark.parametrize("second", [10, 12])
@pytest.mark.parametrize("roll", [1, 3])
def test_the_whole_search_of_an_ending_is_its_exact_chance(first, second, roll):
    """One tile each, past each other."""
    plain = Lap(((first, HOME, HOME), (second, HOME, HOME)), 0, roll)
    game = make_game("lap")
    game.load(plain.text())
    search = searched(game, 24)
    assert search.whole
    exact = 2 * chance_of(plain) - 1
    # A score is less by the turns that a win takes, and rounded at each roll.
    assert abs(search.value / SURE - float(exact)) <= 24 / SURE
    if exact not in (-1, 1) and abs(abs(exact) - 1 / 3) > 0.01:
        assert search.called() == called(int(exact * SURE))


def test_the_player_takes_the_step_with_the_better_chance():
    """With a one and a tile six from home: going on slowly or rolling again."""
    plain = Lap(((9, HOME, HOME), (12, HOME, HOME)), 0, 1)
    moves = plain.moves()
    chances = {
        text: chance_of(after) if after.turn == 0 else 1 - chance_of(after)
        for text, after in moves.items()
    }
    best = max(chances, key=chances.__getitem__)
    assert best == "again"
    game = make_game("lap")
    game.load(plain.text())
    player, _ = plugin("lap").engine(None, None)
    player.start(game, 4)
    while not player.run(10_000):
        pass
    assert [game.step_text(step) for step in player.steps] == [best]


def test_the_coach_calls_expectations():
    plain = Lap(((9, HOME, HOME), (12, HOME, HOME)), 0, 1)
    game = make_game("lap")
    game.load(plain.text())
    _, coach = plugin("lap").engine(None, None)
    steps = steps_of(game)
    coach.start(game, steps, len(steps))
    while not coach.run(1000):
        pass
    wanted = []
    for step in steps:
        after = plain.moves()[game.step_text(step)]
        chance = chance_of(after) if after.turn == 0 else 1 - chance_of(after)
        wanted.append(called(int((2 * chance - 1) * SURE)))
    assert list(coach.values[: len(steps)]) == wanted
