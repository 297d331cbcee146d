"""How hard moves are to answer, counted another way; and variety that costs no value."""

import random

import pytest

from host_tools.games.flip.exact import Exact
from host_tools.games.flip.solver.batch import Batch
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.tables.grading import masks
from host_tools.games.flip.tables.played import perfect_player
from host_tools.games.flip.tables.portions import draw
from host_tools.games.moves import legal_moves, make_move
from host_tools.games.table_files import open_table
from host_tools.lab.flip import problems
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.flip.rules import Flip

RULES = Flip.rule_sets
WORTH = {WIN: 1, TIE: 0, LOSE: -1}


def take_back(game, move):
    for _ in move:
        game.pop()


@pytest.mark.parametrize("rules", RULES)
def test_the_same_position_gets_the_same_move(rules):
    """Whatever was played before, and however the thinking is sliced."""
    source, game = random.Random(f"again {rules}"), Flip(rules)
    texts = []
    for tiles in [1, 3, 5, 7, 9, 10, 12, 14] * 3:
        draw(source, game, tiles)
        texts.append(game.text())
    decide = perfect_player(open_table)
    first = {}
    for text in texts:
        game.load(text)
        first[text] = list(decide(game).steps)
    player = decide(game)
    for text in reversed(texts):
        game.load(text)
        player.start(game, 5)
        while not player.run(700):
            pass
        assert player.steps == first[text], text


@pytest.mark.parametrize("rules", RULES)
def test_moves_of_all_forms_keep_the_value(rules):
    """Taken back to the position itself they are legal there, and right."""
    exact, game = Exact(rules), Flip(rules)
    decide = perfect_player(open_table)
    source = random.Random(f"forms {rules}")
    several = 0
    for tiles in [10, 11, 12, 13, 14] * 5:
        draw(source, game, tiles, halves=False)
        value = exact.value(game)[0]
        moves = {problems.named(move, game, range(16), False): move for move in legal_moves(game)}
        made = problems.forms(game, decide)
        several += len(made) > 1
        for name in made:
            make_move(game, moves[name])
            assert WORTH[exact.value(game)[0]] == -WORTH[value], game.text()
            take_back(game, moves[name])
    assert several > 5


@pytest.mark.verify
def test_answers_counted_one_by_one(solved):
    rules, where = solved
    solution = Solution(rules, where)
    batch, game = Batch(solution), Flip(rules)
    decide = perfect_player(open_table)
    for tiles in (12, 13):
        for value in (0, -1):
            reported = problems.answers(rules, tiles, value, 2, decide, batch)
            sums = [0.0, 0.0, 0.0, 0]
            for root, reached in problems.find(rules, tiles, value, 2, decide, batch):
                problems.set_position(game, root)
                assert WORTH[solution.value(game)[0]] == value
                shares = {}
                for move in legal_moves(game):
                    make_move(game, move)
                    worth = WORTH[solution.value(game)[0]]
                    if game.verdict() == UNDECIDED and worth == -value:
                        shares[masks(game)] = mistakes(game, solution, worth)
                    take_back(game, move)
                if len(shares) > 1:
                    each = list(shares.values())
                    found = (shares.get(reached, 0.0), sum(each) / len(each), max(each), 1)
                    sums = [one + other for one, other in zip(sums, found, strict=True)]
            assert reported.positions == sums[3]
            assert (reported.played, reported.usual, reported.most) == pytest.approx(
                tuple(sums[:3])
            )
    batch.close()


def mistakes(game, solution, worth):
    """The share of the legal moves that give value away."""
    moves = legal_moves(game)
    wrong = 0
    for move in moves:
        make_move(game, move)
        wrong += -WORTH[solution.value(game)[0]] < worth
        take_back(game, move)
    return wrong / len(moves)


@pytest.mark.verify
def test_the_board_makes_it_hard(solved):
    """In lost positions its moves leave fewer good answers than most."""
    rules, where = solved
    batch = Batch(Solution(rules, where))
    decide = perfect_player(open_table)
    found = {}
    for tiles in (5, 9):
        for value in (0, -1):
            reported = problems.answers(rules, tiles, value, 45, decide, batch)
            assert reported.positions > 20
            assert reported.played <= reported.most
            assert reported.usual < reported.most
            found[tiles, value] = reported
        lost = found[tiles, -1]
        assert lost.played > lost.usual + 0.05 * lost.positions
    batch.close()
    text = problems.tables({rules: (found, {5: [1, 2, 2]})})
    assert text.count(f"| {rules}") == 5
    assert " 67% " in text
