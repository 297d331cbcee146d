"""The fingers of all pages on the board's three buttons."""

from host_tools.board.contract import BoardView
from host_tools.play.web.messages import BUTTONS

SHORTEST_PRESS_MS = 80  # a key may be up again before the board has looked; a finger is slower
SHORTEST_REST_MS = 80  # between two presses of a button: longer than the board's debounce
MOST_WAITING = 8  # presses of a button that the board has not had yet


class Fingers:
    """Presses and releases the buttons of a board. Presses faster than a finger are queued."""

    def __init__(self, board: BoardView) -> None:
        self._board = board
        self._held: dict[int, int] = {}  # by page
        self._pressed = 0
        self._waiting = dict.fromkeys(BUTTONS, 0)
        self._ready_ms = dict.fromkeys(BUTTONS, 0)  # when its state may change again

    def press(self, page: int, mask: int) -> None:
        """A page holds down a button."""
        if not self._holding() & mask:
            self.tap(mask)
        self._held[page] = self._held.get(page, 0) | mask

    def release(self, page: int, mask: int) -> None:
        """A page lets go of a button."""
        self._held[page] = self._held.get(page, 0) & ~mask

    def tap(self, mask: int) -> None:
        """Press a button for as long as a finger does."""
        self._waiting[mask] = min(MOST_WAITING, self._waiting[mask] + 1)

    def leave(self, page: int) -> None:
        """The page is gone."""
        self._held.pop(page, None)

    def _holding(self) -> int:
        pressed = 0
        for mask in self._held.values():
            pressed |= mask
        return pressed

    def step(self) -> None:
        """Once per tick: send the changes to the board."""
        held, now_ms = self._holding(), self._board.now_ms
        for mask, waiting in self._waiting.items():
            if now_ms < self._ready_ms[mask]:
                continue
            if not self._pressed & mask:
                if waiting:
                    self._waiting[mask] -= 1
                    self._pressed |= mask
                    self._ready_ms[mask] = now_ms + SHORTEST_PRESS_MS
                    self._board.press(mask)
            elif waiting or not held & mask:
                self._pressed &= ~mask
                self._ready_ms[mask] = now_ms + SHORTEST_REST_MS
                self._board.release(mask)
