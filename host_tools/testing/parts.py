"""Boards, hands, lights and sounds for tests. All times are board time in milliseconds."""

import functools
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from host_tools.board.hands.stage import Stage
from host_tools.board.make import EMULATED, SIMULATED, BoardError
from host_tools.board.scenario import rig, script
from host_tools.board.scenario.rig import MakeBoard
from host_tools.board.scenario.runner import Runner, heard, lights_hold
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.setup.extras import needs
from lodeboard.boards.profile import Profile

REAL = "real"

WITHIN_MS = 5000
PLACES = ("somewhere", "nowhere", "everywhere")


@contextmanager
def boards(on: str, profile: Profile) -> Iterator[MakeBoard]:
    """The factory of the boards that `on` names. Raises BoardError, MissingError."""
    if on == SIMULATED:
        yield lambda seed: nullcontext(SimulatedBoard(profile, seed))
        return
    if on == EMULATED:
        yield functools.partial(rig.emulated, profile)
        return
    with needs("a board on a cable", "board"):
        from host_tools.board.device.errors import DeviceError  # noqa: PLC0415
        from host_tools.board.device.find import find_port  # noqa: PLC0415
        from host_tools.board.scenario.oncable import Borrowed  # noqa: PLC0415
    try:
        with Borrowed(profile, find_port(None if on == REAL else on)) as borrowed:
            yield borrowed.board
    except DeviceError as error:
        raise BoardError(str(error).replace("--port PORT", "the port")) from error


class Hands:
    """Performs the acts of scenarios, with the same words."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._runner = Runner(stage)

    def start(self) -> None:
        """Switch on, set the zeros, wait for the game."""
        self.do("start")

    def do(self, *lines: str) -> None:
        """Run lines of a scenario, acts and expectations. Raises ScriptError, ScenarioError."""
        self._runner.run(script.parse("\n".join(lines), "test", self._stage.cells))

    def wait(self, ms: int) -> None:
        """Let board time pass."""
        self._stage.wait(ms)


class Lights:
    """The meanings of the lights, such as "may-place" (host_tools/board/simulator/meanings.py)."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def __getitem__(self, cell: str) -> str:
        """The present meaning of a cell's light, or "unclear"."""
        return self._stage.lights()[self._stage.cells.index(cell)]

    def cells(self, meaning: str) -> list[str]:
        """The cells that now show this meaning."""
        return self._stage.cells_with(meaning)

    def wait(self, meaning: str, where: str, within_ms: int = WITHIN_MS) -> bool:
        """Whether exactly these cells, such as "b2 c3", show it within that time; or "somewhere",
        "nowhere", "everywhere"."""
        words = (where,) if where in PLACES else ("at", *where.split())
        return self._stage.wait_for(lights_hold(self._stage, (meaning, *words)), within_ms)


class Sounds:
    """The tunes that were heard."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._from = 0

    def heard(self) -> list[str]:
        """The names of the tunes since `forget`, in order."""
        return heard(self._stage.sounds[self._from :])

    def forget(self) -> None:
        """Forget all tunes heard so far."""
        self._from = len(self._stage.sounds)

    def wait(self, tune: str, within_ms: int = WITHIN_MS) -> bool:
        """Whether this tune is heard within that time."""
        return self._stage.wait_for(lambda: tune in self.heard(), within_ms)
