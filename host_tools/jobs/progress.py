"""How far long work is, on standard error, where that is a terminal."""

import sys
import time

WIDTH = 24
_OFTEN_S = 0.1  # no eye follows faster


def drawn(done: float, width: int = WIDTH) -> str:
    """A bar for a part done, 0 to 1."""
    full = round(width * done)
    return f"[{'#' * full}{'.' * (width - full)}]"


class Line:
    """One line that renews itself; nothing where there is no terminal."""

    def __init__(self) -> None:
        self.terminal = sys.stderr.isatty()
        self._shown = -1e9  # s, on the clock of time.monotonic

    def show(self, text: str) -> None:
        """In place of what the line says, unless that was written this very moment."""
        now = time.monotonic()
        if self.terminal and now - self._shown >= _OFTEN_S:
            self._shown = now
            self._write(text)

    def keep(self, text: str) -> None:
        """A line that stays, on a terminal or not, in place of what the line says."""
        if self.terminal:
            self._write(text + "\n")
        else:
            print(text, file=sys.stderr, flush=True)
        self._shown = -1e9

    def close(self) -> None:
        """Leave the terminal with an empty line for what comes next."""
        if self.terminal:
            self._write("")

    def _write(self, text: str) -> None:
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


class Bar:
    """A bar over work in so many equal steps; it stays when it is closed."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._line = Line()

    def advance(self) -> None:
        """Take in that one more is done."""
        self._done += 1
        self._line.show(self._text())

    def close(self) -> None:
        """Leave how far it came."""
        if self._line.terminal:
            self._line.keep(self._text())

    def _text(self) -> str:
        return f"{drawn(self._done / self._total, 40)} {self._done}/{self._total}"
