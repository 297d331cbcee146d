"""The search that games share, against a plain minimax, in games of one and of two steps a turn."""

import random

import pytest

from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.human import Level
from lodeboard.games.search import (
    EXHAUSTED,
    FINISHED,
    RUNNING,
    Search,
    SearchCoach,
    SearchPlayer,
    outcome,
    turns,
)
from lodeboard.system.loader import make_game

GAMES = [("flip", "magic"), ("xtic", "torus")]
COST = 10


def steps_of(game):
    buffer = [0] * game.max_steps
    return buffer[: game.steps(buffer)]


def guess(game):
    """An evaluator's possible output: any value that depends on the position."""
    dice = random.Random(game.text())
    return dice.randrange(-50, 50)


def played(name, rules, seed, left):
    """A game somewhere, with so few empty cells left that it can be searched to the end."""
    dice = random.Random(seed)
    game = make_game(name, rules)
    while game.text().partition(";")[0].count("-") > left:
        steps = steps_of(game)
        if not steps:
            return None
        game.push(dice.choice(steps))
    return game if steps_of(game) else None


def minimax(game, depth, ply=0):
    """The score for the player to act, and whether every line was seen to its end."""
    verdict = game.verdict()
    if verdict != UNDECIDED:
        return {WIN: 20000 - ply, LOSE: ply - 20000, TIE: 0}[verdict], True
    if depth == 0:
        return guess(game), False
    best, whole = -99999, True
    mover = game.turn
    for step in steps_of(game):
        game.push(step)
        score, ended = minimax(game, depth - 1, ply + 1)
        best = max(best, score if game.turn == mover else -score)
        whole = whole and ended
        game.pop()
    return best, whole


def searching(game, deepest=8):
    copy = make_game(game.name, game.rules)
    return Search(copy, lambda: guess(copy), deepest)


def finish(search, slice_of=1000):
    status = RUNNING
    while status == RUNNING:
        status = search.run(slice_of)
    return status


@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_the_search_says_what_plain_minimax_says(name, rules):
    looked = 0
    for seed in range(200):
        game = played(name, rules, seed, 3)
        if game is None or looked > 100:
            continue
        steps = steps_of(game)
        search = searching(game)
        search.load(game)
        for depth in (1, 2, 3, 8):
            if depth > 3 and game.text().count("-") > 2 + (name == "xtic"):
                continue
            search.begin(steps, 0, len(steps), depth)
            assert finish(search) == FINISHED
            score, whole = minimax(game, depth)
            assert search.value == score
            if search.whole and not whole:
                assert score == minimax(game, 8)[0]
            if whole:
                assert search.whole
            assert search.game.text() == game.text()
            game.push(search.step)
            reached = minimax(game, depth - 1, 1)[0]
            same = game.turn == search.game.turn
            game.pop()
            assert score == (reached if same else -reached)
            looked += 1
    assert looked > 30


@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_slices_change_nothing(name, rules):
    game = played(name, rules, 5, 4) or played(name, rules, 6, 4)
    steps = steps_of(game)
    found = set()
    for slice_of in (1, 2, 7, 100000):
        search = searching(game)
        search.load(game)
        search.begin(steps, 0, len(steps), 3)
        finish(search, slice_of)
        found.add((search.value, search.step, search.nodes))
    assert len(found) == 1


def test_a_limit_of_nodes_is_kept_and_leaves_the_game_as_it_was():
    game = make_game("flip")
    steps = steps_of(game)
    search = searching(game)
    search.load(game)
    search.begin(steps, 0, len(steps), 4, 500)
    assert finish(search, 7) == EXHAUSTED
    assert search.nodes == 500
    assert search.game.text() == game.text()
    search.begin(steps, 0, len(steps), 1, 1000)
    assert finish(search) == FINISHED


def test_a_search_that_is_given_up_leaves_nothing_behind():
    game = make_game("flip")
    steps = steps_of(game)
    search = searching(game)
    search.load(game)
    search.begin(steps, 0, len(steps), 4)
    assert search.run(333) == RUNNING
    search.begin(steps, 0, 1, 1)
    assert search.game.text() == game.text()
    search.begin(steps, 0, len(steps), 4)
    assert search.run(333) == RUNNING
    other = played("flip", "magic", 3, 8)
    search.load(other)
    search.begin(steps_of(other), 0, 1, 1)
    assert finish(search) == FINISHED
    assert search.game.text() == other.text()


