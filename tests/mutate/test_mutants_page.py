"""What is told about mutants: the page, the reasons, the table of areas."""

import json
from pathlib import Path

import pytest

from host_tools import ROOT
from host_tools.lab.mutate import reasons, report
from host_tools.lab.mutate.areas import AREAS, Area
from host_tools.lab.mutate.mutants import Mutant
from host_tools.lab.mutate.outcomes import FAILED, SURVIVED, UNREACHED, Outcome
from host_tools.lab.mutate.running import Found

AREA = Area("board", (), ())
OTHER = Area("other", (), ())


def tried(line: int, what: str) -> tuple[Mutant, Outcome]:
    mutant = Mutant("firmware/lodeboard/board.py", "core/AddNot", line, line)
    outcome = Outcome(
        what=what, by="", before=f"if a{line}:", after=f"b | {line}", line=line, around="", key=""
    )
    return mutant, outcome


def test_every_area_has_sources_and_tests() -> None:
    for area in AREAS:
        for pattern in (*area.sources, *area.tests):
            assert list(ROOT.glob(pattern)), f"{area.name}: {pattern}"
        assert area.modules()
        assert area.test_files()


def test_every_reason_is_of_code_that_is_there() -> None:
    for row in json.loads(reasons.REASONS.read_text()):
        text = " ".join((ROOT / row["module"]).read_text().split())
        assert row["before"] in text, row
        assert row["reason"]


def test_shares_and_survivors(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    row = {
        "module": "firmware/lodeboard/board.py",
        "before": "if a2:",
        "after": "b | 2",
        "reason": "the same",
    }
    stored = tmp_path / "reasons.json"
    stored.write_text(json.dumps([row]))
    monkeypatch.setattr(report, "reason", lambda *of: reasons.reason(*of, stored))
    found = Found(
        20, [tried(1, FAILED), tried(2, SURVIVED), tried(3, SURVIVED), tried(4, UNREACHED)]
    )
    text = report.body({AREA: found, OTHER: Found(9, waiting=9)}, 1)
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "No mutant was tried of these areas: other." in lines
    assert "| board | 20 | 0 | 4 | 1 | 25 % | 1 |" in lines
    assert "| all | 20 | 0 | 4 | 1 | 25 % | 1 |" in lines
    assert [line for line in lines if line.startswith("| board.py:")] == [
        "| board.py:3 | `if a3:` | `b \\| 3` | a test |",
        "| board.py:4 | `if a4:` | `b \\| 4` | a test that reaches it |",
    ]


def test_there_is_no_share_while_survivors_may_be_waiting() -> None:
    assert report.share(Found(20, [tried(1, FAILED)], waiting=1)) == ""
    assert report.share(Found(20, [tried(1, FAILED)])) == "100 %"
