"""The lower levels of all games: what a person notices and how often one errs; and short matches
with fixed seeds, in which each level beats the one below and the lowest loses to a child."""

import random
from collections import Counter
from math import exp

import pytest
from many import later

from host_tools.build import compiled
from host_tools.games.engine import make_engine
from host_tools.games.moves import legal_moves, make_move, take_back
from host_tools.lab import matches
from host_tools.lab.magician.mates import all_mates
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import LOSE, NOWHERE, UNDECIDED
from lodeboard.games.dice import Dice, chance_at, distance_of
from lodeboard.games.human import SURELY, Level, Person, last_cell
from lodeboard.system.loader import make_game

SIZE = (4, 4)


def dice_of(seed):
    dice = Dice()
    dice.seed(str(seed))
    return dice


def choice(level, worths, seed, cells=None, focus=NOWHERE, deeper=None):
    """What a person chooses among steps of these worths; `deeper`: their worths from the second
    pass on. Also the steps searched, with their depths."""
    person = Person(len(worths))
    cells = cells or [NOWHERE] * len(worths)
    person.begin(level, dice_of(seed), cells, len(worths), focus, SIZE)
    looked = []
    while person.at >= 0:
        looked.append((person.at, person.depth))
        seen = deeper if deeper and person.depth > 1 else worths
        person.take(seen[person.at], abs(seen[person.at]) == SURELY)
    return person.choice, looked


def test_who_sees_everything_chooses_the_best():
    for seed in range(50):
        worths = random.Random(seed).sample(range(-900, 900), 10)
        assert choice(Level(1, 0), worths, seed)[0] == worths.index(max(worths))


def test_an_error_is_the_rarer_the_more_it_costs():
    """As often as a softmax of the worths says."""
    worths = [0, -50, -100, -200, -1000]
    found = Counter(choice(Level(1, 0, error=60), worths, seed)[0] for seed in range(6000))
    weights = [exp(worth / 60) for worth in worths]
    for index, weight in enumerate(weights):
        assert found[index] / 6000 == pytest.approx(weight / sum(weights), abs=0.025)
    assert found[4] == 0


def test_what_is_near_the_last_step_is_noticed_more_often():
    level = Level(1, 0, sight=60)
    cells = [0, 1, 2, 3]
    seen = Counter()
    for seed in range(2000):
        _, looked = choice(level, [0] * 4, seed, cells, focus=0)
        seen.update(index for index, _ in looked)
    assert seen[0] == seen[1] == 2000
    assert seen[2] / 2000 == pytest.approx(0.60, abs=0.04)
    assert seen[3] / 2000 == pytest.approx(0.36, abs=0.04)
    assert [chance_at(distance, 60) for distance in range(4)] == [100, 100, 60, 36]
    assert [distance_of(5, cell, 4) for cell in (5, 0, 3, 15)] == [0, 1, 2, 2]


def test_a_person_who_notices_nothing_looks_at_everything():
    level = Level(1, 0, sight=0)
    for seed in range(20):
        _, looked = choice(level, [0] * 3, seed, [3, 3, 3], focus=0)
        assert sorted(looked) == [(0, 1), (1, 1), (2, 1)]


def test_some_steps_are_not_thought_through_and_their_answers_not_seen():
    """A step that loses to the answer is made where the person did not look so far."""
    worths, deeper = [300, 0, 0], [-1000, 0, 0]
    level = Level(2, 0, follow=50)
    fell = kept = 0
    for seed in range(1000):
        found, looked = choice(level, worths, seed, deeper=deeper)
        if (0, 2) in looked:
            assert found != 0
            kept += 1
        elif (0, 1) in looked:
            assert found == 0
            fell += 1
    assert 0.2 < fell / 1000 < 0.3
    assert 0.2 < kept / 1000 < 0.3


def test_a_step_without_a_thought_seems_as_good_as_the_average():
    person = Person(3)
    level = Level(1, 0, follow=50)
    met = 0
    for seed in range(200):
        person.begin(level, dice_of(seed), [NOWHERE] * 3, 3, NOWHERE, SIZE)
        reach = list(person._reach)
        while person.at >= 0:
            person.take((-400, 0, -400)[person.at])
        if reach == [0, 0, 1]:
            assert list(person._worths) == [-400, -400, -400]
            met += 1
    assert met


def test_a_generous_person_chooses_the_worst_and_looks_at_it_exactly():
    for seed in range(50):
        worths = random.Random(seed).sample(range(-900, 900), 10)
        level = Level(1, 0, generous=100)
        assert choice(level, worths, seed)[0] == worths.index(min(worths))
        person = Person(10)
        person.begin(level, dice_of(seed), [NOWHERE] * 10, 10, NOWHERE, SIZE)
        person.take(500)
        assert person.floor < -SURELY


