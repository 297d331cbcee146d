"""What is measured at xtic: positions as the rules have them, budgets over the right ones."""

import pytest

from host_tools.lab.xtic.bench import chip as xtic
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.xtic.rules import Xtic


def figures(ms):
    rows = [
        {
            "rules": rules,
            "level": level,
            "ms": {placed: ms(level, placed) for placed in range(16)},
            "nodes": 1234 * level,
        }
        for rules in Xtic.rule_sets
        for level in range(len(xtic.LEVELS))
    ]
    return {
        "free": [90_000, 50_000, 40_000],
        "timed": [(100, 110.0), (300, 290.0)],
        "levels": rows,
        "still": 41.0,
        "slices": 2345,
        "waits": {"whole": 1.02, "slice": 1.25},
    }


@pytest.mark.parametrize("rules", Xtic.rule_sets)
def test_positions_are_undecided_and_have_a_piece_in_hand_in_turn(rules):
    game = Xtic(rules)
    for placed in range(16):
        texts = xtic.positions(rules, placed, 6, "test")
        assert texts == xtic.positions(rules, placed, 6, "test")
        for at, text in enumerate(texts):
            game.load(text)
            assert game.verdict() == UNDECIDED
            assert game.occupied.bit_count() == placed
            assert (text[-1] != "-") == (at % 2 == 0)


def test_budgets_are_held_where_they_belong():
    def ms(level, placed):
        if level == xtic.DONT_TRY:
            return [100] * 11 + [4900 if placed == 3 else 200]
        return [60_000] * 12 if placed < 8 else [4000 if placed == 8 else 50] * 12

    found = {budget.what: budget for budget in xtic.budgets(figures(ms))}
    assert found["dont-try, normal, longest"].figure == 4.9
    assert found["dont-try, normal, longest"].met
    assert found["exact with just eight, torus, 99 %"].figure == 4
    assert not found["exact from eight pieces, torus, 99 %"].met
    assert found["light still while thinking, longest"].met


def test_lights_that_stand_still_too_long_miss_their_budget():
    found = xtic.budgets(figures(lambda *_: [50] * 12) | {"still": 60.1})
    missed = [budget for budget in found if not budget.met]
    assert [budget.what for budget in missed] == ["light still while thinking, longest"]


def test_budgets_hold_with_the_flashs_waits_too():
    def ms(level, placed):
        return [2950 if level == xtic.STRONGEST and placed == 8 else 50] * 12

    found = xtic.budgets(figures(ms) | {"still": 50.0})
    missed = {budget.what: budget.waits for budget in found if not budget.met}
    assert missed.pop("light still while thinking, longest") == (62.5, 62.5)
    assert len(missed) == 2 * len(Xtic.rule_sets)
    assert all(waits == pytest.approx((3.009, 3.009)) for waits in missed.values())


def test_the_page_has_every_level_and_says_how_far_off_the_count_is():
    reported = figures(lambda level, placed: [10.0 * placed + level] * 12)
    page = xtic.tables(reported)
    for level in xtic.LEVELS:
        assert page.count(f"| {level} ") == 3
    assert "from 9 pieces on" in page
    assert "39.1 KiB" in page
    assert "0.0% of their count together" in xtic.notes(reported)
    assert "10.0%" in xtic.notes(reported)
    assert "2.0% longer at most" in xtic.notes(reported)
    assert "25.0%;" in xtic.notes(reported)
    assert "longest of 2 345 slices timed on the chip" in xtic.notes(reported)


@pytest.mark.chip
@pytest.mark.verify
def test_xtic_thinks_alike_on_the_chip_and_where_it_is_counted():
    marks = xtic.begin()
    counter = xtic.Counter(int(marks.say("print(port.think_evals)")))
    for decision in xtic.lessons("on the chip", 3):
        counts, cycles = xtic.beside(marks, counter, *decision)
        assert len(counts) == len(cycles) > 0
