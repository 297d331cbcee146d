"""The command line of the random boards, and the page it writes."""

import re
from xml.etree import ElementTree

import pytest

from host_tools.jobs.command import FAILED, INTERRUPTED, OK
from host_tools.reliability import __main__ as command
from host_tools.reliability import batches, page, trying
from host_tools.reliability.conditions import ZEROS, Condition
from host_tools.reliability.counts import Counts
from host_tools.reliability.lots import BOARDS
from host_tools.reliability.page import share
from host_tools.reliability.plan import SMALL, plan


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    """Batches of ten boards, kept in a folder of their own, and a page beside it."""
    monkeypatch.setattr(trying, "LOTS", 1)
    monkeypatch.setattr(batches, "BOARDS_IN_BATCH", BOARDS)
    monkeypatch.setattr(batches, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(page.write, "__defaults__", (tmp_path / "measured" / "sensing.md",))


def test_it_runs_prints_and_writes(capsys: pytest.CaptureFixture[str], tmp_path) -> None:
    assert command.main(["--most", "20", "--write"]) == OK
    out = capsys.readouterr().out
    assert len(out.splitlines()) == len(plan())
    assert re.search(r"tile4x4-zeros-1 +20 of 1 000 000 boards, 0 cells wrong", out)
    written = (tmp_path / "measured" / "sensing.md").read_text(encoding="utf-8")
    for condition in plan():
        row = f"{condition.board} | {condition.calibration.replace('gains', 'zeros and gains')}"
        assert re.search(rf"\| {row} +\| {condition.factor:g} x", written)
    for name in re.findall(r"\((pictures/[^)]+)\)", written):
        drawn = (tmp_path / "measured" / name).read_text(encoding="utf-8")
        assert ElementTree.fromstring(drawn).tag.endswith("svg")
        assert "<title>" in drawn


def test_its_state_is_told_without_a_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    batches.keep(Condition(SMALL, 1.0, ZEROS), 0)
    monkeypatch.setattr(batches, "try_batch", lambda *_: pytest.fail("it runs"))
    assert command.main(["--status"]) == OK
    assert "tile4x4-zeros-1 " in capsys.readouterr().out


def test_a_cell_that_is_wrong_where_none_may_be_fails_and_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = Counts(boards=BOARDS, cells=160, wrong_cells=1, examples=["lot 3, board 4, b2"])
    for factor, status in ((2.0, OK), (1.5, FAILED)):
        condition = Condition(SMALL, factor, ZEROS)
        monkeypatch.setattr(command, "plan", lambda at=condition: {at: BOARDS})
        monkeypatch.setattr(batches, "try_batch", lambda *_: bad)
        assert command.main([]) == status
    assert "lot 3, board 4, b2" in capsys.readouterr().out


def test_broken_off_it_says_where_it_stands(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    batches.keep(Condition(SMALL, 1.0, ZEROS), 0)

    def pressed(*_: object) -> Counts:
        raise KeyboardInterrupt

    monkeypatch.setattr(batches, "try_batch", pressed)
    assert command.main([]) == INTERRUPTED
    said = capsys.readouterr()
    assert "10 of 1 000 000 boards" in said.out
    assert "goes on from here" in said.err


@pytest.mark.parametrize(
    ("part", "whole", "said"),
    [(0, 5, "0"), (13, 48_000, "13 (271 ppm)"), (1764, 3000, "1 764 (58.8 %)")],
)
def test_shares_are_written_with_what_they_count(part: int, whole: int, said: str) -> None:
    assert share(part, whole) == said
