"""The fingers of all pages on the board's three buttons."""

from host_tools.board.contract import BoardView
from host_tools.web.messages import BUTTONS, Button

SHORTEST_PRESS_MS = 80  # a key may be up again before the board has looked; a finger is slower


class Fingers:
    """Presses and releases the buttons of a board."""

    def __init__(self, board: BoardView) -> None:
        self._board = board
        self._held: dict[int, int] = {}  # by page
        self._pressed = 0
        self._press_ends_ms = dict.fromkeys(BUTTONS, 0)

    def touch(self, page: int, act: Button) -> None:
        """A page presses a button or lets it go."""
        held = self._held.get(page, 0)
        if act.down:
            self._held[page] = held | act.mask
            self.tap(act.mask)
        else:
            self._held[page] = held & ~act.mask

    def tap(self, mask: int) -> None:
        """Press a button for as long as a finger does."""
        self._press_ends_ms[mask] = self._board.now_ms + SHORTEST_PRESS_MS

    def leave(self, page: int) -> None:
        """The page is gone."""
        self._held.pop(page, None)

    def step(self) -> None:
        """Once a tick: send the board what has changed."""
        pressed = 0
        for mask in self._held.values():
            pressed |= mask
        for mask, end_ms in self._press_ends_ms.items():
            if self._board.now_ms < end_ms:
                pressed |= mask
        if pressed & ~self._pressed:
            self._board.press(pressed & ~self._pressed)
        if self._pressed & ~pressed:
            self._board.release(self._pressed & ~pressed)
        self._pressed = pressed
