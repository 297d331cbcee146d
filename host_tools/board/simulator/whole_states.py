"""Makes a board's state messages whole again: a board sends only the moves that are new."""

import json
from collections.abc import Callable

from host_tools.jobs.messages import board_message

_FOR_RECORDERS = ('"t": "scan"', '"t": "lights"', '"t": "sound"', '"t": "zeros"')
HELLO = '{"c": "hello"}'


class WholeStates:
    """Keeps the moves sent so far. `ask` sends a line to the board; it is used when a state has
    been missed."""

    def __init__(self, ask: Callable[[str], object]) -> None:
        self._ask = ask
        self._moves: list[str] = []
        self._next = -1  # number of the state that follows, -1 where none has been heard

    def whole(self, line: str) -> str:
        """A line of the board as it is to be passed on: a state with all the moves of the game,
        every other line as it is, "" for what only recordings need, and for a state that cannot
        be made whole. The board is then asked for all of it."""
        if any(kind in line for kind in _FOR_RECORDERS):
            return ""
        if '"t": "hello"' in line:
            self._next = -1  # all the moves follow
        if '"t": "state"' not in line:
            return line
        message = board_message(line)
        if message is None or message.get("t") != "state":
            return line
        number, first = message.pop("number", None), message.pop("moves_from", None)
        missed = number != self._next
        if isinstance(number, int):
            self._next = number + 1
        if not isinstance(first, int):
            if missed:
                self._moves, self._next = [], -1  # the next moves count only if they are all
        elif first and (missed or first > len(self._moves)):
            self._next = -1
            self._ask(HELLO)
            return ""
        else:
            self._moves[first:] = message["moves"]
            message["moves"] = self._moves
        return json.dumps(message)
