"""The page of flip tiles has every level, and says how far off the count is."""

import pytest

from host_tools.lab.bench.chip.probe import CYCLES_PER_MS
from host_tools.lab.flip.bench import page
from lodeboard.games.flip.player import LEVELS

MS = CYCLES_PER_MS
TIMES = {"positions": 500, "median": 60 * MS, "most": 90 * MS, "longest": 12_000 * MS}
FIGURES = {
    "ram": {"magic, table": 50_000, "magic, search": 48_000},
    "thinking": {
        "rate": 99_000.0,
        "evals": 1_000_000,
        "per evaluation": 828.0,
        "fastest": 250_000.0,
        "slowest": 100_000.0,
        "rate perfect": 91_000.0,
        "still": 50 * MS,
        "opening": 539 * MS,
        "free": 70_000,
        "work": [38 * MS, 40 * MS],
        "length": [41 * MS, 42 * MS],
        "levels": [
            {"rules": "magic", "level": level, **TIMES, "few": TIMES, "many": TIMES, "evals": 7}
            for level in range(len(LEVELS))
        ],
        "whole": [
            {"level": 0, "decisions": 3, "timed": 100, "counted": 95, "longest": 50, "apart": 0.2}
        ],
        "worst": 0.2,
    },
    "waits": {"still": 61 * MS, "below": 1.1, "book": 1.5, "search": 1.2},
}


def test_thinking_is_held_to_its_budgets():
    held = {budget.what: budget for budget in page.budgets(FIGURES)}
    missed = [what for what, budget in held.items() if not budget.met]
    assert missed == [
        *("search", "light still while thinking, longest", "perfect, magic, longest"),
    ]
    assert held["light still while thinking, longest"].figure == 50
    assert held["search"].waits == pytest.approx((90_000, 90_000))
    assert held["perfect, magic, median"].waits == pytest.approx((0.09, 0.09))
    assert held["perfect, magic, longest"].waits == pytest.approx((14.4, 14.4))


def test_every_level_stands_on_the_page():
    text = page.tables(FIGURES)
    for level in LEVELS:
        assert f"| {level} " in text
    assert "| up to 7 tiles " in text
    assert "| work of a tick while thinking " in text
    assert "99 000 leaf evaluations a second" in text
    assert "| magic, table " in text


def test_the_notes_say_how_far_off_the_count_is():
    reported = page.notes(FIGURES)
    assert "800 to 2 000 cycles each" in reported
    assert "within 5.0% of that count" in reported
    assert "20.0%" in reported
    assert "539 ms" in reported
    assert "10.0% by\nsearch below the last level, 50.0% by the book, 20.0%" in reported


def test_readme_says_of_how_many_decisions_it_is_the_longest():
    assert page.stated(FIGURES) == {
        "perfect-longest": ("longest of 500 decisions at `perfect`", "12.00 s")
    }
