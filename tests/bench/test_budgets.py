"""Budgets are enforced, results of parts are cached, and an exceeded budget is reported."""

import pytest

from host_tools.jobs.budgets import Budget, quantile, rounded
from host_tools.lab.bench.chip import run as command
from host_tools.lab.bench.chip.store import Store


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


def test_a_part_is_measured_once(tmp_path, capsys):
    measured = []

    def measure():
        measured.append(1)
        return {"figure": 7}

    for _ in range(2):
        assert command.measure(Store(tmp_path), {"part": measure}) == {"part": {"figure": 7}}
    assert len(measured) == 1
    assert "as measured before" in capsys.readouterr().err
    Store(tmp_path).clear()
    command.measure(Store(tmp_path), {"part": measure})
    assert len(measured) == 2


def test_what_was_done_is_kept_when_a_later_part_is_stopped(tmp_path):
    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        command.measure(Store(tmp_path), {"first": lambda: 1, "second": stop})
    assert Store(tmp_path).get("first") == 1
    assert Store(tmp_path).get("second") is None


def test_an_unknown_part_is_refused(capsys):
    assert command.main(["--only", "nothing"]) == command.BAD_ARGUMENT
    assert "no part is called nothing" in capsys.readouterr().err


class Bench:
    """A game's measurement of one part, which misses its budget."""

    def jobs(self):
        return {"one": lambda: 2}

    def estimate(self, results, kept):
        return {**results, "more": kept("more", lambda: 3 * results["one"])}

    def budgets(self, figures):
        return [Budget("more", "ms", 5, figures["more"])]

    def tables(self, figures):
        return f"more: {figures['more']}"

    def notes(self, figures):
        return "What it means."

    def stated(self, figures):
        return {"more": ("more", f"{figures['more']} ms")}


def test_a_game_has_a_page_of_its_own_and_is_held_to_its_budgets(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command, "games", lambda: {"kono": Bench()})
    monkeypatch.setattr(command, "PAGES", tmp_path)
    monkeypatch.setattr(command, "CACHE", tmp_path)
    monkeypatch.setattr(command, "key", lambda game, estimated: f"{game} {estimated}")
    said = []
    monkeypatch.setattr(command.stated, "keep", lambda new, source: said.append((new, source)))
    monkeypatch.setattr(command.stated, "main", said.append)
    assert command.main(["--game", "kono", "--write"]) == command.MISSED
    assert capsys.readouterr().out == "more: 6\n"
    page = command.page_of("kono").read_text(encoding="utf-8")
    assert "What it means.\n\nmore: 6" in page
    assert said == [({"more": ("more", "6 ms")}, "make bench-chip ARGS=--write"), []]
    assert Store(tmp_path / "kono False").get("one") == 2
    assert Store(tmp_path / "kono True").get("more") == 6


def test_each_game_says_what_is_measured_of_it():
    assert set(command.games()) == {"flip", "magician", "xtic"}
