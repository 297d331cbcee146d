"""What is counted of a decision happens on the chip."""

import pytest

from host_tools.lab.bench.chip import parts
from host_tools.lab.bench.chip.counting import Counting
from host_tools.lab.bench.chip.probe import Marks
from host_tools.lab.flip.bench import thinking
from host_tools.lab.flip.bench.positions import sample
from host_tools.lab.flip.bench.slices import THINKING, Slices
from lodeboard.play.thinking import GC_TICK

pytestmark = pytest.mark.chip
EXPERT = thinking.PERFECT - 1


@pytest.mark.verify
def test_a_decision_of_the_app_has_the_slices_that_are_counted():
    """One that is long enough for memory to be tidied in its midst."""
    position = sample("eclipse", 1, "on the chip")[0]._replace(level=EXPERT)
    budget = int(Marks(parts.prelude()).say("print(port.think_evals)"))
    slices, _ = Slices(Counting(THINKING), budget).of(position)
    [decision] = thinking.decide(position.rules, EXPERT, [position])
    assert len(decision["tidied"]) == 2
    assert len(decision["work"]) == 1 + len(slices) > GC_TICK
