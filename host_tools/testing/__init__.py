"""A pytest plugin: tests of a board, simulated, emulated or on a cable.

    def test_a_tile_is_answered(hands, lights, sounds):
        hands.start()
        assert lights.wait("may-place", "everywhere")
        hands.do("place U b2")
        assert sounds.wait("accepted")

`pytest --lodeboard-on simulated|emulated|PORT|real` says on which board. Each test has one that
has stored nothing; its world has the seed of the marker `lodeboard_seed(N)`, 0 without it.
The stored data of a board on a cable is stashed before the first test, and restored after the
last one; the run ends if that board disconnects. A project that wants another board overrides the
fixture `board`; hands, lights and sounds follow it.
"""

# pytest imports this module wherever it is installed, so all other imports wait for first use.
from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from host_tools.board.contract import Board
    from host_tools.board.hands.stage import Stage
    from host_tools.board.scenario.rig import MakeBoard
    from host_tools.testing.parts import Hands, Lights, Sounds
    from lodeboard.boards.profile import Profile

_ON = "--lodeboard-on"
_BOARD = "--lodeboard-board"
_SEED = "lodeboard_seed"
_MADE = ("simulated", "emulated")  # no limit to their number


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("lodeboard")
    group.addoption(
        _ON,
        default="simulated",
        metavar="BOARD",
        help="the board of tests with a Lodeboard: simulated (default), emulated, real (the one"
        " plugged in) or its port",
    )
    group.addoption(_BOARD, metavar="NAME", help="which kind of board it is, such as tile7x7")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{_SEED}(N): the world around this test's board")
    if config.getoption("numprocesses", None) and config.getoption(_ON) not in _MADE:
        raise pytest.UsageError(f"{_ON}: one board on a cable serves one process: say -n 0")


def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    errors = sys.modules.get("host_tools.board.device.errors")  # missing: nothing of it was raised
    if errors and call.excinfo and isinstance(call.excinfo.value, errors.DeviceError):
        item.session.shouldstop = str(call.excinfo.value)


@pytest.fixture(scope="session")
def lodeboard_profile(request: pytest.FixtureRequest) -> Profile:
    """The board profile of the Lodeboards (lodeboard/boards/profile.py)."""
    from host_tools.build import profiles  # noqa: PLC0415

    name = request.config.getoption(_BOARD)
    return profiles.profile() if name is None else profiles.profile(name)


@pytest.fixture(scope="session")
def lodeboard_boards(
    request: pytest.FixtureRequest, lodeboard_profile: Profile
) -> Iterator[MakeBoard]:
    """Creates the Lodeboards of this run, one after the other."""
    from host_tools.board.make import BoardError  # noqa: PLC0415
    from host_tools.setup.extras import MissingError  # noqa: PLC0415
    from host_tools.testing.parts import boards  # noqa: PLC0415

    try:
        with boards(request.config.getoption(_ON), lodeboard_profile) as make:
            yield make
    except (BoardError, MissingError) as error:
        pytest.exit(f"{_ON}: {error}", returncode=pytest.ExitCode.USAGE_ERROR)


@pytest.fixture
def board(request: pytest.FixtureRequest, lodeboard_boards: MakeBoard) -> Iterator[Board]:
    """A Lodeboard without stored data (host_tools/board/contract.py)."""
    marker = request.node.get_closest_marker(_SEED)
    with lodeboard_boards(int(marker.args[0]) if marker else 0) as board:
        yield board


@pytest.fixture
def stage(board: Board) -> Stage:
    """A person at the Lodeboard of this test (host_tools/board/hands/stage.py)."""
    from host_tools.board.hands.stage import Stage  # noqa: PLC0415

    return Stage(board)


@pytest.fixture
def hands(stage: Stage) -> Hands:
    """What a person does with the Lodeboard of this test."""
    from host_tools.testing.parts import Hands  # noqa: PLC0415

    return Hands(stage)


@pytest.fixture
def lights(stage: Stage) -> Lights:
    """What a person sees on the Lodeboard of this test."""
    from host_tools.testing.parts import Lights  # noqa: PLC0415

    return Lights(stage)


@pytest.fixture
def sounds(stage: Stage) -> Sounds:
    """What a person hears from the Lodeboard of this test."""
    from host_tools.testing.parts import Sounds  # noqa: PLC0415

    return Sounds(stage)
