"""The kernel with counters is the same search, and cycles can be learnt from its counts."""

import numpy as np
import pytest

from host_tools.bench_chip.counting import CountingKernel, Slices, counting_source, fit
from host_tools.bench_chip.positions import sample
from lodeboard.engine.flip_player import LEVELS, FlipPlayer
from lodeboard.games.game import UNDECIDED

BUDGET = 300


@pytest.fixture(scope="module")
def kernel():
    return CountingKernel()


def test_a_counter_heads_each_stretch():
    source = (
        "def flip_search(a):\n '''Doc.'''\n while a:\n  if a > 1:\n   break\n  a -= 1\n return a\n"
    )
    counted, used = counting_source(source)
    assert used == 5  # the function, the loop, the break, what follows it, what follows the loop
    names: dict = {}
    exec(counted, names)
    counts = [0] * used
    assert names["flip_search"](1, counts) == 0
    assert counts == [1, 1, 0, 1, 1]


def test_it_chooses_and_counts_as_the_plain_kernel(kernel):
    counting = FlipPlayer(kernel)
    plain = FlipPlayer()
    slices = Slices(counting, kernel, BUDGET)
    for level in range(len(LEVELS) - 1):
        for position in sample("eclipse", 20, "counting")[::7]:
            counts, evals = slices.of(position._replace(level=level))
            plain.start(position.game(), level)
            while not plain.run(BUDGET):
                pass
            assert counting.steps == plain.steps
            assert len(counts) == len(evals)
            if plain.nodes:
                assert sum(evals) == plain.nodes


def test_costs_are_found_again(kernel):
    slices = Slices(FlipPlayer(kernel), kernel, BUDGET)
    positions = sample("magic", 30, "costs")
    counts = np.concatenate([slices.of(p._replace(level=3))[0] for p in positions])
    costs = np.arange(1.0, counts.shape[1] + 1)
    learnt = fit(counts[::2], counts[::2] @ costs)
    assert counts[1::2] @ learnt == pytest.approx(counts[1::2] @ costs, rel=0.02)


def test_positions_are_different_undecided_and_from_all_stages():
    positions = sample("magic", 100, "test")
    assert len(set(positions)) == len(positions) >= 100
    assert {position.tiles for position in positions} == set(range(16))
    assert all(position.game().verdict() == UNDECIDED for position in positions)
    assert positions == sample("magic", 100, "test")
