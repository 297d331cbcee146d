"""What is measured on the chip is the same every time, and what is counted happens there."""

import pytest

from host_tools.bench.chip import parts, thinking, xtic
from host_tools.bench.chip.counting import Counting, Slices
from host_tools.bench.chip.positions import sample
from host_tools.bench.chip.probe import Marks
from lodeboard.play.thinking import GC_TICK

pytestmark = pytest.mark.chip
EXPERT = thinking.PERFECT - 1


@pytest.mark.verify
def test_two_measurements_give_the_same_cycles():
    first = parts.pieces(times=3)
    assert first == parts.pieces(times=3)
    assert all(cycles > 1000 for figures in first.values() for cycles in figures)


@pytest.mark.verify
def test_a_decision_of_the_app_has_the_slices_that_are_counted():
    """One that is long enough for memory to be tidied in its midst."""
    position = sample("eclipse", 1, "on the chip")[0]._replace(level=EXPERT)
    budget = int(Marks(parts.prelude()).say("print(port.think_evals)"))
    slices, _ = Slices(Counting(), budget).of(position)
    [decision] = thinking.decide(position.rules, EXPERT, [position])
    assert len(decision["tidied"]) == 2
    assert len(decision["work"]) == 1 + len(slices) > GC_TICK


@pytest.mark.verify
def test_xtic_thinks_alike_on_the_chip_and_where_it_is_counted():
    marks = xtic.begin()
    counter = xtic.Counter(int(marks.say("print(port.think_evals)")))
    for decision in xtic.lessons("on the chip", 3):
        counts, cycles = xtic.beside(marks, counter, *decision)
        assert len(counts) == len(cycles) > 0
