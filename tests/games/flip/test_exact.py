"""Exact values: proved ones only, the same by solution and by search."""

import inspect
import random

import pytest
from games.flip import full_width
from games.flip.late import half, masks, random_game

from host_tools.build.compiled import compiled
from host_tools.games.flip.exact import Exact
from host_tools.games.moves import legal_moves
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.flip import search_layout as kernel
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.search import FlipSearch
from lodeboard.games.flip.search_kernel import flip_search
from lodeboard.games.flip.tables import build_tables
from lodeboard.games.grid import Grid


def outcome(score: int, tiles: int) -> tuple[int, int]:
    if score == 0:
        return TIE, 0
    return (WIN if score > 0 else LOSE), full_width.SURE - abs(score) - tiles


@pytest.fixture(scope="module", params=Flip.rule_sets)
def fast(request):
    exact = Exact(request.param)
    assert exact.settled_from == 8, "Numba is missing: make setup-test"
    return exact


@pytest.fixture(scope="module")
def plain(fast):
    return Exact(fast.rules, inspect.unwrap(flip_search))


@pytest.mark.parametrize("tiles", [12, 13, 14, 15])
def test_value_and_remoteness(fast, plain, tiles):
    source = random.Random(f"remote {fast.rules} {tiles}")
    seen = set()
    for _ in range(5 if tiles == 12 else 100):
        game = random_game(source, fast.rules, tiles)
        expected = outcome(full_width.score(masks(game), game.rules, half(game)), tiles)
        assert fast.value(game) == plain.value(game) == expected, game.text()
        seen.add(expected)
    assert len(seen) > 3 or tiles == 15


def test_decided_positions(fast):
    source = random.Random(f"decided {fast.rules}")
    game = Flip(fast.rules)
    steps = bytearray(game.max_steps)
    for _ in range(30):
        game.reset()
        while count := game.steps(steps):
            game.push(source.choice(steps[:count]))
        assert fast.value(game) == (game.verdict(), 0)
        assert game.verdict() != UNDECIDED


def test_plain_and_compiled_agree_where_both_settle(fast, plain):
    source = random.Random(f"agree {fast.rules}")
    for tiles in (10, 10, 11, 11, 11):
        game = random_game(source, fast.rules, tiles)
        assert fast.value(game) == plain.value(game) is not None


def test_positions_from_eight_tiles_on_settle(fast):
    source = random.Random(f"settle {fast.rules}")
    for tiles in (8, 8, 8, 9, 9, 9, 10):
        value = fast.value(random_game(source, fast.rules, tiles))
        assert value is not None
        assert value[0] == TIE or 1 <= value[1] <= 16 - tiles


def test_a_position_is_worth_what_its_best_reply_leaves(fast):
    """Two turns above anything the plain reference can reach."""
    source = random.Random(f"children {fast.rules}")
    for tiles in (8, 9, 10):
        game = random_game(source, fast.rules, tiles)
        value = fast.value(game)
        found = []
        for steps in legal_moves(game):
            for step in steps:
                game.push(step)
            found.append(fast.value(game))
            for _ in steps:
                game.pop()
        wins = [turns for verdict, turns in found if verdict == LOSE]
        losses = [turns for verdict, turns in found if verdict == WIN]
        if wins:
            assert value == (WIN, 1 + min(wins))
        elif len(losses) == len(found):
            assert value == (LOSE, 1 + max(losses))
        else:
            assert value == (TIE, 0)


@pytest.mark.slow
def test_earlier_positions_are_known_where_the_end_is_near(fast, plain):
    game = Flip(fast.rules)
    assert fast.value(game) is plain.value(game) is None
    source = random.Random(f"near {fast.rules}")
    whole = FlipSearch(build_tables(Grid(4, 4)), 1 << 18, compiled(flip_search))
    found = 0
    for _ in range(120):
        game = random_game(source, fast.rules, 7)
        value = fast.value(game)
        if value is not None:
            found += 1
            whole.load(game)
            whole.begin(16, True)
            assert whole.run(1 << 29) == kernel.FINISHED
            assert value == outcome(whole.value, 7)
            assert plain.value(game) in (value, None)
    assert 3 <= found < 60


def test_answers_do_not_depend_on_earlier_questions(fast):
    source = random.Random(f"order {fast.rules}")
    games = [random_game(source, fast.rules, source.choice([5, 6, 7, 9])) for _ in range(30)]
    there = [fast.value(game) for game in games]
    back = [fast.value(game) for game in reversed(games)]
    assert there == back[::-1]
    assert there == [Exact(fast.rules).value(game) for game in games[:1]] + there[1:]
    assert None in there


def test_the_wrong_rule_set_is_refused(fast):
    other = next(rules for rules in Flip.rule_sets if rules != fast.rules)
    with pytest.raises(ValueError, match=f"for the rule set {fast.rules}, not {other}"):
        fast.value(Flip(other))
