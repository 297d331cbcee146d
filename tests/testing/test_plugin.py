"""The pytest plugin, used as somebody with a board would use it: the example of the docs, on each
kind of board."""

import os
import re

import pytest
from one_board import PROFILE

from host_tools import ROOT
from host_tools.emulator.board import EmulatedBoard
from host_tools.emulator.serialport import SerialPort
from host_tools.simulator.board import SimulatedBoard

pytest_plugins = "pytester"

PAGE = (ROOT / "docs" / "rig.md").read_text(encoding="utf-8")
EXAMPLE = re.search(r"(?ms)^## Tests of a board.*?^```python\n(.*?)^```", PAGE)
NAME = "host_tools.testing"


HOME = os.environ["HOME"]  # where the MicroPython image lies; pytester gives runs another


@pytest.fixture(autouse=True)
def _home(pytester, monkeypatch):
    monkeypatch.setenv("HOME", HOME)


def run(pytester: pytest.Pytester, on: str, text: str = "", *more: str) -> pytest.RunResult:
    """Run a file of tests, the example without another text, on a board."""
    pytester.makepyfile(text or EXAMPLE[1])
    options = ("-p", NAME, "-p", "no:cacheprovider", "--lodeboard-on", on)
    return pytester.runpytest_subprocess(*options, *more, timeout=280)


def test_the_example_has_ten_lines_at_most_and_passes_on_the_simulated_board(pytester):
    assert len(EXAMPLE[1].splitlines()) <= 10
    run(pytester, "simulated").assert_outcomes(passed=1)


@pytest.mark.chip
def test_the_example_passes_on_the_emulated_chip(pytester):
    run(pytester, "emulated").assert_outcomes(passed=1)


@pytest.fixture(scope="module")
def port():
    """An emulated board that keeps zeros of its own, on a serial port."""
    board = EmulatedBoard(PROFILE, 3)
    board.boot()
    board.run_until(lambda: "calibrate" in board.chip.text(), 8000)
    board.tap(2)
    board.run_ms(1500)
    with SerialPort(board.chip, board.advance) as port:
        port.wait(200)
        yield port


@pytest.mark.chip
@pytest.mark.verify
def test_on_a_port_a_failing_test_fails_and_the_board_gets_back_what_it_kept(pytester, port):
    def kept():
        with port.held() as chip:
            return {name: data for name, data in chip.files().items() if name.startswith("data")}

    before = kept()
    assert "data/calibration.blob" in before
    fails = "def test_that_fails(hands):\n    hands.start()\n    hands.do('expect lift at b2')\n"
    ran = run(pytester, port.path, EXAMPLE[1] + "\n\n" + fails)
    ran.assert_outcomes(passed=1, failed=1)
    assert kept() == before


@pytest.mark.parametrize("on", ["/no/port", "nonsense"])
def test_a_port_that_is_not_there_ends_the_run_with_the_reason(pytester, on):
    ran = run(pytester, on)
    assert ran.ret == pytest.ExitCode.USAGE_ERROR
    said = ran.stdout.str() + ran.stderr.str()
    assert "--lodeboard-on" in said
    assert on in said


def test_several_processes_cannot_share_a_board_on_a_cable(pytester):
    ran = run(pytester, "/dev/ttyNone", "", "-n", "2")
    assert ran.ret == pytest.ExitCode.USAGE_ERROR
    assert "say -n 0" in ran.stdout.str() + ran.stderr.str()


USED = """
import sys

import pytest


@pytest.fixture
def nothing_else():
    return None


def test_a_run_that_uses_no_board_does_not_pay_for_one(nothing_else):
    assert "host_tools.testing" in sys.modules
    assert not {"numpy", "lodeboard.boards.profile", "serial"} & set(sys.modules)


@pytest.mark.lodeboard_seed(7)
def test_the_seed_is_that_of_the_marker(board):
    assert board.seed == 7


def test_without_a_marker_it_is_0_and_the_board_is_off(board, lights, hands):
    assert board.seed == 0
    assert not board.powered
    assert not lights.wait("may-place", "somewhere", 200)
    hands.wait(100)
    assert not board.powered
"""


def test_markers_seeds_and_what_a_run_without_a_board_imports(pytester):
    run(pytester, "simulated", USED).assert_outcomes(passed=3)


def test_lights_and_sounds_are_those_of_the_board(hands, lights, sounds, board):
    hands.start()
    assert lights.wait("may-place", "everywhere")
    assert lights.cells("may-place") == [PROFILE.cell_name(cell) for cell in range(PROFILE.cells)]
    sounds.forget()
    hands.do("place U b2")
    assert sounds.wait("accepted")
    assert sounds.heard() == ["accepted"]
    assert not lights.wait("may-place", "b2", 100)
    assert lights.wait("mistake", "nowhere")
    assert not sounds.wait("mistake", 300)


class Elsewhere(SimulatedBoard):
    """A board that a project brings itself."""


@pytest.fixture(name="board")
def _board(request):
    if "own" in request.node.name:
        return Elsewhere(PROFILE, 3)
    return SimulatedBoard(PROFILE, 0)


def test_own_boards_take_the_place_of_the_plugins(stage, lights):
    assert isinstance(stage.board, Elsewhere)
    stage.wait(100)
    assert lights.cells("may-place") == []
