"""Batches of any subject: run, kept, gone on with, and told on the command line."""

import json
from collections.abc import Mapping
from typing import NamedTuple

import msgspec
import pytest

from host_tools.build import figures
from host_tools.jobs.command import BAD_ARGUMENT, FAILED, INTERRUPTED, OK
from host_tools.lab.reliability import batches
from host_tools.lab.reliability import run as command
from host_tools.lab.reliability.running import run
from host_tools.lab.reliability.subject import Subject


class Rolls(NamedTuple):
    """Dice with so many sides."""

    sides: int

    @property
    def name(self) -> str:
        return f"dice-{self.sides}"


class Sums(msgspec.Struct):
    """What was rolled."""

    units: int = 0
    sum: int = 0
    too_high: list[str] = []

    def add(self, more: "Sums") -> None:
        self.units += more.units
        self.sum += more.sum
        self.too_high = [*self.too_high, *more.too_high]


SIX, TEN = Rolls(6), Rolls(10)
ran: list[int] = []
written: list[tuple[Mapping[Rolls, Sums], str]] = []


def roll(rolls: Rolls, number: int) -> Sums:
    """Two that depend on the number alone."""
    ran.append(number)
    sums = Sums(2, number % rolls.sides + 1)
    return Sums(2, sums.sum, [f"batch {number}"] if sums.sum > 6 else [])


DICE: Subject[Rolls, Sums] = Subject(
    "dice",
    "rolls",
    Sums,
    2,
    lambda: {SIX: 8, TEN: 20},
    roll,
    lambda rolls, sums: f"sum {sums.sum}",
    lambda rolls, sums: sums.too_high,
    lambda results, made_by: written.append((results, made_by)),
    lambda results: {"sum-of-six": ("sum of dice", str(results[SIX].sum))},
)


@pytest.fixture(autouse=True)
def kept_apart(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    """A cache of this test's own, and no other subject."""
    monkeypatch.setattr(batches, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(command, "SUBJECTS", {"dice": DICE})
    monkeypatch.setattr(figures.keep, "__defaults__", (tmp_path / "figures.json",))
    ran.clear()
    written.clear()


def test_a_run_goes_on_where_it_was_broken_off() -> None:
    def break_off(units: int) -> None:
        if len(ran) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(DICE, SIX, 8, break_off)
    assert batches.so_far(DICE, SIX, 8).units == 4
    heard: list[int] = []
    run(DICE, SIX, 7, heard.append)
    assert (ran, heard) == ([0, 1, 2, 3], [2, 2, 2, 2])
    assert batches.so_far(DICE, SIX, 7).sum == 1 + 2 + 3 + 4
    assert batches.so_far(DICE, SIX, 4).sum == 1 + 2
    assert batches.so_far(DICE, TEN, 8).units == 0


def test_a_damaged_batch_is_run_again_and_other_sources_know_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    batches.keep(DICE, SIX, 1)
    found = batches.kept(DICE, SIX, 1)
    assert found == roll(SIX, 1)
    [path] = batches.folder(DICE).rglob("*.json")
    for damaged in (path.read_bytes()[:-3], json.dumps({"units": "2"}).encode()):
        path.write_bytes(damaged)
        assert batches.kept(DICE, SIX, 1) is None
    batches.keep(DICE, SIX, 1)
    assert batches.kept(DICE, SIX, 1) == found
    assert batches.kept(DICE._replace(name="others"), SIX, 1) is None
    monkeypatch.setattr(batches.sources, "key", lambda path: "of other sources")
    assert batches.kept(DICE, SIX, 1) is None


def test_it_runs_prints_and_writes(capsys: pytest.CaptureFixture[str], tmp_path) -> None:
    assert command.main(["dice", "--most", "12", "--write"]) == OK
    assert capsys.readouterr().out.splitlines() == [
        "dice dice-6                         8 of         8 rolls, sum 10",
        "dice dice-10                       12 of        20 rolls, sum 21",
    ]
    [(results, made_by)] = written
    assert (results[TEN].units, made_by) == (
        12,
        "lodeboard lab reliability dice --write",
    )
    stated = figures.read(tmp_path / "figures.json")["sum-of-six"]
    assert (stated.what, stated.value, stated.measured_by) == ("sum of dice", "10", made_by)


def test_a_part_of_the_plans_has_a_page_of_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    monkeypatch.setattr(command, "PAGES", tmp_path)
    assert command.main(["--only", "6", "--write"]) == OK
    assert capsys.readouterr().out.count("\n") == 1
    assert (ran, written) == ([0, 1, 2, 3], [])
    page = (tmp_path / "reliability-6.md").read_text()
    assert "`lodeboard lab reliability dice --only 6 --write`" in page
    assert "| dice    | dice-6    | 8 of 8 | rolls, sum 10   | none  |" in page
    assert not (tmp_path / "figures.json").exists()


def test_a_part_that_nothing_is_in_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(["--only", "coins"])
    assert ended.value.code == BAD_ARGUMENT
    assert "--only coins: no condition" in capsys.readouterr().err


def test_its_state_is_told_without_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    batches.keep(DICE, SIX, 0)
    ran.clear()
    assert command.main(["--status"]) == OK
    assert "2 of         8 rolls" in capsys.readouterr().out
    assert ran == []


def test_what_may_not_happen_fails_and_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([]) == FAILED
    assert "    wrong: batch 9\n" in capsys.readouterr().out


def test_broken_off_it_says_where_it_stands_and_writes_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(rolls: Rolls, number: int) -> Sums:
        if number:
            raise KeyboardInterrupt
        return roll(rolls, number)

    monkeypatch.setattr(command, "SUBJECTS", {"dice": DICE._replace(try_batch=pressed)})
    assert command.main(["--write"]) == INTERRUPTED
    said = capsys.readouterr()
    assert "2 of         8 rolls" in said.out
    assert "goes on from here" in said.err
    assert written == []


def test_a_subject_that_there_is_not_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main(["cards"])
    assert ended.value.code == BAD_ARGUMENT
    assert "cards" in capsys.readouterr().err
