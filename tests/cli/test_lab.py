"""`lodeboard lab`: experiments by name."""

import sys

import pytest

from host_tools import ROOT
from host_tools.lab.experiments import EXPERIMENTS


def test_each_experiment_is_listed_with_its_question(lodeboard):
    done = lodeboard("lab")
    assert done.status == 0
    assert [line.split()[0] for line in done.lines] == list(EXPERIMENTS)
    assert all(line.endswith("?") for line in done.lines)


def test_each_says_what_it_can_be_asked_for(lodeboard):
    for name in EXPERIMENTS:
        done = lodeboard("lab", name, "--help")
        assert (done.status, done.lines[0].split()[:4]) == (0, ["usage:", "lodeboard", "lab", name])


def test_every_page_of_an_experiment_is_there():
    pages = {f"{page}.md" for each in EXPERIMENTS.values() for page in each.pages}
    assert pages <= {path.name for path in (ROOT / "docs" / "measured").glob("*.md")}


@pytest.mark.parametrize("words", [("lab", "site", "--status"), ("lab", "--status")])
def test_status_says_when_a_page_was_measured(lodeboard, words):
    assert "docs/measured/site.md of 20" in lodeboard(*words).out


def test_a_name_that_is_none_is_refused_with_those_there_are(lodeboard):
    done = lodeboard("lab", "nothing")
    assert done.status == 2
    assert "no experiment is called nothing" in done.err
    assert "flip-levels" in done.err


def test_what_it_needs_and_is_not_there_is_said(lodeboard, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delitem(sys.modules, "playwright.sync_api", raising=False)
    monkeypatch.setitem(sys.modules, "playwright", None)
    done = lodeboard("lab", "site")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "this needs playwright.sync_api: `make setup-test` installs it" in done.err