def test_a_sure_win_ends_the_thinking():
    found, looked = choice(Level(3, 0), [0, SURELY, 0], 1)
    assert (found, {depth for _, depth in looked}) == (1, {1})


def test_steps_that_work_did_not_suffice_for_are_not_chosen():
    for seed in range(30):
        person = Person(8)
        level = Level(1, 0, error=1)
        person.begin(level, dice_of(seed), [NOWHERE] * 8, 8, NOWHERE, SIZE)
        looked = []
        for _ in range(3):
            looked.append(person.at)
            person.take(-900)
        person.stop()
        assert person.at < 0
        assert person.choice in looked


@pytest.mark.parametrize("name", LEVELS)
def test_the_last_cell_is_where_the_last_tile_was_set_and_the_game_stays(name):
    game = make_game(name)
    dice = random.Random(name)
    steps = [0] * game.max_steps
    changes = [0] * (3 * game.max_changes)
    assert last_cell(game) == NOWHERE
    cell = NOWHERE
    for _ in range(30):
        step = dice.choice(steps[: game.steps(steps)])
        count = game.changes(step, changes)
        cell = changes[3 * count - 3] if count else cell
        game.push(step)
        before = (game.text(), game.length)
        assert last_cell(game) == cell
        assert (game.text(), game.length) == before
        if game.verdict() != UNDECIDED:
            break


# The levels against each other.

OPENING_MOVES = {"flip": 4, "xtic": 9, "kono": 4, "lap": 6, "magician": 6}
PERSONS = {"flip": 4, "xtic": 5, "kono": 4, "lap": 4, "magician": 4}  # levels below the full ones


def player(name, level):
    compiled.install()
    compiled.install("magician")
    return matches.level_of(make_engine(name)[0], level)


def starts(name, count):
    source = random.Random(f"human {name}")
    play = matches.rolled(matches.any_move(source), source)
    return matches.openings(make_game(name), count, lambda _: OPENING_MOVES[name], play)


def score(name, level, count):
    """A level against the one below, the lowest against a child."""
    child = matches.casual_player(random.Random(name))
    below = player(name, level - 1) if level else child
    dice = random.Random(f"rolls {name}")
    players = (matches.rolled(player(name, level), dice), matches.rolled(below, dice))
    names = (LEVELS[name][level], "below")
    return matches.match(make_game(name), names, players, starts(name, count))


# Of 20 games. The roll decides many games of Lap.
MOST = {"lap": 0.5}


@pytest.mark.parametrize("name", LEVELS)
def test_the_lowest_level_loses_to_a_child(name):
    assert score(name, 0, 10).points <= MOST.get(name, 0.3)


@pytest.mark.parametrize(
    ("name", "level"),
    [
        (name, level) if level == PERSONS[name] - 1 else later(name, level)
        for name in LEVELS
        for level in range(1, PERSONS[name])
    ],
)
def test_each_level_beats_the_one_below(name, level):
    assert score(name, level, 10).points > 0.5


def ends(game):
    """Where a move can end the game, those that do it well: they win or, where none does and some
    lose, do not lose. Else None."""
    if game.match == "rolling" and game.chances([0] * game.max_steps):
        return None
    wins, keeps = [], []
    moves = legal_moves(game)
    for move in moves:
        mover = game.turn
        make_move(game, move)
        won = game.verdict() != UNDECIDED and (game.verdict() == LOSE) == (game.turn != mover)
        if won:
            wins.append(move)
        elif game.verdict() == UNDECIDED:
            keeps.append(move)
        take_back(game, move)
    good = wins or keeps
    decided = wins or len(keeps) < len(moves)
    return good if decided and 0 < 2 * len(good) <= len(moves) + 1 else None


@pytest.mark.parametrize("name", ["flip", "kono", "xtic", "lap"])
def test_the_lowest_level_misses_ends_in_one_and_the_last_person_rarely(name):
    source = random.Random(f"ends {name}")
    game = make_game(name)
    lowest, best = player(name, 0), player(name, PERSONS[name] - 1)
    met = missed = seen = 0
    for text in starts(name, 60):
        game.load(text)
        while game.verdict() == UNDECIDED and met < 12:
            good = ends(game)
            if good:
                met += 1
                missed += lowest(game) not in good
                seen += best(game) in good
            make_move(game, source.choice(legal_moves(game)))
        if met == 12:
            break
    assert (met, missed >= 6, seen >= 10) == (12, True, True), (missed, seen)


def test_the_lowest_level_of_chess_misses_mates():
    positions = [(text, rules) for text, rules, moves, _ in all_mates() if moves == 1]
    missed = 0
    for text, rules in positions[:20]:
        game = make_game("magician", rules)
        game.load(text)
        make_move(game, player("magician", 0)(game))
        missed += game.verdict() != LOSE
    assert missed >= 12
