"""Completes a board's state messages: a board sends only the moves that are new."""

import json
from collections.abc import Callable

from host_tools.board.messages import kind
from host_tools.jobs.messages import board_message

_FOR_RECORDERS = ("scan", "lights", "sound", "zeros")
HELLO = '{"c": "hello"}'


class WholeStates:
    """Stores the moves sent so far. `ask` sends a line to the board; it is called when a state was
    missed."""

    def __init__(self, ask: Callable[[str], object]) -> None:
        self._ask = ask
        self._moves: list[str] = []
        self._next = -1  # number of the next state, -1 if unknown

    def whole(self, line: str) -> str:
        """The line to pass on for a line of the board: a state with all moves of the game, any
        other line unchanged. "" for messages meant only for recordings, and for a state that cannot
        be completed; the board is then asked for all moves."""
        found = kind(line)
        if found in _FOR_RECORDERS:
            return ""
        if found == "hello":
            self._next = -1  # all moves follow
        message = board_message(line) if found == "state" else None
        if message is None:
            return line
        number, first = message.pop("number", None), message.pop("moves_from", None)
        missed = number != self._next
        if isinstance(number, int):
            self._next = number + 1
        if not isinstance(first, int):
            if missed:
                self._moves, self._next = [], -1  # only a state with all moves counts next
        elif first and (missed or first > len(self._moves)):
            self._next = -1
            self._ask(HELLO)
            return ""
        else:
            self._moves[first:] = message["moves"]
            message["moves"] = self._moves
        return json.dumps(message)
