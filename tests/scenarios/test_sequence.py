"""When two boards count as having shown the same."""

import pytest
from one_board import CELLS, PROFILE

from host_tools.board.hands.stage import Stage
from host_tools.board.scenario import script
from host_tools.board.scenario.runner import Runner
from host_tools.board.scenario.sequence import FIRM_MS, START_MS, Run, Sequences, agree, differences
from host_tools.board.simulator.board import SimulatedBoard


def runs(text):
    """Runs by their names; one in brackets was hardly to be seen."""
    return [
        Run(word.strip("()"), FIRM_MS - 1 if word.startswith("(") else FIRM_MS)
        for word in text.split()
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("", ""),
        ("a b c", "a b c"),
        ("a (x) b", "a b"),
        ("a b", "(a) b (y)"),
        ("a (x) a b", "a b"),
        ("a (x) a (y) b", "a (z) b (z) b"),
        ("(x)", ""),
        ("(a) b a", "a b (a)"),
        ("a thinking b", "a b"),
    ],
)
def test_the_same(one, other):
    assert agree(runs(one), runs(other))
    assert agree(runs(other), runs(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a b c", "a c"),
        ("a b c", "a c b"),
        ("a b", "a x"),
        ("a", ""),
        ("a b", "a b a"),
        ("a b a b", "a b"),
        ("a (x) b", "(x) b"),
        ("a b a", "a (b)"),
    ],
)
def test_not_the_same(one, other):
    assert not agree(runs(one), runs(other))
    assert not agree(runs(other), runs(one))


def seen(text, seed=0):
    """The sequences of a scenario on the simulated board."""
    stage = Stage(SimulatedBoard(PROFILE, seed))
    sequences = Sequences(stage)
    Runner(stage).run(script.parse(text, "here", CELLS))
    return sequences


GAME = "start\nplace U b2\nwait 2500\nflip b2 c2\nwait 2500\n"


def test_another_board_that_does_the_same_shows_the_same():
    assert differences(seen(GAME), seen(GAME, seed=5), CELLS) == []


def test_a_wrong_light_on_one_cell_is_named_with_both_sequences():
    found = differences(seen(GAME), seen(GAME.replace("flip b2 c2", "flip b2 b3")), CELLS)
    assert {line[:2] for line in found} >= {"c2", "b3"}
    assert all("but" in line for line in found)


def test_a_light_that_is_missing_is_a_difference():
    one, other = seen(GAME), seen(GAME)
    runs = other.cells[CELLS.index("b2")]
    firm = next(run for run in reversed(runs) if run.firm)
    runs.remove(firm)
    assert [line[:2] for line in differences(one, other, CELLS)] == ["b2"]


def dark(text):
    """How many times a cell was dark for so long that nobody could have missed it."""
    runs = [run for cell in seen(text).cells for run in cell]
    return sum(run.firm and run.meaning == "off" for run in runs)


def test_how_long_a_cell_is_dark_in_a_start_is_not_compared_but_what_is_dark_later_is():
    """Whether to go on with a game is asked with its tiles lit, and all else dark."""
    text = GAME + "power off\nwait 100\npower on\nwait {}\n"
    assert dark(text.format(START_MS - 500)) == dark(GAME)
    assert dark(text.format(START_MS + 1500)) > dark(GAME)


def test_darkness_of_a_start_that_a_cable_hides_is_not_compared(monkeypatch):
    def firm(restarting):
        board = SimulatedBoard(PROFILE, 0)
        board.restarting = restarting
        stage = Stage(board)
        sequences = Sequences(stage)
        board.run_ms(START_MS + 1500)  # it is off, but does not say so
        cells = [run for cell in sequences.cells for run in cell]
        return [run.meaning for run in cells if run.firm]

    monkeypatch.setattr(SimulatedBoard, "powered", True)
    assert "off" in firm(restarting=False)
    assert "off" not in firm(restarting=True)
