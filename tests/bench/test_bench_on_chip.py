"""What is measured on the chip is the same every time."""

import pytest

from host_tools.lab.chip import parts

pytestmark = pytest.mark.chip


@pytest.mark.verify
def test_two_measurements_give_the_same_cycles():
    first = parts.pieces(times=3)
    assert first == parts.pieces(times=3)
    assert all(cycles > 1000 for figures in first.values() for cycles in figures)
