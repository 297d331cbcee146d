"""The runner: batches are run, kept and continued; figures go to the terminal and to a page."""

import inspect
import json
from dataclasses import replace
from typing import NamedTuple

import pytest
from msgspec import field

from host_tools import ROOT
from host_tools.build import figures
from host_tools.jobs.command import BAD_ARGUMENT, FAILED, INTERRUPTED, OK
from host_tools.lab import run, sources
from host_tools.lab.experiment import Experiment, Tally
from host_tools.lab.experiments import EXPERIMENTS

QUESTION = "are the dice fair?"


class Rolls(NamedTuple):
    """Dice with so many sides."""

    sides: int

    @property
    def name(self) -> str:
        return f"dice-{self.sides}"


class Sums(Tally):
    """What was rolled."""

    LARGEST = ("highest",)

    rolls: int = 0
    sum: int = 0
    highest: int = 0
    sides: dict[str, list[int]] = field(default_factory=dict)
    too_high: list[str] = field(default_factory=list)


SIX, TEN = Rolls(6), Rolls(10)
ran: list[int] = []


def roll(rolls: Rolls, number: int) -> Sums:
    """Two that depend on the number alone."""
    ran.append(number)
    side = number % rolls.sides + 1
    return Sums(2, side, side, {rolls.name: [side, 1]}, [f"batch {number}"] if side > 6 else [])


DICE: Experiment[Rolls, Sums] = Experiment(
    name="dice",
    unit="rolls",
    tally=Sums,
    in_batch=2,
    plan=lambda: {SIX: 8, TEN: 20},
    trial=roll,
    said=lambda _, sums: f"sum {sums.sum}",
    faults=lambda _, sums: sums.too_high,
    title="Dice",
    body=lambda results: f"![Sums](pictures/sums.svg) {Sums.total(results).sum}",
    pictures=lambda results: {"sums": f"<svg>{len(results)}</svg>"},
    stated=lambda results: {"sum-of-six": ("sum of dice", str(results[SIX].sum))},
)


