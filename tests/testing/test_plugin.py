"""The pytest plugin, used as somebody with a board would use it: the example of the docs, on each
kind of board, and runs that are broken off."""

import os
import re
import signal
import sys

import pytest
from one_board import PROFILE
from user_board import PATIENCE_S, broken_off, data, own, plug_again, port

from host_tools import ROOT
from host_tools.board.device.errors import DisconnectedError
from host_tools.board.scenario import oncable
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.play.cli import main
from host_tools.testing import parts

__all__ = ["own", "port"]

pytest_plugins = "pytester"

PAGE = (ROOT / "docs" / "maker" / "manual.md").read_text(encoding="utf-8")
EXAMPLE = re.search(r"(?ms)^## Tests of a board.*?^```python\n(.*?)^```", PAGE)
NAME = "host_tools.testing"


HOME = os.environ["HOME"]  # where the MicroPython image lies; pytester gives runs another


@pytest.fixture
def pytester(pytester, monkeypatch):
    """Only for tests that ask for it: afterwards all modules are as they were, which a board that
    a test of this process runs itself does not survive, for it takes modules out of memory."""
    monkeypatch.setenv("HOME", HOME)
    return pytester


def options(on):
    return ("-p", NAME, "-p", "no:cacheprovider", "--lodeboard-on", on)


def run(pytester: pytest.Pytester, on: str, text: str = "", *more: str) -> pytest.RunResult:
    """Run a file of tests, the example without another text, on a board. In this process, which
    is a new one where the test is marked `apart`: what a run imports is out of it afterwards."""
    pytester.makepyfile(text or EXAMPLE[1])
    return pytester.runpytest_inprocess(*options(on), *more, no_reraise_ctrlc=True)


@pytest.mark.apart
def test_the_example_has_ten_lines_at_most_and_passes_on_the_simulated_board(pytester):
    assert len(EXAMPLE[1].splitlines()) <= 10
    run(pytester, "simulated").assert_outcomes(passed=1)


@pytest.mark.verify
@pytest.mark.chip
@pytest.mark.apart
def test_the_example_passes_on_the_emulated_chip(pytester):
    run(pytester, "emulated").assert_outcomes(passed=1)


@pytest.mark.chip
@pytest.mark.verify
def test_on_a_port_a_failing_test_fails_and_the_board_gets_back_what_it_kept(pytester, port, own):
    fails = "def test_that_fails(hands):\n    hands.start()\n    hands.do('expect lift at b2')\n"
    pytester.makepyfile(EXAMPLE[1] + "\n\n" + fails)
    ran = pytester.runpytest_subprocess(*options(port.path), timeout=PATIENCE_S)
    ran.assert_outcomes(passed=1, failed=1)
    assert data(port) == own


LONG = """
def test_that_is_broken_off(hands):
    hands.start()
    print("in the midst", flush=True)
    hands.wait(60_000)


def test_after_it(hands):
    hands.start()
"""


def midst(pytester, port, act):
    """A run on the port, and `act` with its process in the middle of the first test."""
    port.wait(PATIENCE_S)
    pytester.makepyfile(LONG)
    words = [sys.executable, "-m", "pytest", "-s", "--tb", "line", *options(port.path)]
    return broken_off(words, "in the midst", act)


@pytest.mark.chip
@pytest.mark.verify
def test_ctrl_c_in_the_midst_gives_a_board_on_a_port_its_own_back(pytester, port, own):
    status, printed, said = midst(pytester, port, lambda run: run.send_signal(signal.SIGINT))
    assert (status, said) == (pytest.ExitCode.INTERRUPTED, "")
    assert "no tests ran" in printed
    assert data(port) == own


@pytest.mark.chip
@pytest.mark.verify
def test_a_cable_pulled_out_in_the_midst_ends_the_run_with_what_to_do(
    pytester, port, own, monkeypatch
):
    monkeypatch.setattr("host_tools.board.device.reach.BACK_S", PATIENCE_S)
    try:
        status, printed, said = midst(pytester, port, lambda _: port.unplug())
        assert status == pytest.ExitCode.USAGE_ERROR
        assert f"DisconnectedError: the board on {port.path} has disconnected" in printed
        assert "1 failed in" in printed
        assert f"lodeboard scenario --on {port.path} --restore" in printed
        assert "Traceback" not in printed + said
        assert set(data(port)) & set(own) == set()
    finally:
        plug_again(port)  # for the tests after this one
    assert main(["scenario", "--on", port.path, "--restore"]) == 0
    assert data(port) == own


class BorrowedHere:
    """A board on a cable that is here in truth."""

    given_back = 0

    def __init__(self, profile, port):
        self.board = parts.functools.partial(self._board, profile)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        BorrowedHere.given_back += 1

    @parts.contextmanager
    def _board(self, profile, seed):
        yield SimulatedBoard(profile, seed)


@pytest.mark.apart
@pytest.mark.parametrize(
    ("error", "counts"),
    [(DisconnectedError("/dev/ttyACM0"), {"failed": 1}), (KeyboardInterrupt(), {})],
)
def test_a_run_that_is_broken_off_begins_no_other_test_and_gives_the_board_back(
    pytester, monkeypatch, error, counts
):
    def wait(self, ms):
        raise error

    monkeypatch.setattr(oncable, "Borrowed", BorrowedHere)
    monkeypatch.setattr("host_tools.board.device.find.find_port", str)
    monkeypatch.setattr(parts.Hands, "wait", wait)
    monkeypatch.setattr(BorrowedHere, "given_back", 0)
    ran = run(pytester, "/dev/ttyACM0", LONG)
    assert ran.ret == pytest.ExitCode.INTERRUPTED
    assert ran.parseoutcomes() == counts
    assert BorrowedHere.given_back == 1


@pytest.mark.apart
@pytest.mark.parametrize("on", ["/no/port", "nonsense"])
def test_a_port_that_is_not_there_ends_the_run_with_the_reason(pytester, on):
    ran = run(pytester, on)
    assert ran.ret == pytest.ExitCode.USAGE_ERROR
    said = ran.stdout.str() + ran.stderr.str()
    assert "--lodeboard-on" in said
    assert on in said


@pytest.mark.apart
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


ANOTHER = """
import pytest


@pytest.fixture
def board():
    return "a board of wood"


def test_a_fixture_of_that_name_is_the_projects_own(board):
    assert board == "a board of wood"
"""


@pytest.mark.apart
def test_a_project_without_boards_keeps_its_own_names_and_can_do_without_the_plugin(pytester):
    run(pytester, "simulated", ANOTHER).assert_outcomes(passed=1)
    pytester.makepyfile(EXAMPLE[1])
    ran = pytester.runpytest_inprocess("-p", f"no:{NAME}", "-p", "no:cacheprovider")
    ran.assert_outcomes(errors=1)
    ran.stdout.fnmatch_lines(["*fixture 'hands' not found*"])


def test_markers_seeds_and_what_a_run_without_a_board_imports(pytester):
    pytester.makepyfile(USED)
    ran = pytester.runpytest_subprocess(*options("simulated"), timeout=PATIENCE_S)
    ran.assert_outcomes(passed=3)


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
