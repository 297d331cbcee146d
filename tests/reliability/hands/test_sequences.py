"""Acts in sequences that Hypothesis makes up, and shortens when the lights do not lead back."""

import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from host_tools.lab.reliability.hands import acts, scenes, trial
from host_tools.lab.reliability.hands.conditions import Condition, Counts, plan
from host_tools.lab.reliability.hands.report import EXPERIMENT
from lodeboard.play.guide import Guide

pytestmark = pytest.mark.slow

GAMES = st.sampled_from([condition for condition in plan() if condition.factor > 1])
ACTS = st.tuples(st.sampled_from(acts.ACTS), st.sampled_from((20_000, 60, 300)))
SEQUENCES = st.lists(ACTS, min_size=1, max_size=12)
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
FEW = settings(
    max_examples=6,
    phases=[Phase.explicit, Phase.generate],
    deadline=None,
    suppress_health_check=SLOW,
)
MANY = settings(max_examples=300, deadline=None, suppress_health_check=SLOW)


def comes_back(condition, scene, sequence, seed):
    """Faults after these acts in this scene, and the way back."""
    counts = Counts(bursts=1)
    table = scenes.Table(condition, random.Random(seed))
    table.bring(scene)
    hand = acts.Careless(table.board, table.stage, random.Random(seed))
    for name, within_ms in sequence:
        if name in (acts.EMPTY_HAND if table.stage.hand.tile is None else acts.HOLDING):
            hand.do(name, within_ms)
    hand.end()
    trial.back(table, seed, counts, scene, f"{scene} {sequence}")
    counts.lost += table.umpire.lost
    counts.faults += table.umpire.faults()
    table.close()
    return EXPERIMENT.faults(condition, counts)


def tried(condition: Condition, data, sequence, seed) -> None:
    scene = data.draw(st.sampled_from(scenes.scenes_of(condition.game)))
    assert comes_back(condition, scene, sequence, seed) == []


@pytest.mark.slow
@FEW
@given(GAMES, st.data(), SEQUENCES, st.integers(0, 1 << 20))
def test_the_lights_lead_back_from_any_sequence_of_acts(condition, data, sequence, seed):
    tried(condition, data, sequence, seed)


def test_a_board_that_refuses_its_zeros_is_tried_like_any_other():
    """So the second board of a process is: the firmware has taken modules out of memory."""
    xtic = Condition("xtic", "nodiags", 1.5)
    for _ in range(2):
        assert comes_back(xtic, scenes.GAINS, [("wait", 60)], 700) == []


@pytest.mark.reliability
@pytest.mark.timeout(1800)
@MANY
@given(GAMES, st.data(), SEQUENCES, st.integers(0, 1 << 20))
def test_the_lights_lead_back_from_many_sequences_of_acts(condition, data, sequence, seed):
    tried(condition, data, sequence, seed)


@pytest.mark.verify
def test_a_way_that_does_not_lead_back_is_found_and_shortened(monkeypatch):
    """A guide that paints nothing wrong leaves a tile in the wrong place for ever."""
    monkeypatch.setattr(Guide, "_paint_wrong", lambda self, marks: None)
    monkeypatch.setattr(trial, "LOOKS", 12)
    shortest: list = []

    @settings(max_examples=30, deadline=None, suppress_health_check=SLOW)
    @given(SEQUENCES)
    def lead_back(sequence):
        if comes_back(Condition("flip", "magic", 1.5), scenes.PERSON, sequence, 1):
            shortest[:] = sequence
            raise AssertionError

    with pytest.raises(AssertionError):
        lead_back()
    assert len(shortest) <= 2
