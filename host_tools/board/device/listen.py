"""A board's output for the user: its notices, and tracebacks with source."""

from collections.abc import Callable
from pathlib import Path

from host_tools import FIRMWARE
from host_tools.board.messages import FAULT
from host_tools.jobs.messages import board_message

from .faults import TRACEBACK, with_source
from .received import Lines


class Listener:
    """Takes a line's bytes and passes readable text to `say`.

    `fault` is the last fault notice, "" if there is none. It is set when the board has restarted,
    because the fault is in the log by then.
    """

    def __init__(self, say: Callable[[str], None], root: Path = FIRMWARE) -> None:
        self._say = say
        self._root = root
        self._lines = Lines()
        self._traceback: list[str] = []
        self._reported = ""
        self.fault = ""

    def take(self, data: bytes) -> None:
        """Add received bytes."""
        for raw in self._lines.feed(data):
            self._line(raw.decode(errors="replace").rstrip())

    def _line(self, line: str) -> None:
        if self._traceback:
            self._traceback.append(line)
            if not line.startswith(" "):  # the exception's own line ends it
                self._say(with_source("\n".join(self._traceback), self._root))
                self._traceback = []
            return
        if line == TRACEBACK:
            self._traceback = [line]
            return
        message = board_message(line)
        if message is None:
            if line:
                self._say(line)
        elif message.get("t") == "notice":
            sentence = str(message.get("say"))
            self._say(sentence)
            if sentence.startswith(FAULT):
                self.fault = self._reported
                self._reported = sentence
        elif message.get("t") == "hello":
            self.fault, self._reported = self.fault or self._reported, ""
