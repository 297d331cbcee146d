"""The problems of the day that the page has: graded, and proved."""

import json
import random

import pytest

from host_tools.games.flip.exact import Exact
from host_tools.games.loader import host_game
from host_tools.games.magician.exact import Prover
from host_tools.games.moves import legal_moves, make_move, take_back
from host_tools.play.cli import main
from host_tools.play.web.assets import FOLDER
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.flip.rules import Flip
from lodeboard.games.magician.rules import Magician
from lodeboard.system.loader import make_game

PROBLEMS = json.loads((FOLDER / "problems.json").read_text(encoding="utf-8"))
VARIANTS = [(game, rules) for game, all_rules in PROBLEMS.items() for rules in all_rules]
WORTH = {WIN: 1, TIE: 0, LOSE: -1}
DAYS = 366
LEAST_DAYS = 180  # before a problem comes again
DEGREES = 3


def in_degree(game, degree, turns):
    """By the turns to the end, both players' counted; 0 is a tie to be saved."""
    if game == "flip":
        return degree == (1 if turns in (2, 3) else 2 if turns in (4, 5) else 3)
    if game == "magician":
        return turns == 2 * degree - 1
    return (turns == 0) == (game == "kono" and degree == DEGREES)


def split(problem):
    text, move, turns = problem.split("|")
    return text, move, int(turns)


@pytest.mark.parametrize("name", ["flip", "kono", "xtic", "magician"])
def test_each_game_has_problems(name):
    assert name in PROBLEMS


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_problems_are_legal_and_graded(name, rules):
    years = PROBLEMS[name][rules]
    assert len(years) == DEGREES
    game = make_game(name, rules)
    keys = set()
    for degree, year in enumerate(years, start=1):
        assert LEAST_DAYS <= len(year) <= DAYS
        for problem in year:
            text, move, turns = split(problem)
            assert in_degree(name, degree, turns), problem
            game.load(text)
            assert game.text() == text  # the page waits for this position
            assert game.verdict() == UNDECIDED
            assert list(game.parse_move(move)) in [list(one) for one in legal_moves(game)]
            assert game.move_text(game.parse_move(move)) == move
            keys.add(game.key())
    assert len(keys) == sum(map(len, years))


def kept_moves(game, value, value_of):
    """The moves that keep the value of the player to act."""
    kept = []
    mover = game.turn
    for move in legal_moves(game):
        make_move(game, move)
        verdict = game.verdict()
        reply = value_of(game) if verdict == UNDECIDED else verdict
        sign = 1 if game.turn == mover else -1
        take_back(game, move)
        if sign * WORTH[reply] == WORTH[value]:
            kept.append(game.move_text(move))
    return kept


def prove(game, exact, problem):
    text, right, turns = split(problem)
    game.load(text)
    assert exact.value(game) == ((WIN, turns) if turns else (TIE, 0)), text
    value = WIN if turns else TIE
    assert kept_moves(game, value, lambda game: exact.value(game)[0]) == [right], text


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_one_move_of_flip_tiles_alone_is_right(rules):
    """By full search, in problems with many tiles."""
    years = PROBLEMS["flip"][rules]
    late = [one for year in years for one in year if split(one)[0].count("-") <= 7]
    for problem in random.Random(rules).sample(late, 12):
        prove(Flip(rules), Exact(rules), problem)


@pytest.mark.verify
def test_one_move_of_kono_alone_is_right(tmp_path, monkeypatch):
    """By the complete solution, every problem."""
    monkeypatch.setenv("LODEBOARD_SOLUTION", str(tmp_path))
    assert main(["solve", "kono"]) == 0
    exact = host_game("kono").open_solution("")
    for year in PROBLEMS["kono"][""]:
        for problem in year:
            prove(make_game("kono"), exact, problem)
    exact.close()


@pytest.mark.slow
@pytest.mark.parametrize("rules", PROBLEMS["xtic"])
def test_one_step_of_xtic_alone_is_right(rules):
    """By full search, in problems with many pieces."""
    years = PROBLEMS["xtic"][rules]
    late = [one for year in years for one in year if split(one)[0].count("-") <= 7]
    search = host_game("xtic").open_search(rules)
    for problem in random.Random(rules).sample(late, 12):
        prove(make_game("xtic", rules), search, problem)


@pytest.mark.slow
@pytest.mark.parametrize("rules", PROBLEMS["magician"])
def test_one_move_alone_mates_in_time(rules):
    """Of each degree some: no sooner mate, and no other first move."""
    game, prover = Magician(rules), Prover()
    for moves, year in enumerate(PROBLEMS["magician"][rules], start=1):
        for problem in random.Random(moves).sample(year, {1: 30, 2: 8, 3: 2}[moves]):
            text, right, _ = split(problem)
            game.load(text)
            prover.load(game, 10_000_000)
            assert prover.mates(moves), text
            assert moves == 1 or not prover.mates(moves - 1), text
            mating = []
            for move in legal_moves(game):
                make_move(game, move)
                prover.load(game, 10_000_000)
                if game.verdict() == LOSE or (
                    game.verdict() == UNDECIDED and prover.is_mated(moves - 1)
                ):
                    mating.append(game.move_text(move))
                take_back(game, move)
            assert mating == [right], text