@pytest.fixture(autouse=True)
def apart(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    """A cache and pages of this test's own."""
    monkeypatch.setattr(run, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(run, "PAGES", tmp_path)
    monkeypatch.setattr(figures.keep, "__defaults__", (tmp_path / "figures.json",))
    ran.clear()


def test_a_run_continues_where_it_was_interrupted() -> None:
    def interrupt(units: int) -> None:
        if len(ran) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.run(DICE, SIX, 8, interrupt)
    assert run.so_far(DICE, SIX, 8).units == 4
    reported: list[int] = []
    run.run(DICE, SIX, 7, reported.append)
    assert (ran, reported) == ([0, 1, 2, 3], [2, 2, 2, 2])
    assert run.so_far(DICE, SIX, 7) == Sums(8, 10, 4, {"dice-6": [10, 4]})
    assert run.so_far(DICE, SIX, 4).sum == 1 + 2
    assert run.so_far(DICE, TEN, 8).units == 0


def test_a_damaged_batch_is_run_again() -> None:
    run.keep(DICE, SIX, 1)
    [path] = run.folder(DICE).rglob("*.json")
    for damaged in (path.read_bytes()[:-3], json.dumps({"rolls": "2"}).encode()):
        path.write_bytes(damaged)
        assert run.stored_tally(DICE, SIX, 1) is None
    run.keep(DICE, SIX, 1)
    assert run.stored_tally(DICE, SIX, 1) == roll(SIX, 1)
    assert run.stored_tally(replace(DICE, name="others"), SIX, 1) is None


DECLARED = [name for name, each in EXPERIMENTS.items() if each.counts and name != "mutate"]
#: Those whose trials take long: they do not depend on the words of their page.
LONG = [name for name in DECLARED if EXPERIMENTS[name].module.startswith(("reliability", "chip"))]


def folder_with(monkeypatch, experiment, changed):
    digest = sources._digest
    with monkeypatch.context() as patch:
        patch.setattr(
            sources, "_digest", lambda path: b"" if str(path) == str(changed) else digest(path)
        )
        return run.folder(experiment)


@pytest.mark.parametrize("name", DECLARED)
def test_a_changed_source_starts_again(name, monkeypatch) -> None:
    experiment = EXPERIMENTS[name].declaration()
    trial = inspect.getfile(experiment.trial)
    assert folder_with(monkeypatch, experiment, trial) != run.folder(experiment)


@pytest.mark.parametrize("name", LONG)
def test_a_changed_firmware_starts_again_and_a_changed_page_does_not(name, monkeypatch) -> None:
    experiment = EXPERIMENTS[name].declaration()
    kernel = ROOT / "firmware/lodeboard/sensing/kernel.py"
    page = inspect.getfile(getattr(experiment.body, "func", experiment.body))
    assert folder_with(monkeypatch, experiment, kernel) != run.folder(experiment)
    assert folder_with(monkeypatch, experiment, page) == run.folder(experiment)


def test_it_runs_prints_and_writes_page_picture_and_figures(capsys, tmp_path) -> None:
    assert run.main(DICE, QUESTION, ["--most", "12", "--write"]) == OK
    assert capsys.readouterr().out.splitlines() == [
        "dice-6                             8 of         8 rolls, sum 10",
        "dice-10                           12 of        20 rolls, sum 21",
    ]
    page = (tmp_path / "dice.md").read_text()
    assert page.startswith("# Dice\n\nMeasured on ")
    assert "with `lodeboard lab dice --write`" in page
    assert page.endswith("![Sums](pictures/sums.svg) 31\n")
    assert (tmp_path / "pictures" / "sums.svg").read_text() == "<svg>2</svg>"
    stated = figures.read(tmp_path / "figures.json")["sum-of-six"]
    made_by = "lodeboard lab dice --write"
    assert (stated.what, stated.value, stated.measured_by) == ("sum of dice", "10", made_by)


def test_several_processes_run_a_part_of_an_experiment(tmp_path) -> None:
    assert run.main(DICE, QUESTION, ["--only", "6", "--workers", "2"]) == OK
    assert not ran  # here
    assert run.so_far(DICE, SIX, 8).sum == 10
    assert len(run.all_kept(DICE, SIX, 8)) == 4


def test_only_a_part_is_run_and_its_page_not_written(capsys, tmp_path) -> None:
    assert run.main(DICE, QUESTION, ["--only", "6"]) == OK
    assert (ran, capsys.readouterr().out.count("\n")) == ([0, 1, 2, 3], 1)
    for words in (["--only", "coins"], ["--only", "6", "--write"]):
        with pytest.raises(SystemExit) as ended:
            run.main(DICE, QUESTION, words)
        assert ended.value.code == BAD_ARGUMENT
    assert not (tmp_path / "dice.md").exists()


def test_its_state_is_said_without_a_run_and_forgotten_when_asked(capsys) -> None:
    run.keep(DICE, SIX, 0)
    ran.clear()
    assert run.main(DICE, QUESTION, ["--status"]) == OK
    assert "2 of         8 rolls" in capsys.readouterr().out
    run.main(DICE, QUESTION, ["--status", "--fresh"])
    assert "0 of         8 rolls" in capsys.readouterr().out
    assert ran == []


def test_what_may_not_happen_fails_and_is_named(capsys) -> None:
    assert run.main(DICE, QUESTION, []) == FAILED
    assert "    wrong: batch 9\n" in capsys.readouterr().out


def test_interrupted_it_says_where_it_stands_and_writes_nothing(capsys, tmp_path) -> None:
    def pressed(rolls: Rolls, number: int) -> Sums:
        if number:
            raise KeyboardInterrupt
        return roll(rolls, number)

    assert run.main(replace(DICE, trial=pressed), QUESTION, ["--write"]) == INTERRUPTED
    said = capsys.readouterr()
    assert "2 of         8 rolls" in said.out
    assert "continues from here" in said.err
    assert not (tmp_path / "dice.md").exists()
