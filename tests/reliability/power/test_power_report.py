"""The page on power cuts, its picture, and what counts as wrong."""

import re
from xml.etree import ElementTree

import pytest

from host_tools.build import figures
from host_tools.games.loader import GAMES
from host_tools.lab import run
from host_tools.lab.reliability.power import report, trial
from host_tools.lab.reliability.power.conditions import (
    CHIP,
    LITTLEFS,
    STORE,
    Condition,
    Counts,
    plan,
)
from host_tools.lab.reliability.power.report import EXPERIMENT
from host_tools.lab.reliability.power.stored_state import DEAD, LOST, NEW, OLD


def some(outcomes: dict[str, int]) -> Counts:
    counts = Counts(every=3)
    for outcome, times in outcomes.items():
        for at in range(times):
            counts.count("game", "program: bits", outcome, at / times)
    return counts


def test_the_page_has_every_condition_and_its_picture(
    monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    monkeypatch.setattr(run, "PAGES", tmp_path)
    monkeypatch.setattr(figures.keep, "__defaults__", (tmp_path / "figures.json",))
    run.write(
        EXPERIMENT,
        {condition: some({OLD: 5, NEW: 3, LOST: 1}) for condition in plan()},
        "a command",
    )
    written = (tmp_path / "power.md").read_text(encoding="utf-8")
    assert "a command" in written
    for kind, game in plan():
        assert re.search(rf"\| {kind} +\| {game} +\| 9 of ", written)
    for kind in (STORE, LITTLEFS, CHIP):
        row = [kind, "game", *(str(times * len(GAMES)) for times in (3, 5, 1))]
        assert re.search(r"\| " + r" +\| ".join(row) + r" +\|", written)
    [name] = re.findall(r"\((pictures/[^)]+)\)", written)
    drawn = (tmp_path / name).read_text(encoding="utf-8")
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert f"<title>what was there before: {len(GAMES)} of " in drawn
    assert f"<title>anything else: {len(GAMES)} of " in drawn


def test_a_condition_that_was_not_run_says_so() -> None:
    text = report.body({Condition(STORE, "flip"): some({OLD: 2})})
    assert len(re.findall(r"\| \w+ +\| \w+ +\| 0 of ", text)) == len(plan()) - 1
    assert re.findall(r"\| (\w+) +\| game +\| \d", text) == [STORE]


def test_counts_add_up() -> None:
    whole = some({OLD: 5, NEW: 2})
    whole.add(some({OLD: 1, DEAD: 2, LOST: 1}))
    assert whole.units == 11
    assert whole.outcomes() == {NEW: 2, OLD: 6, "refused": 0, LOST: 1, DEAD: 2}
    assert whole.outcomes("settings")[OLD] == 0
    assert whole.wrong == 3
    assert sum(whole.by_share[OLD]) == 6


def test_what_is_lost_and_a_plan_too_small_are_faults() -> None:
    condition = Condition(LITTLEFS, "flip")
    assert EXPERIMENT.faults(condition, some({OLD: 3})) == []
    assert EXPERIMENT.faults(condition, Counts(examples=["a cut"])) == ["a cut"]
    [said] = EXPERIMENT.faults(condition, Counts(every=plan()[condition] + 1))
    assert "in the plan" in said


def test_a_cut_can_be_done_again_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    monkeypatch.setattr(trial, "_try_store", lambda _, number, counts: tried.append(number))
    trial.try_batch(Condition(STORE, "flip"), 2)
    trial.redo(Condition(STORE, "flip"), 517)
    assert tried == [*range(500, 750), 517]


def test_at_least_two_thousand_cuts_of_the_chip_are_planned() -> None:
    assert sum(units for condition, units in plan().items() if condition.kind == CHIP) >= 2000


def test_other_pages_state_how_many_cuts_cost_more_than_a_step() -> None:
    results = {Condition(CHIP, game): some({OLD: 5, LOST: 1}) for game in ("flip", "xtic")}
    stated = EXPERIMENT.stated(results)
    assert stated["power-chip"][1] == "2 of 12"
    assert stated["power-store"][1] == "0 of 0"
