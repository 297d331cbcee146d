"""The bench of the kernel counts the same work on both sides."""

import pytest

from host_tools.lab.flip.kernel_speed import bench_kernel


def test_both_sides_do_the_same_work():
    rows = bench_kernel(limit=2000, seconds=0.01)
    assert len(rows) == 6
    for row in rows:
        assert row.evals > 2000
        assert row.numba is not None, "Numba is missing: make setup-test"
        assert row.ratio == pytest.approx(row.numba / row.cpython)
        assert row.numba > 0 < row.cpython  # which is faster is for a quiet computer to say
