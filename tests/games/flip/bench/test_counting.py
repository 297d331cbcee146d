"""Counted decisions are the same as uncounted ones, and cycles can be fitted to the counts."""

import numpy as np
import pytest

from host_tools.build import compiled
from host_tools.games.engine import Memory
from host_tools.games.table_files import open_table
from host_tools.lab.bench.chip.counting import Counting, counting_source, fit
from host_tools.lab.flip.bench.positions import arrangements, sample
from host_tools.lab.flip.bench.slices import THINKING, Slices
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.flip.player import LEVELS, FlipPlayer

BUDGET = 300
PERFECT = len(LEVELS) - 1


@pytest.fixture(scope="module")
def counting():
    return Counting(THINKING)


def test_a_counter_heads_each_stretch():
    source = (
        "def flip_search(a):\n '''Doc.'''\n while a:\n  if a > 1:\n   break\n  a -= 1\n return a\n"
    )
    counted, used = counting_source(source, "flip_search")
    assert used == 5  # the function, the loop, the break, what follows it, what follows the loop
    names: dict = {}
    exec(counted, names)
    counts = [0] * used
    assert names["flip_search"](1, counts) == 0
    assert counts == [1, 1, 0, 1, 1]


def check_the_same(counting, positions):
    compiled.install()
    plain = FlipPlayer(open_table, Memory())
    slices = Slices(counting, BUDGET)
    sources = set()
    for position in positions:
        counts, evals = slices.of(position)
        plain.start(position.game(), position.level)
        while not plain.run(BUDGET):
            pass
        assert slices.player.steps == plain.steps
        assert slices.player.source == plain.source
        assert len(counts) == len(evals)
        if plain.nodes and position.level != PERFECT:
            assert sum(evals) == plain.nodes
        sources.add(plain.source)
    return sources


@pytest.mark.verify
def test_it_chooses_and_counts_as_the_plain_code(counting):
    positions = sample("eclipse", 20, "counting")[::7]
    check_the_same(counting, [p._replace(level=k) for k in range(PERFECT) for p in positions])


@pytest.mark.verify
def test_so_it_does_at_the_last_level(counting):
    positions = arrangements("magic", 40, "counting")[::5]
    last = [position._replace(level=PERFECT) for position in positions]
    assert check_the_same(counting, last) == {"search", "table"}


@pytest.mark.verify
def test_costs_are_found_again(counting):
    slices = Slices(counting, BUDGET)
    positions = sample("magic", 30, "costs")
    counts = np.concatenate([slices.of(p._replace(level=3))[0] for p in positions])
    costs = np.arange(1.0, counts.shape[1] + 1)
    learnt = fit(counts[::2], counts[::2] @ costs)
    assert counts[1::2] @ learnt == pytest.approx(counts[1::2] @ costs, rel=0.02)


@pytest.mark.parametrize("find", [sample, arrangements])
def test_positions_are_different_undecided_and_from_all_stages(find):
    positions = find("magic", 100, "test")
    assert len(set(positions)) == len(positions) >= 100
    assert {position.tiles for position in positions} == set(range(16))
    assert all(position.game().verdict() == UNDECIDED for position in positions)
    assert positions == find("magic", 100, "test")


def test_where_there_are_few_positions_others_make_up_for_them():
    positions = arrangements("eclipse", 600, "few")
    counts = [sum(position.tiles == tiles for position in positions) for tiles in range(16)]
    assert counts[:2] == [1, 32]
    assert len(set(counts[2:])) == 1
