"""The workbench of a real board: it measures, and it adjusts or breaks only simulated parts."""

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from host_tools.board.contract import Board
from host_tools.board.device.serialboard import SerialBoard
from host_tools.play.web.messages import BenchAct, Break, Knobs, Record, Watch
from host_tools.play.web.workbench import Workbench

if TYPE_CHECKING:
    from host_tools.play.web.recordings import Recordings

REAL_TILES = (
    "the tiles drawn here are those on the real board: move them there, or start with --inject"
)
REAL_SENSORS = "the sensors are real; only those of a simulated world can be turned or broken"
REAL_POWER = "cut the power or the cable of a real board by hand"


class DeviceBench(Workbench):
    """`hands_off`: why the page's hands cannot move tiles here; empty if they can."""

    def __init__(
        self,
        board: SerialBoard,
        free: Callable[[], str | None],
        recordings: "Recordings | None" = None,
    ) -> None:
        # What a workbench asks of power and stores is never asked here.
        super().__init__(cast(Board, board), free, recordings)
        self._device = board
        self.hands_off = "" if board.inject else REAL_TILES

    def ask(self, page: int, act: BenchAct) -> str | None:
        if type(act) in (Watch, Record):
            return super().ask(page, act)
        if type(act) in (Knobs, Break):
            return super().ask(page, act) if self._device.inject else REAL_SENSORS
        return REAL_POWER

    def report(self) -> dict[str, object]:
        return {**super().report(), "power": True, "cable": True, "device": self._device.report()}

    def _truth(self) -> dict[str, object]:
        # The true field of real magnets is not known.
        return super()._truth() | ({} if self._device.inject else {"field": None})

    def _watch(self, page: int, on: bool) -> None:
        if on:
            self._watchers.add(page)
        else:
            self._watchers.discard(page)
        self._tap()
        self._device.watch(bool(self._watchers))
