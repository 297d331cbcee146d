"""The page on the sensing, its pictures, and what of the counts may not be."""

import re
from xml.etree import ElementTree

import pytest

from host_tools.build import figures
from host_tools.lab import run
from host_tools.lab.reliability.sensing import trial
from host_tools.lab.reliability.sensing.conditions import SMALL, ZEROS, Condition, Counts, plan
from host_tools.lab.reliability.sensing.groups import BOARDS
from host_tools.lab.reliability.sensing.report import EXPERIMENT, share

pytestmark = pytest.mark.slow


def test_the_page_has_every_condition_and_its_pictures(
    monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    monkeypatch.setattr(trial, "GROUPS", 2)
    monkeypatch.setattr(run, "PAGES", tmp_path)
    monkeypatch.setattr(figures.keep, "__defaults__", (tmp_path / "figures.json",))
    run.write(
        EXPERIMENT, {condition: trial.try_batch(condition, 0) for condition in plan()}, "a command"
    )
    written = (tmp_path / "sensing.md").read_text(encoding="utf-8")
    assert "a command" in written
    outcomes = written.partition("## Time to a code")[0]
    for condition in plan():
        row = f"{condition.board} | {condition.calibration.replace('gains', 'zeros and gains')}"
        found = re.search(rf"\| {re.escape(row)} +\| {condition.factor:g} x ", outcomes)
        assert bool(found) == (condition.factor <= 2), condition  # others are in the picture
    pictures = re.findall(r"\((pictures/[^)]+)\)", written)
    assert len(pictures) == 3
    for name in pictures:
        drawn = (tmp_path / name).read_text(encoding="utf-8")
        assert ElementTree.fromstring(drawn).tag.endswith("svg")
        assert "<title>" in drawn


def test_a_cell_that_is_wrong_where_none_may_be_is_a_fault_and_is_named() -> None:
    bad = Counts(boards=BOARDS, cells=160, wrong_cells=1, examples=["group 3, board 4, b2"])
    found = [EXPERIMENT.faults(Condition(SMALL, factor, ZEROS), bad) for factor in (2.0, 1.5, 1.0)]
    assert found == [[], bad.examples, bad.examples]


@pytest.mark.parametrize(
    ("part", "whole", "said"),
    [(0, 0, "0"), (13, 48_000, "271 ppm"), (1764, 3000, "58.8 %")],
)
def test_shares_have_three_digits(part: int, whole: int, said: str) -> None:
    assert share(part, whole) == said


def test_other_pages_state_how_many_cells_were_wrong() -> None:
    results = {Condition(SMALL, 1.5, ZEROS): Counts(cells=16_000, wrong_cells=2)}
    assert EXPERIMENT.stated(results)["sensing-1-5"][1] == "2 of 16 000"
