"""Budgets are held, parts are kept, and a miss is said."""

import pytest

from host_tools.bench.chip import __main__ as command
from host_tools.bench.chip.page import Budget, quantile
from host_tools.bench.chip.store import Store


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


def test_a_quantile_is_one_of_the_figures():
    assert quantile(range(1, 101), 0.99) == 99
    assert quantile([5], 0.99) == 5
    assert quantile([3, 1, 2], 1.0) == 3


def test_a_part_is_measured_once(tmp_path, monkeypatch, capsys):
    measured = []

    def measure():
        measured.append(1)
        return {"figure": 7}

    monkeypatch.setattr(command, "jobs", lambda: {"part": measure})
    for _ in range(2):
        assert command.measure(Store(tmp_path), ["part"]) == {"part": {"figure": 7}}
    assert len(measured) == 1
    assert "as measured before" in capsys.readouterr().err
    Store(tmp_path).forget()
    command.measure(Store(tmp_path), ["part"])
    assert len(measured) == 2


def test_what_was_done_is_kept_when_a_later_part_is_stopped(tmp_path, monkeypatch):
    def stop():
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "jobs", lambda: {"first": lambda: 1, "second": stop})
    with pytest.raises(KeyboardInterrupt):
        command.measure(Store(tmp_path), ["first", "second"])
    assert Store(tmp_path).get("first") == 1
    assert Store(tmp_path).get("second") is None


def test_an_unknown_part_is_refused(capsys):
    assert command.main(["--only", "nothing"]) == command.BAD_ARGUMENT
    assert "no part is called nothing" in capsys.readouterr().err
