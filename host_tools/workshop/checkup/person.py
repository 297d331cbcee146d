"""The person who helps with the tests."""

import queue
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol, TextIO

_PAUSE_S = 0.05
_END = "\x04"  # of the input


class Person(Protocol):
    """Actions and answers of a person. `done` looks at the board once and returns True when the
    action is complete."""

    def lay(self, cell: str, done: Callable[[], bool]) -> None:
        """Lay one tile on this cell, the only one on the board."""

    def take_away(self) -> None:
        """Remove the tile."""

    def press(self, button: str, done: Callable[[], bool]) -> None:
        """Press and release this button."""

    def not_so(self, colour: str, cells: Sequence[str]) -> list[str]:
        """Return the cells that do not show the expected colour; "lit" is any colour."""

    def yes(self, question: str) -> bool: ...


class Terminal:
    """A person at this terminal. A thread reads lines, so that the board can be watched
    meanwhile."""

    def __init__(self, source: TextIO, out: TextIO) -> None:
        self._out = out
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._listen, args=(source,), daemon=True).start()

    def _listen(self, source: TextIO) -> None:
        for line in source:
            self._lines.put(line.strip())
        self._lines.put(_END)

    def _say(self, text: str) -> None:
        print(text, file=self._out, end=" ", flush=True)

    def _ask(self, text: str) -> None:
        """Show a new question. A line typed before it answers nothing: it came too late for the
        question before."""
        with suppress(queue.Empty):
            while self._lines.get_nowait() != _END:
                pass
            self._lines.put(_END)
        self._say(text)

    def _line(self) -> str:
        line = self._lines.get()
        if line == _END:
            raise KeyboardInterrupt
        return line

    def _until(self, text: str, done: Callable[[], bool]) -> None:
        self._ask(text)
        while not done():
            try:
                if self._lines.get_nowait() == _END:
                    raise KeyboardInterrupt
            except queue.Empty:
                time.sleep(_PAUSE_S)
            else:
                break
        print(file=self._out)

    def lay(self, cell: str, done: Callable[[], bool]) -> None:
        self._until(f"Lay a tile on {cell}, which is lit (Enter if nothing happens):", done)

    def take_away(self) -> None:
        print("Take the tile off the board.", file=self._out)

    def press(self, button: str, done: Callable[[], bool]) -> None:
        self._until(f"Press the {button} button (Enter if nothing happens):", done)

    def not_so(self, colour: str, cells: Sequence[str]) -> list[str]:
        those = "Every ring" if colour == "lit" else "Every ring that is lit"
        self._ask(
            f"{those} should be {colour}. Which are not? (cells such as a1 b2; all; Enter for none)"
        )
        while True:
            words = self._line().lower().replace(",", " ").split()
            if words == ["all"]:
                return list(cells)
            if all(word in cells for word in words):
                return words
            self._say(f"Cells are {' '.join(cells)}. Which are not {colour}?")

    def yes(self, question: str) -> bool:
        self._ask(f"{question} (y/n)")
        while True:
            answer = self._line().lower()
            if answer[:1] in ("y", "n"):
                return answer[0] == "y"
            self._say("Please type y or n:")


def at_terminal() -> Terminal | None:
    """Return the person at this terminal, None if it is not interactive."""
    if sys.stdin is None or not sys.stdin.isatty():
        return None
    return Terminal(sys.stdin, sys.stderr)
