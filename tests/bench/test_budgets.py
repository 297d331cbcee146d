"""Budgets are enforced, and an exceeded budget is reported."""

from host_tools.jobs.budgets import Budget, quantile, rounded


def test_a_budget_is_met_up_to_its_limit():
    assert Budget("scan", "ms", 2, 2).met
    assert not Budget("scan", "ms", 2, 2.25).met
    assert Budget("scan", "ms", 2, 2.25).row() == [
        "scan",
        "at most 2 ms",
        "2.25 ms",
        "missed by 0.25 ms",
    ]
    assert Budget("search", "evals/s", 100_000, 100_000, least=True).met
    assert not Budget("search", "evals/s", 100_000, 99_999, least=True).met


def test_a_budget_holds_with_the_flash_s_waits_too():
    assert Budget("scan", "ms", 2, 1, waits=(1.5, 2)).met
    late = Budget("scan", "ms", 2, 1, waits=(1.5, 2.5))
    assert not late.met
    assert not Budget("scan", "ms", 2, 1, waits=(2.5, 1)).met
    assert late.row(waits=True) == [
        "scan",
        "at most 2 ms",
        "1 ms",
        "1.5 ms",
        "2.5 ms",
        "missed by 0.5 ms",
    ]
    assert Budget("room", "KiB", 2, 3).row(waits=True)[2:5] == ["3 KiB", "", ""]


def test_a_quantile_is_one_of_the_figures():
    assert quantile(range(1, 101), 0.99) == 99
    assert quantile([5], 0.99) == 5
    assert quantile([3, 1, 2], 1.0) == 3


def test_a_rate_has_three_figures():
    assert [rounded(rate) for rate in (12.3, 999.4, 12_345.6, 1_234_567)] == [
        "12",
        "999",
        "12 300",
        "1 230 000",
    ]
