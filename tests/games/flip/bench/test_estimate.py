"""How long a decision takes follows from its slices, and the last level has budgets of its own."""

import numpy as np
import pytest

from host_tools.lab.bench.chip.probe import CYCLES_PER_MS
from host_tools.lab.flip.bench import page
from host_tools.lab.flip.bench.estimate import TICK_CYCLES, Beside, to_time, with_waits
from host_tools.lab.flip.bench.thinking import PERFECT
from lodeboard.games.flip.player import LEVELS
from lodeboard.play.thinking import GC_TICK

MORE = Beside(
    usual=800_000.0, last=1_120_000.0, first=4_160_000.0, tidied=4_960_000.0, booked=4_800_000.0
)


def test_the_first_tick_collects_and_short_ones_last_a_tick():
    slices = np.array([160_000.0, 4_800_000.0, 3_200_000.0])
    assert MORE.duration(slices) == 4_160_000 + TICK_CYCLES + 5_600_000 + 4_320_000


def test_a_decision_in_one_slice_has_the_move_in_its_only_tick():
    assert MORE.duration(np.array([3_200_000.0])) == 4_160_000 + 4_320_000


@pytest.mark.parametrize(("twice", "most"), [(False, GC_TICK - 2), (True, GC_TICK - 3)])
def test_memory_is_tidied_in_the_midst_of_a_long_decision(twice, most):
    slices = np.full(most, 6_400_000.0)
    usual = 4_160_000 + most * 7_200_000 + 320_000
    assert MORE.duration(slices, twice=twice) == usual
    slices = np.full(most + 1, 6_400_000.0)
    assert MORE.duration(slices, twice=twice) == usual + 7_200_000 + 4_960_000


def test_a_collection_more_falls_into_a_decision_of_the_book():
    slices = np.array([3_200_000.0])
    assert MORE.duration(slices, booked=True) == MORE.duration(slices) + 4_800_000


def row(level, milliseconds):
    names = ("median", "most", "longest")
    cycles = {name: ms * CYCLES_PER_MS for name, ms in zip(names, milliseconds, strict=True)}
    return {"rules": "magic", "level": level, **cycles}


def test_the_last_level_is_held_to_its_thinking_times():
    rows = [row(level, (400, 4000, 40_000)) for level in range(len(LEVELS))]
    budgets = page._perfect(rows, {"book": 1.0, "search": 1.1})
    assert [budget.figure for budget in budgets] == pytest.approx([0.4, 4, 40])
    assert [budget.met for budget in budgets] == [True, True, False]
    assert budgets[-1].row() == [
        "perfect, magic, longest",
        "at most 10 s",
        *("40 s", "44 s", "44 s"),
        "missed by 34 s",
    ]


def test_the_worst_that_were_counted_are_timed_on_the_chip():
    row = {"rules": "magic", "slowest few": "a", "slowest": "b", "stillest": "c"}
    row["stillest many"] = "d"
    timed = [one.text for one in to_time({**row, "level": PERFECT})]
    assert timed == ["a", "b", "c", "d"]
    assert [one.text for one in to_time({**row, "level": 2})] == ["c"]


def decided(position, *ticks):
    return {"position": position, "length": list(ticks), "tidied": []}


def test_waits_are_what_a_decision_takes_longer_than_without():
    many, few = "1_--------DDDDDDDD", "1_-------------DDD"
    plain = [
        ("magic", PERFECT, [decided(many, 50, 50), decided(few, 40)]),
        ("magic", 1, [decided(many, 20), decided(few, 10)]),
        ("eclipse", 1, [decided(many, 1)]),
    ]
    waited = [
        ("magic", PERFECT, [decided(many, 50, 60), decided(few, 42)]),
        ("magic", 1, [decided(many, 30)]),
    ]
    assert with_waits(plain, waited) == (60, 1.5, 1.05, 1.1)
