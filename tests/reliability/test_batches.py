"""Kept batches: whatever counting them depends on is in the name of their folder."""

import pytest

from host_tools import ROOT
from host_tools.lab import sources
from host_tools.lab.reliability import batches
from host_tools.lab.reliability.run import SUBJECTS


@pytest.mark.parametrize("name", SUBJECTS)
def test_the_folder_is_another_one_when_the_firmware_changes(name, monkeypatch):
    before = batches.folder(SUBJECTS[name])
    digest = sources._digest
    changed = ROOT / "firmware" / "lodeboard" / "sensing" / "kernel.py"
    monkeypatch.setattr(
        sources, "_digest", lambda path: b"another" if path == changed else digest(path)
    )
    assert batches.folder(SUBJECTS[name]) != before


@pytest.mark.parametrize("name", SUBJECTS)
def test_the_folder_is_the_same_when_a_page_is_worded_otherwise(name, monkeypatch):
    before = batches.folder(SUBJECTS[name])
    digest = sources._digest
    page = ROOT / "host_tools" / "lab" / "reliability" / name / "page.py"
    assert page.is_file()
    monkeypatch.setattr(
        sources, "_digest", lambda path: b"another" if path == page else digest(path)
    )
    assert batches.folder(SUBJECTS[name]) == before
