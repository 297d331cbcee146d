"""The last level of xtic with six and seven pieces: a step that is proved to keep the value."""

import inspect
import random
from functools import cache

import pytest
from games.xtic import full_width
from games.xtic.positions import loaded, undecided

from host_tools.build.compiled import install
from host_tools.games.finding import replies
from host_tools.games.xtic.solver.answers import Answers
from lodeboard.games.contract import LOSE, TIE, WIN
from lodeboard.games.xtic.keeping import WORK, Keeper
from lodeboard.games.xtic.player import XticPlayer
from lodeboard.games.xtic.rules import Xtic
from lodeboard.games.xtic.search import FULL_BOARD, XticSearch
from lodeboard.games.xtic.search_kernel import xtic_search
from lodeboard.games.xtic.search_layout import RUNNING

STRONGEST = 6
ORDER = (LOSE, TIE, WIN)
# What `strongest` gave away before: with seven pieces each of these had a step worth less.
GIVEN_AWAY = [("normal", "5--0f-4a-----9-7/d"), ("torus", "250--4c---31----/-")]

answers = cache(Answers)


@pytest.fixture(scope="module")
def player():
    """As on the board, but compiled."""
    install()
    return XticPlayer()


def chosen(player, game, slices=1 << 29):
    player.start(game, STRONGEST)
    while not player.run(slices):
        pass
    return player.steps[0]


def exact(game):
    """The value of each step, for who makes it."""
    return {each.move: ORDER.index(each.value) for each in replies(game, answers(game.rules))}


@pytest.mark.parametrize("rules", Xtic.rule_sets)
def test_a_question_about_a_step_is_answered_as_by_looking_at_everything(rules):
    source = random.Random(f"asked {rules}")
    search = XticSearch(256, inspect.unwrap(xtic_search))
    seen = set()
    for number in range(24):
        text = undecided(source, rules, 12 + number % 3, number & 1 == 0)
        game = loaded(text, rules)
        steps = bytearray(game.max_steps)
        count = game.steps(steps)
        wanted = full_width.values(text, rules, FULL_BOARD, {})
        search.wipe()
        search.load(game, steps, count)
        for step in steps[:count]:
            for wins in (True, False):
                search.ask(step, wins)
                while search.run(1 << 20) == RUNNING:
                    pass
                value = wanted[game.move_text([step])]
                assert search.holds == (value > (0 if wins else -1)), (text, step, wins)
                seen.add((wins, search.holds))
    assert len(seen) == 4


@pytest.mark.parametrize("rules", Xtic.rule_sets)
@pytest.mark.slow
def test_one_step_is_worth_what_looking_at_everything_says_where_it_is_above_the_floor(rules):
    source = random.Random(f"one {rules}")
    search = XticSearch(256, inspect.unwrap(xtic_search))
    seen = set()
    for number in range(36):
        text = undecided(source, rules, 11 + number % 3, number & 1 == 0)
        game = loaded(text, rules)
        steps = bytearray(game.max_steps)
        count = game.steps(steps)
        wanted = full_width.values(text, rules, FULL_BOARD, {})
        search.wipe()
        search.load(game, steps, count)
        for step in steps[:count]:
            for floor in (-1, 0):
                search.begin_one(step, FULL_BOARD, floor)
                while search.run(1 << 20) == RUNNING:
                    pass
                value = wanted[game.move_text([step])]
                found = search.value
                assert found == value if value > floor else found <= floor, (text, step, floor)
                seen.add((search.placing, floor, value))
    assert {(True, 0, 1), (False, 0, 1)} <= seen


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "text"), GIVEN_AWAY)
def test_what_was_given_away_is_kept(player, rules, text):
    game = loaded(text, rules)
    values = exact(game)
    assert min(values.values()) < max(values.values())
    assert values[game.move_text([chosen(player, game)])] == max(values.values())


@pytest.mark.slow
@pytest.mark.parametrize("rules", Xtic.rule_sets)
def test_with_seven_pieces_it_never_makes_a_step_that_loses_what_is_a_tie(player, rules):
    """Nor is a win that it sees within its work worth less to it than a tie."""
    source = random.Random(f"kept {rules}")
    tempted = 0
    for number in range(6):
        game = loaded(undecided(source, rules, 7, number & 1 == 0), rules)
        values = exact(game)
        found = values[game.move_text([chosen(player, game)])]
        assert found >= min(1, max(values.values())), game.text()
        if player.search.work < WORK:
            assert found == max(values.values()), game.text()
        tempted += min(values.values()) < max(values.values())
    assert tempted


@pytest.mark.parametrize("placed", [6, 7])
def test_where_nothing_gets_proved_no_placement_loses_at_once(player, monkeypatch, placed):
    monkeypatch.setattr(player.keeper, "work", 1)
    source = random.Random(f"unproved {placed}")
    tempted = 0
    for _ in range(40):
        game = loaded(undecided(source, "torus", placed, True), "torus")
        fatal = game.danger(game.hand)
        step = chosen(player, game)
        assert not fatal >> step & 1, game.text()
        tempted += fatal != 0
    assert tempted > 10


@pytest.mark.slow
def test_the_same_step_in_slices(player):
    rules, text = GIVEN_AWAY[0]
    game = loaded(text, rules)
    assert chosen(player, game, 4_000) == chosen(player, game)


class Asked:
    """A search that answers by a list: for each step whether it wins (2), ties (1) or loses (0),
    after so much work that the first allowance does not suffice for those in `slow`."""

    def __init__(self, values, slow=(), cost=10_000):
        self.values, self.slow, self.cost = values, slow, cost
        self.work = 0
        self.tried = []
        self.finished = self.holds = False

    def ask(self, step, wins, limit):
        self.tried.append((step, wins))
        needed = 1_500_000 if step in self.slow else self.cost
        self.finished = self.work + needed <= limit
        self.work = min(limit, self.work + needed)
        self.holds = self.values[step] >= (2 if wins else 1)


def kept(keeper, search, wins_first=False):
    keeper.begin(search, bytes(range(len(search.values))), len(search.values), wins_first)
    while not keeper.take(search, search.finished):
        pass
    return keeper.step


@pytest.mark.parametrize(
    ("values", "slow", "wins_first", "step"),
    [
        ((0, 1, 1), (), False, 1),  # the first that does not lose
        ((0, 1, 2), (), False, 2),  # a mistake of the other player is found
        ((0, 1, 2), (), True, 2),
        ((0, 1, 0), (), True, 1),  # no step wins
        ((0, 1, 1), (0, 1), False, 2),  # others first where one takes long
        ((0, 1, 0), (0, 1), False, 1),  # then twice as much work
    ],
)
def test_how_steps_are_asked_about(values, slow, wins_first, step):
    keeper, search = Keeper(), Asked(values, slow)
    keeper.work = 3 * WORK
    assert kept(keeper, search, wins_first) == step
    assert not keeper.lost
    assert search.work <= keeper.work


def test_where_all_steps_lose_that_is_known():
    keeper = Keeper()
    for wins_first in (True, False):
        assert kept(keeper, Asked((0, 0, 0)), wins_first) in range(3)
        assert keeper.lost


def test_without_an_answer_a_step_that_was_not_refuted_is_made():
    keeper, search = Keeper(), Asked((0, 0, 1), slow=(1, 2))
    assert kept(keeper, search) in (1, 2)
    assert not keeper.lost
