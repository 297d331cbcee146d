import statistics
from itertools import pairwise

import pytest

from host_tools.board.simulator.streams import normals, stream, within


def draws(seed, name):
    rng = stream(seed, name)
    return [rng.getrandbits(30) for _ in range(8)]


def test_same_seed_and_name_same_draws():
    assert draws(1, "noise") == draws(1, "noise")


def test_seed_and_name_both_matter():
    assert len({tuple(draws(seed, name)) for seed in (0, 1, 1 << 40) for name in "abc"}) == 9


def test_normal_values_have_the_spread_and_the_tails_of_the_normal_distribution():
    values = normals(stream(3, "normal"), 40_001)
    assert len(values) == 40_001
    assert statistics.fmean(values) == pytest.approx(0.0, abs=0.02)
    assert statistics.stdev(values) == pytest.approx(1.0, abs=0.02)
    for far, share in ((1.0, 0.3173), (2.0, 0.0455), (3.0, 0.0027)):
        beyond = sum(abs(value) > far for value in values) / len(values)
        assert beyond == pytest.approx(share, rel=0.25)
    ahead = [one * other for one, other in pairwise(values)]
    assert statistics.fmean(ahead) == pytest.approx(0.0, abs=0.02)


def test_deviations_are_cut_off_at_the_largest():
    rng = stream(3, "deviation")
    values = [within(rng, 0.5) for _ in range(4000)]
    assert max(values) == 0.5
    assert min(values) == -0.5
    assert statistics.stdev(values) == pytest.approx(0.24, abs=0.02)
