"""Entropies of symbols in contexts, on symbols that are made up."""

import numpy as np
import pytest

from host_tools.lab.flip import entropy

GROUP = 8


def test_a_bit_costs_what_its_context_leaves_open():
    dice = np.random.default_rng(1)
    ones = dice.random(80_000) < 0.5
    assert entropy.entropy_bytes(np.zeros(80_000, np.int64), ones) == pytest.approx(
        10_000, rel=0.01
    )
    assert entropy.entropy_bytes(ones.astype(np.int64), ones) < 5
    rare = dice.random(80_000) < 0.11
    assert entropy.entropy_bytes(np.zeros(80_000, np.int64), rare) == pytest.approx(5000, rel=0.03)


def test_contexts_that_say_more_take_fewer_bytes():
    """Each group is like the one before it, which only the blocks before show."""
    dice = np.random.default_rng(2)
    one = (dice.random(GROUP) < 0.5).astype(np.uint8)
    flipped = dice.random((2000, GROUP)) < 0.02
    symbols = (one ^ flipped).astype(np.uint8).ravel() * 2
    found = list(entropy.first_bits(symbols, GROUP, np.ones(len(symbols), bool)).values())
    now, which, before, share, earlier, together, all_matter = found
    assert all_matter == now
    assert before < now * 0.6
    assert together <= min(before, share, earlier) * 1.2
    nothing = entropy.first_bits(symbols, GROUP, np.zeros(len(symbols), bool))
    assert list(nothing.values())[-1] == 0
    assert which <= now * 1.01


def test_later_bits_are_those_after_the_first():
    assert entropy.later_bits(np.zeros(64, np.uint8), GROUP) == 0
    dice = np.random.default_rng(3)
    symbols = dice.integers(0, 3, 8000, np.uint8)  # of two thirds, whether they are 1 or 2
    assert entropy.later_bits(symbols, GROUP) == pytest.approx(8000 * 2 / 3 / 8, rel=0.03)
