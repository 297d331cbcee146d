"""The search of xtic's own player, which answers where NumPy is missing, as in a browser."""

import random
import subprocess
import sys
from collections import Counter

import pytest
from games.xtic.positions import undecided
from many import every, later

from host_tools.build import compiled
from host_tools.games.finding import analyse
from host_tools.games.xtic.exact import SETTLED_FROM, Exact
from host_tools.games.xtic.solver.answers import Answers
from lodeboard.games.xtic.rules import Xtic
from lodeboard.games.xtic.search_kernel import xtic_search

NO_NUMPY = """
import sys
sys.modules["numpy"] = None
from host_tools.games.loader import host_game
from lodeboard.games.xtic.rules import Xtic
game = Xtic("normal")
game.load("8042731-9-d--6-5/-")
print(host_game("xtic").open_search("normal").value(game))
"""


@pytest.mark.parametrize("rules", every(3, Xtic.rule_sets))
@pytest.mark.parametrize("count", [30, later(600)])
def test_it_answers_as_the_solver_does(rules, count):
    source = random.Random(f"exact {rules}")
    answers, game, seen = Answers(rules), Xtic(rules), Counter()
    with compiled.bound(compiled.compiled(xtic_search)):
        exact = Exact(rules)
        for _ in range(count):
            placed, held = source.randint(SETTLED_FROM, 15), source.random() < 0.5
            game.load(undecided(source, rules, placed, held))
            said = analyse(game, exact, with_moves=True)
            assert said == analyse(game, answers, with_moves=True)
            seen[said["value"]] += 1
    assert min(seen[word] for word in ("win", "lose", "tie")) > 1


@pytest.mark.parametrize(
    ("rules", "value", "of_gifts"),
    [("normal", "tie", "tie"), ("nodiags", "tie", "tie"), ("torus", "lose", "lose")],
)
def test_the_value_of_the_empty_board_is_that_of_the_book(rules, value, of_gifts):
    said = analyse(Xtic(rules), Exact(rules), with_moves=True)
    assert (said["value"], said["values"]) == (
        value,
        {f"={piece:x}": of_gifts for piece in range(16)},
    )
    assert said == analyse(Xtic(rules), Answers(rules), with_moves=True)


def test_without_its_book_it_answers_as_before(monkeypatch):
    monkeypatch.setattr("host_tools.games.xtic.exact.open_table", lambda _: None)
    assert Exact("torus").value(Xtic("torus")) is None


def test_early_positions_are_not_known_and_take_little():
    game, spent = Xtic("normal"), []
    game.load("0---------------/-")
    with compiled.bound(compiled.compiled(xtic_search)):
        exact = Exact("normal", between=lambda: spent.append(1))
        said = analyse(game, exact, with_moves=True)
    assert said["value"] is None
    assert list(said["values"].values()) == [None] * 15
    assert len(spent) < 300  # slices of work


def test_it_answers_where_numpy_is_missing():
    asked = [sys.executable, "-c", NO_NUMPY]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    game = Xtic("normal")
    game.load("8042731-9-d--6-5/-")
    assert done.stdout.strip() == str(Answers("normal").value(game))
