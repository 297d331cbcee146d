"""The machine's player of xtic: what its levels guarantee, against looking at everything."""

import inspect
import random
from collections import Counter
from functools import cache

import pytest
from games.xtic import full_width
from games.xtic.plain_xtic import outcome
from games.xtic.positions import undecided

from host_tools.build.compiled import bound, install
from host_tools.games.finding import find
from host_tools.games.xtic.solver.answers import Answers
from lodeboard.games.contract import VERDICTS
from lodeboard.games.xtic.player import XticPlayer
from lodeboard.games.xtic.rules import Xtic
from lodeboard.games.xtic.search_kernel import xtic_search

TRIVIAL, EASY, MEDIUM, HARD, VERY_HARD, DONT_TRY, STRONGEST = range(7)
SIGN = {"win": 1, "tie": 0, "lose": -1}


@pytest.fixture(scope="module")
def player():
    """As on the board, but compiled."""
    install()
    return XticPlayer()


def choose(player, rules, text, level, budget=1 << 29):
    game = Xtic(rules)
    game.load(text)
    player.start(game, level)
    slices = 1
    while not player.run(budget):
        slices += 1
    assert game.text() == text
    return game.move_text(player.steps), slices


def placements(text, level):
    """How many placements a level looks ahead: a gift belongs to the placement before it."""
    return level + (text[-1] != "-")


@pytest.mark.verify
@pytest.mark.parametrize("rules", Xtic.rule_sets)
def test_dont_try_sees_what_lies_within_its_horizon_and_chooses_among_the_best(player, rules):
    source = random.Random(f"horizon {rules} {DONT_TRY}")
    kinds = Counter()
    for number in range(24):
        # What lies far ahead is looked through in full where there is less of it.
        text = undecided(source, rules, 12 + number % 4, source.random() < 0.6)
        ahead = placements(text, DONT_TRY)
        best = full_width.best_steps(text, rules, ahead)
        move, _ = choose(player, rules, text, DONT_TRY)
        assert move in best, (text, best)
        kinds[full_width.value(text, rules, ahead, {}), len(best) > 1] += 1
    assert sum(many for (_, many) in kinds) >= 1
    assert any(kinds[value, many] for value in (1, -1) for many in (True, False))


@pytest.mark.parametrize("rules", Xtic.rule_sets)
def test_the_strongest_level_gives_nothing_away_at_the_end(player, rules):
    source = random.Random(f"end {rules}")
    values = Counter()
    for number in range(24):
        text = undecided(source, rules, 11 + number % 5, source.random() < 0.5)
        known = {}
        value, _ = outcome(text, rules, known)
        move, _ = choose(player, rules, text, STRONGEST)
        after = full_width.moves(text, rules)[move]
        then = SIGN[outcome(after, rules, known)[0]]
        assert (-then if move[0] == "=" else then) == SIGN[value], text
        values[value] += 1
    assert len(values) == 3


def test_equals_are_chosen_by_chance_all_alike():
    """Over many openings each step comes up about as often as any other."""
    install()
    player = XticPlayer()
    seen = Counter()
    game = Xtic()
    for gift in range(16):
        for cell in range(16):
            game.reset()
            game.push(16 + gift)
            game.push(cell)
            player.start(game, TRIVIAL)
            assert player.run(1 << 29)
            assert player.source == "chance"
            seen[player.steps[0] - 16] += 1
    assert len(seen) == 16
    assert max(seen.values()) < 2 * min(seen.values()) + 10


@pytest.mark.parametrize("rules", Xtic.rule_sets)
def test_the_same_position_gets_the_same_step(rules):
    """The same answer after other questions, in slices of any size, compiled or not."""
    install()
    fast = XticPlayer()
    with bound(inspect.unwrap(xtic_search)):
        plain = XticPlayer()
    source = random.Random(f"same {rules}")
    sliced = 0
    for number in range(21):
        level = number % 7
        # The strongest level's searches are long for the plain kernel.
        placed = source.randrange(10, 16) if level == STRONGEST else source.randrange(3, 13)
        text = undecided(source, rules, placed, source.random() < 0.5)
        wanted, _ = choose(fast, rules, text, level)
        nodes = fast.nodes
        found, slices = choose(plain, rules, text, level, 150)
        assert (found, plain.nodes) == (wanted, nodes), (text, level)
        assert slices <= nodes / 10 + 20
        sliced += slices > 4
    assert sliced


@pytest.mark.parametrize("rules", Xtic.rule_sets)
def test_work_stays_within_the_level(player, rules):
    source = random.Random(f"work {rules}")
    most = [0] * 7
    for placed in range(16):
        text = undecided(source, rules, placed, True)
        for level in range(DONT_TRY + 1):
            choose(player, rules, text, level)
            most[level] = max(most[level], player.nodes)
    choose(player, rules, undecided(source, rules, 4, True), STRONGEST)
    assert most[TRIVIAL] <= 16
    assert most[VERY_HARD] < 300
    assert most[DONT_TRY] < 40_000
    assert player.nodes < 510_000


answers = cache(Answers)


def worths(rules, text):
    """Value and steps to the end after each move, for who makes it, by the solver's search."""
    game = Xtic(rules)
    game.load(text)
    replies = find(game, answers(rules)).replies
    return {each.move: (VERDICTS[each.value], each.turns) for each in replies}


# Lost whatever is done, with ends that are farther off than what is looked at step by step.
LOST = [
    ("normal", "dc-5e--6--0a7b--/3"),
    ("normal", "-6-da-0-b--93--5/-"),
    ("normal", "--60--983--1524-/b"),
    ("torus", "--7c-4-2d6e-1-a-/3"),
    ("torus", "--3fd2e-----a76-/-"),
    ("torus", "-7---6c-0-1-245b/8"),
    ("torus", "-c9-382---7--1-0/-"),
]
# Several steps win, some sooner than others.
WON = [
    ("torus", "-ce13-2--805-7-f/-"),
    ("torus", "c-291-6-f-45-8b-/-"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "text"), LOST)
def test_where_all_steps_lose_the_strongest_level_holds_out_longest(player, rules, text):
    found = worths(rules, text)
    turns = {move: turns for move, (_, turns) in found.items()}
    assert {value for value, _ in found.values()} == {"lose"}
    move, _ = choose(player, rules, text, STRONGEST)
    assert turns[move] == max(turns.values()) > min(turns.values())


@pytest.mark.parametrize(("rules", "text"), WON)
def test_what_it_can_win_soon_the_strongest_level_wins_soonest(player, rules, text):
    found = worths(rules, text)
    turns = {move: turns for move, (value, turns) in found.items() if value == "win"}
    move, _ = choose(player, rules, text, STRONGEST)
    assert turns[move] == min(turns.values()) < max(turns.values())
