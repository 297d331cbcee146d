"""One board run by the firmware's own code: zeros, gains, and the code of each cell.

The board's own scenes set zeros and gains, and `Cells` decides the codes, tick by tick. Only the
board around them is replaced: a port with nothing attached, and the hand that lays a tile on one
cell after another and takes it away.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from host_tools.lab.reliability.sensing.groups import Scan
from lodeboard.boards.profile import Profile
from lodeboard.games.contract import EMPTY, UNCLEAR
from lodeboard.play.scene import DONE, LEFT, MIDDLE, RIGHT, Board
from lodeboard.ports.budget import Budget
from lodeboard.scenes.calibrate import Gains, Zeros
from lodeboard.sensing import layout
from lodeboard.sensing.averager import Averager

if TYPE_CHECKING:
    from lodeboard.ports.port import Port


class _NoPort:
    """The port of a board that stores nothing and makes no sound."""

    budget = Budget(0)

    @property
    def store(self) -> "_NoPort":
        return self

    @property
    def sound(self) -> "_NoPort":
        return self

    def save(self, name: str, data: bytes) -> None:
        """Do nothing: nothing is read back."""

    def tone(self, hertz: int) -> None:
        """Do nothing."""


class Zeroed(NamedTuple):
    """The cells for which a board refuses its zeros, and those it asks about."""

    refused: tuple[str, ...]
    asked: tuple[str, ...]


class Seen(NamedTuple):
    """What a board reported of a position. `right_after`: for each cell, the number of scans until
    its code was first right, 0 if never."""

    wrong: tuple[int, ...]  # cells
    unclear: tuple[int, ...]
    right_after: list[int]
    traces: bool


class Looking:
    """A new board of this profile. Scans are of one board: a raw reading of each cell."""

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
        """Set zeros with the plate empty. If the board asks whether a cell is occupied, answer no.
        If it refuses the zeros, store them as measured, to see what it would do with them."""
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
        """Measure the gain of every cell; each scan has, for every cell, its reading while a tile
        lies there. Returns the number of cells left out because the board did not detect a tile."""
        board = self.board
        board.cells.restart()
        self.run(scans)
        for cell in range(self._profile.cells):  # no tile has a neighbour
            board.cells.state[layout.RECORDS + cell * layout.RECORD + layout.CROSS] = 0
        scene = Gains(board, first=False)
        scene.enter(self._now_ms)
        scene.tick(self._now_ms)  # all tiles are laid
        for scan in scans:
            if scene.event != DONE:
                scene.tick(self._take(scan))
        message: dict[str, object] = {}
        scene.report(message)
        if scene.event != DONE:
            scene.button(LEFT)
        return len(cast(list[str], message["measure"]))

    def look(self, scans: Sequence[Scan], truth: bytes, laid: bool) -> Seen:
        """Watch a position at rest. `laid`: the tiles have just been laid on a plate that was seen
        as empty, so "empty" counts as wrong only at the end."""
        cells = self.board.cells
        wrong: set[int] = set()
        not_seen = set(range(len(truth)))  # cells that have read empty all along
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
