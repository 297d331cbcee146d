"""Evaluates a board's messages during games."""

from host_tools.board.contract import BoardView
from host_tools.board.messages import FAULT, Error, Handlers, Notice, Scan, State, listen


class LineListener:
    """Collects starts, faults, mistakes, refusals, and the longest time between two readings."""

    def __init__(self, board: BoardView) -> None:
        self.starts = 0
        self.faults: list[str] = []
        self.mistakes: list[str] = []  # seen by the board: time, cells, and what it asked for
        self.refused = 0  # lines that it refused
        self.slowest_ms = 0
        self._number = -1
        self._scan_ms = -1
        self._wrong = False
        handlers: Handlers = {
            Scan: self._take_scan,
            State: self._take_state,
            Error: self._take_error,
            Notice: self._take_notice,
        }
        listen(board.wire, handlers)

    def _take_scan(self, scan: Scan) -> None:
        if 0 <= self._scan_ms < scan.ms:
            self.slowest_ms = max(self.slowest_ms, scan.ms - self._scan_ms)
        self._scan_ms = scan.ms

    def _take_state(self, state: State) -> None:
        # The board numbers its states from each start.
        self.starts += state.number < self._number
        self._number = state.number
        # While a game is being set up, the board also reports cells whose tiles are still missing.
        wrong = state.ask != "restore" and bool(state.wrong)
        if wrong and not self._wrong:
            asked = f"the board asks: {state.ask}"
            at_s = self._scan_ms / 1000
            self.mistakes.append(f"{' '.join(state.wrong)} at {at_s:.1f} s ({asked})")
        self._wrong = wrong

    def _take_error(self, _error: Error) -> None:
        self.refused += 1

    def _take_notice(self, notice: Notice) -> None:
        if notice.say.startswith(FAULT):
            self.faults.append(notice.say)