def test_the_rule_set_is_that_of_the_position():
    differs = 0
    search = searching(make_game("xtic", "normal"))
    for seed in range(100):
        game = played("xtic", "torus", seed, 2)
        if game is not None:
            search.load(game)
            steps = steps_of(game)
            search.begin(steps, 0, len(steps), 8)
            assert finish(search) == FINISHED
            assert search.value == minimax(game, 8)[0]
            game = make_game("xtic", "normal")
            game.load(search.game.text())
            differs += not game.verdict() and search.value != minimax(game, 8)[0]
    assert differs


def test_turns_to_the_end():
    assert outcome(20000 - 3) == WIN
    assert turns(20000 - 3) == 3
    assert outcome(4 - 20000) == LOSE
    assert turns(4 - 20000) == 4
    assert outcome(50) == UNDECIDED


def choose(game, level, slice_of=100_000):
    player = SearchPlayer(searching(game), ("a", "b", "c"), LEVELS, COST)
    player.start(game, level)
    while not player.run(slice_of):
        pass
    return player


LEVELS = (Level(1, 0, 100, 50), Level(2, 1000), Level(8, 3000))


@pytest.mark.parametrize("level", range(3))
def test_the_same_position_gets_the_same_step_however_it_is_sliced(level):
    for seed in range(10):
        game = played("xtic", "normal", seed, 9)
        if game is None:
            continue
        found = {
            (tuple(player.steps), player.nodes, player.source)
            for player in (choose(game, level, slice_of) for slice_of in (1, 95, 100_000))
        }
        assert len(found) == 1
        ((step,), _, _) = found.pop()
        assert step in steps_of(game)


def test_of_steps_that_are_worth_the_same_chance_takes_one():
    copy = make_game("xtic")
    player = SearchPlayer(Search(copy, lambda: 0, 3), ("only",), (Level(2, 1000),), COST)
    game = make_game("xtic")
    given = set()
    for piece in range(16):
        game.load("-" * 16 + "/" + "0123456789abcdef"[piece])
        player.start(game, 0)
        while not player.run(1000):
            pass
        given.add(player.steps[0])
    assert len(given) > 6


def test_a_win_is_taken_at_once_and_a_loss_put_off():
    won = lost = 0
    for seed in range(200):
        game = played("flip", "eclipse", seed, 2)
        if game is None:
            continue
        score, _ = minimax(game, 8)
        player = choose(game, 2)
        if outcome(score) == UNDECIDED:
            continue
        mover = game.turn
        game.push(player.steps[0])
        after, _ = minimax(game, 8, 1)
        assert score == (after if game.turn == mover else -after)
        won += score > 0
        lost += score < 0
    assert won > 5
    assert lost >= 5


@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_the_coach_says_what_each_step_is_worth_where_it_proves_it(name, rules):
    known = 0
    for seed in range(1000):
        game = played(name, rules, seed, 2)
        if game is None or known > 60:
            continue
        steps = steps_of(game)
        said = set()
        for slice_of in (1, 10_000):
            coach = SearchCoach(searching(game), COST, 100_000)
            coach.start(game, steps, len(steps))
            while not coach.run(slice_of):
                pass
            said.add(bytes(coach.values[: len(steps)]))
        assert len(said) == 1
        for step, value in zip(steps, said.pop(), strict=True):
            mover = game.turn
            game.push(step)
            score, whole = minimax(game, 8)
            score = score if game.turn == mover else -score
            game.pop()
            assert value == (outcome(score) or TIE)
            assert whole
            known += 1
    assert known > 30


def test_a_coach_without_enough_work_leaves_the_rest_open_and_can_be_stopped():
    game = make_game("flip")
    steps = steps_of(game)
    coach = SearchCoach(searching(game), COST, 40)
    coach.start(game, steps, len(steps))
    while not coach.run(100):
        pass
    assert set(coach.values) == {UNDECIDED}
    coach.start(game, steps, len(steps))
    assert not coach.run(10)
    coach.stop()
    assert coach.run(10)


def test_a_slice_takes_no_more_work_than_it_is_given():
    game = make_game("flip")
    steps = steps_of(game)
    player = SearchPlayer(searching(game), ("only",), (Level(8, 500),), COST)
    player.start(game, 0)
    coach = SearchCoach(searching(game), COST, 500)
    coach.start(game, steps, len(steps))
    for thinker, search in ((player, player.search), (coach, coach._search)):
        done = False
        while not done:
            before = search.nodes
            done = thinker.run(7 * COST)
            assert search.nodes - before <= 7
