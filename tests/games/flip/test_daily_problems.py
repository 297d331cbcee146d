"""The problems of the day that the page has: one for each day, graded, and proved."""

import json
import random

import pytest

from host_tools.games.flip.exact import Exact
from host_tools.games.moves import legal_moves, make_move, take_back
from host_tools.play.web.assets import FOLDER
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.flip.rules import Flip

PROBLEMS = json.loads((FOLDER / "problems.json").read_text(encoding="utf-8"))
WORTH = {WIN: 1, TIE: 0, LOSE: -1}
DAYS = 366
DEGREES = 3


def degree_of(turns):
    """By the turns to a win, both players' counted; none is a tie to be saved."""
    return 1 if turns in (2, 3) else 2 if turns in (4, 5) else 3


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_there_is_a_problem_for_every_day(rules):
    years = PROBLEMS[rules]
    assert len(years) == DEGREES
    game = Flip(rules)
    keys = set()
    for degree, year in enumerate(years, start=1):
        assert len(year) == DAYS
        for problem in year:
            text, move, turns = problem.split()
            assert degree_of(int(turns)) == degree
            assert turns != "1"
            game.load(text)
            assert game.verdict() == UNDECIDED
            assert list(game.parse_move(move)) in [list(one) for one in legal_moves(game)]
            keys.add(game.key())
    assert len(keys) == DEGREES * DAYS


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_one_move_alone_is_right(rules):
    """By full search, in problems with many tiles."""
    exact, game = Exact(rules), Flip(rules)
    late = [one for year in PROBLEMS[rules] for one in year if one.split()[0].count("-") <= 7]
    for problem in random.Random(rules).sample(late, 12):
        text, right, turns = problem.split()
        game.load(text)
        value, soonest = exact.value(game)
        assert (value, soonest) == ((WIN, int(turns)) if turns != "0" else (TIE, 0))
        kept = []
        for move in legal_moves(game):
            make_move(game, move)
            reply, _ = exact.value(game)
            take_back(game, move)
            if -WORTH[reply] == WORTH[value]:
                kept.append(game.move_text(move))
        assert kept == [right], text
