"""One board in the hands of the firmware's own code: zeros, gains, and what lies on each cell.

Zeros and gains are set by the scenes that set them at the board, codes are decided by `Cells`, a
tick at a time: the modules that the board runs. All that stands in for the board is here: a port
without anything on it, and the hand that puts a tile on one cell after another and takes it away.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from host_tools.lab.reliability.sensing.groups import Scan
from lodeboard.boards.profile import Profile
from lodeboard.games.contract import EMPTY, UNCLEAR
from lodeboard.play.scene import DONE, LEFT, MIDDLE, RIGHT, Board
from lodeboard.scenes.calibrate import Gains, Zeros
from lodeboard.sensing import layout
from lodeboard.sensing.averager import Averager

if TYPE_CHECKING:
    from lodeboard.ports.port import Port


class _NoPort:
    """The port of a board that keeps nothing and makes no sound."""

    think_evals = 0

    @property
    def store(self) -> "_NoPort":
        return self

    @property
    def sound(self) -> "_NoPort":
        return self

    def save(self, name: str, data: bytes) -> None:
        """Nothing is read back."""

    def tone(self, hertz: int) -> None:
        """Nobody listens."""


class Zeroed(NamedTuple):
    """The cells for which a board refuses its zeros, and those for which it asks."""

    refused: tuple[str, ...]
    asked: tuple[str, ...]


class Seen(NamedTuple):
    """What a board said of a position. `right_after`: of each cell, the number of scans until its
    code was first right, 0 where it never was."""

    wrong: tuple[int, ...]  # cells
    unclear: tuple[int, ...]
    right_after: list[int]
    traces: bool


class Looking:
    """A board of this profile, new. Scans are one board's: a raw reading of each cell."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._now_ms = 0
        self.board = Board(cast("Port", _NoPort()), profile)

    def millivolts(self, raw: int) -> float:
        """A difference of raw readings in millivolts."""
        return self._profile.millivolts(raw)

    def _take(self, scan: Scan) -> int:
        self._now_ms += self._profile.tick_ms
        raw = self.board.cells.raw
        for cell, reading in enumerate(scan.tolist()):
            raw[cell] = reading
        return self._now_ms

    def run(self, scans: Sequence[Scan]) -> None:
        """Let time pass."""
        for scan in scans:
            now_ms = self._take(scan)
            self.board.cells.update(now_ms)

    def set_zeros(self, scans: Sequence[Scan]) -> Zeroed:
        """Set zeros with the plate empty. Where the board asks whether something lies on a cell,
        the answer is no. Where it refuses the zeros it is given them as measured, for what it
        would do with them."""
        scene = Zeros(self.board)
        scene.enter(self._now_ms)
        refused: list[str] = []
        asked: list[str] = []
        for button in (MIDDLE, RIGHT):
            scene.button(button)
            for scan in scans:
                if scene.event != DONE:
                    scene.tick(self._take(scan))
            message: dict[str, object] = {}
            scene.report(message)
            refused = cast(list[str], message["wrong"])
            asked = cast(list[str], message.get("doubt", []))
            if scene.event == DONE or refused:
                break
        if scene.event != DONE:
            averager = Averager(self._profile, len(scans))
            for scan in scans:
                self._take(scan)
                averager.add(self.board.cells.raw)
            for cell in range(self._profile.cells):
                self.board.calibration.zero[cell] = averager.mean(cell)
            self.board.cells.restart()
        return Zeroed(tuple(refused), tuple(asked))

    def measure_gains(self, scans: Sequence[Scan]) -> int:
        """Measure the gain of every cell; each of the scans has of every cell its reading while a
        tile lies there. The number of cells left out, as the board did not take that for a tile."""
        board = self.board
        board.cells.restart()
        self.run(scans)
        for cell in range(self._profile.cells):  # no tile lies beside another
            board.cells.state[layout.RECORDS + cell * layout.RECORD + layout.CROSS] = 0
        scene = Gains(board, first=False)
        scene.enter(self._now_ms)
        scene.tick(self._now_ms)  # all have been laid
        for scan in scans:
            if scene.event != DONE:
                scene.tick(self._take(scan))
        message: dict[str, object] = {}
        scene.report(message)
        if scene.event != DONE:
            scene.button(LEFT)
        return len(cast(list[str], message["measure"]))

    def look(self, scans: Sequence[Scan], truth: bytes, laid: bool) -> Seen:
        """Look at a position that lies still. `laid`: the tiles have just been laid on a plate
        that was seen as empty, so that empty is wrong only at the end."""
        cells = self.board.cells
        wrong: set[int] = set()
        not_seen = set(range(len(truth)))  # cells that have been empty all along
        right_after = [0] * len(truth)
        before = b""
        for number, scan in enumerate(scans, 1):
            self.run([scan])
            if cells.codes == before:
                continue
            before = bytes(cells.codes)
            for cell, code in enumerate(before):
                if code == truth[cell]:
                    right_after[cell] = right_after[cell] or number
                elif code != UNCLEAR and not (laid and code == EMPTY and cell in not_seen):
                    wrong.add(cell)
                if code != EMPTY:
                    not_seen.discard(cell)
        unclear = []
        for cell, code in enumerate(cells.codes):
            if code == UNCLEAR:
                unclear.append(cell)
            elif code != truth[cell]:
                wrong.add(cell)
        return Seen(tuple(sorted(wrong)), tuple(unclear), right_after, any(cells.traces))
