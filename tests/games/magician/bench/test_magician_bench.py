"""What is measured at Magician Chess: positions as the rules have them, budgets over the right
ones."""

import pytest

from host_tools.lab.magician.bench import chip
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.magician.rules import Magician


def figures(longest_slices, took=4500.0):
    """One decision of each rule set and level; the strongest takes so many slices of 40 ms."""
    rows = [
        {
            "rules": rules,
            "level": level,
            "made": [[[40.0] * (longest_slices if level == chip.STRONGEST else 2), 900, 5, 8000]],
        }
        for rules in chip.RULE_SETS
        for level in range(len(chip.NAMES))
    ]
    whole = {"free": 40_000, "thinking": 39_000, "beside": 5.0, "took": took}
    thought = {"free": [90_000, 60_000, 45_000], "rows": rows}
    return {"think": thought, "whole": whole, "kernel": 20_000}


@pytest.mark.parametrize("rules", chip.RULE_SETS)
def test_positions_are_undecided_and_the_same_again(rules):
    texts = chip.positions(rules)
    assert texts == chip.positions(rules)
    assert len(set(texts)) == len(chip.PLAYED) + chip.LONG_MATES
    game = Magician(rules)
    for text in texts:
        game.load(text)
        assert game.verdict() == UNDECIDED


def test_a_decision_is_its_slices_and_what_lies_between_them():
    assert chip.decision_ms([40.0] * 4, 5.0) == 4 * 45 + 35
    assert chip.decision_ms([40.0] * 5, 5.0) == 5 * 45 + 70
    assert chip.decision_ms([1.0], 5.0) == 20 + 35


def test_budgets_are_held():
    found = chip.budgets(figures(100))
    assert [budget.what for budget in found if not budget.met] == []
    assert found[0].figure == pytest.approx(4.57)
    missed = [budget.what for budget in chip.budgets(figures(112)) if not budget.met]
    assert missed == [f"a move, {rules}, longest" for rules in chip.RULE_SETS]
    missed = [budget.what for budget in chip.budgets(figures(100, 5001.0)) if not budget.met]
    assert missed == ["the first move of a game, whole board"]
    slow = figures(10)
    slow["think"]["rows"][0]["made"][0][0][0] = 56.0
    missed = [budget.what for budget in chip.budgets(slow) if not budget.met]
    assert missed == ["light still while thinking, longest"]


def test_the_page_says_what_was_measured():
    told = chip.tables(figures(100))
    assert "| standard | strongest | 1 " in told
    assert "19.5 KiB" in told
    assert "29.3 KiB" in told
    assert "38.1 KiB" in told
    notes = chip.notes(figures(100))
    assert "4.50 s from the command" in notes
    assert "position is 4.57 s" in notes
    assert "500.0 us at most" in notes
