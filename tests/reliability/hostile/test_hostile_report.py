"""The page on hostile input, and the figures that other pages state."""

import re
from xml.etree import ElementTree

import pytest

from host_tools.build import figures
from host_tools.lab import run
from host_tools.lab.reliability.hostile import report
from host_tools.lab.reliability.hostile.kinds import Counts
from host_tools.lab.reliability.hostile.report import EXPERIMENT
from host_tools.lab.reliability.hostile.trial import Condition, plan


def some() -> Counts:
    counts = Counts(inputs=12_345, sealed=345, valid=45, refused=12_298, wrong=2, blocks=7)
    counts.refuse("it is | damaged", 300)
    return counts


def test_the_page_has_every_kind(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(run, "PAGES", tmp_path)
    monkeypatch.setattr(figures.keep, "__defaults__", (tmp_path / "figures.json",))
    run.write(EXPERIMENT, {condition: some() for condition in plan()}, "a command")
    written = (tmp_path / "hostile.md").read_text(encoding="utf-8")
    assert "a command" in written
    for condition, planned in plan().items():
        tried = f"12 345 of {planned:,}".replace(",", " ")
        row = rf"\| {re.escape(report._TITLES[condition.kind])} +\| {tried} +\| 345 "
        assert re.search(row, written), condition.kind
    [name] = re.findall(r"\((pictures/[^)]+)\)", written)
    drawn = (tmp_path / name).read_text(encoding="utf-8")
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert drawn.count("wrong: 2 of 12 345") == len(plan())


def test_other_pages_state_how_many_inputs_were_wrong() -> None:
    results = {Condition(kind): some() for kind in ("packs", "file-system")}
    stated = EXPERIMENT.stated(results)
    assert stated["hostile"][1] == "4 of 24 690"
    assert stated["hostile-images"][1] == "2 of 12 345"
