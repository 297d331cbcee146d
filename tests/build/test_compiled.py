"""The compiled kernel against the plain one, bit for bit; and bulk checks that only it is fast
enough for."""

import inspect
import random
from types import SimpleNamespace

import pytest
from games.flip.late import random_game

from host_tools.build import compiled as compiling
from host_tools.build.compiled import compiled
from lodeboard.games.flip import search_layout as kernel
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.search import FlipSearch
from lodeboard.games.flip.search_kernel import flip_search
from lodeboard.games.flip.tables import build_tables
from lodeboard.games.grid import Grid

TABLES = build_tables(Grid(4, 4))
EVERYTHING = 1 << 29


@pytest.fixture(scope="module")
def compiled_search():
    search = compiled(flip_search)
    assert search is not None, "Numba is missing: make setup-test"
    return search


@pytest.mark.parametrize("rules", Flip.rule_sets)
@pytest.mark.parametrize("exact", [True, False])
def test_same_words_as_the_plain_kernel(compiled_search, rules, exact):
    """Status, state and table after every slice, whatever the position."""
    source = random.Random(f"same {rules} {exact}")
    plain = FlipSearch(TABLES, 512, inspect.unwrap(flip_search))
    fast = FlipSearch(TABLES, 512, compiled_search)
    statuses = set()
    for _ in range(40):
        game = random_game(source, rules, source.randint(0, 14))
        horizon = min(16, sum(code != "-" for code in game.text()[2:18]) + source.randint(1, 4))
        window = source.choice([0, 0, 1, 30])
        budget = source.choice([1, 100, 3000, EVERYTHING])
        for search in (plain, fast):
            search.load(game)
            search.begin(horizon, exact, 6000, window)
        status = kernel.RUNNING
        while status == kernel.RUNNING:
            status = plain.run(budget)
            statuses.add(status)
            assert fast.run(budget) == status
            assert fast.state == plain.state
        assert fast.table == plain.table
        assert (fast.evals, fast.value, fast.move) == (plain.evals, plain.value, plain.move)
    assert statuses == {kernel.RUNNING, kernel.FINISHED, kernel.EXHAUSTED}


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_values_do_not_depend_on_the_table(compiled_search, rules):
    """Hundreds of earlier positions with no table to speak of, and with one kept all along."""
    source = random.Random(f"bulk {rules}")
    kept = FlipSearch(TABLES, 1 << 16, compiled_search)
    for at in range(300):
        game = random_game(source, rules, 9 + at % 3)
        values = []
        for search in (kept, FlipSearch(TABLES, 1, compiled_search)):
            search.load(game)
            search.begin(16, True)
            assert search.run(EVERYTHING) == kernel.FINISHED
            values.append(search.value)
        assert values[0] == values[1], game.text()


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_what_a_shorter_look_leaves_is_not_taken_for_more(compiled_search, rules):
    """Deeper and deeper with one table, against each depth with next to none."""
    source = random.Random(f"deeper {rules}")
    kept = FlipSearch(TABLES, 1 << 16, compiled_search)
    for at in range(60):
        game = random_game(source, rules, 4 + at % 6)
        kept.load(game)
        kept.wipe()
        for depth in range(1, 5):
            values = []
            for search in (kept, FlipSearch(TABLES, 1, compiled_search)):
                search.load(game)
                search.begin(search.root_tiles + depth, False)
                assert search.run(EVERYTHING) == kernel.FINISHED
                values.append(search.value)
            assert values[0] == values[1], (game.text(), depth)


def test_machine_code_made_with_other_constants_is_kept_elsewhere(tmp_path, monkeypatch):
    """Numba looks at the kernel's own file alone."""
    layout = tmp_path / "some_layout.py"
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(compiling, "CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(compiling.games, "__path__", [str(tmp_path)])
    folders = []
    for words in ("FIRST = 1", "FIRST = 2", "FIRST = 1"):
        layout.write_text(words)
        config = SimpleNamespace()
        assert compiling._prepare_cache(config)
        folders.append(config.CACHE_DIR)
    assert folders[0] == folders[2] != folders[1]
