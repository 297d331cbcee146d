"""The value of positions with few tiles: by the book until the search reaches the end."""

import pytest
from games.flip.tables.known import known

from host_tools.build import compiled
from host_tools.games.engine import Memory
from host_tools.games.flip.exact import Exact
from host_tools.games.table_files import open_table
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.flip.player import FlipPlayer
from lodeboard.games.flip.rules import Flip

OTHER = {WIN: LOSE, LOSE: WIN, TIE: TIE}


@pytest.fixture(scope="module")
def evaluator():
    compiled.install()
    return FlipPlayer(open_table, Memory()).evaluator


def thought(evaluator, course):
    """The resulting value."""
    evaluator.budget = 1 << 29
    while True:
        try:
            next(course)
        except StopIteration as end:
            return end.value


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_the_value_is_that_at_the_end_of_the_books_line_for_who_begins_it(evaluator, rules):
    """With one turn in the line, and with two and more; between turns and inside one."""
    exact = Exact(rules)
    lengths, values = set(), set()
    for each in known()[::4]:
        tiles = sum(mark in "UDud" for mark in each.text.partition(";")[0][2:])
        if each.rules != rules or tiles < 6:
            continue
        evaluator.prepare(rules)
        game = Flip(rules)
        game.load(each.text)
        found = thought(evaluator, evaluator.value(game))
        assert game.text() == each.text
        player, turns = game.turn, 0
        while game.verdict() == UNDECIDED and not exact.settles(game):
            assert thought(evaluator, evaluator.booked(game)) == 1
            for step in evaluator.book.steps:
                game.push(step)
            turns += 1
        value = exact.value(game)[0]
        assert found == (value if game.turn == player else OTHER[value]), each.text
        lengths.add(turns)
        values.add(found)
    assert {1, 2} <= lengths
    assert WIN in values
