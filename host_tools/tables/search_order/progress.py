"""How far the training is, as one line that renews itself on a terminal, else a line an act."""

import sys
import time


class Progress:
    """Acts follow each other; how much of the time each takes is told beforehand.

    shares: for each act in order, about how long it takes, in any unit.
    """

    WIDTH = 24

    def __init__(self, what: str, shares: list[float]) -> None:
        self._what = what
        self._shares = shares
        self._act = -1
        self._name = self._unit = ""
        self._number = 1
        self._done = 0
        self._started = self._begun = time.monotonic()
        self._shown = 0.0
        self._terminal = sys.stderr.isatty()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._started

    def begin(self, name: str, number: int, unit: str) -> None:
        """The next act, of so many units of work."""
        self._act += 1
        self._name, self._number, self._unit = name, number, unit
        self._done = 0
        self._begun = time.monotonic()
        if not self._terminal:
            line = f"{self._what}: {self.seconds:.0f} s: {name}, {number:,} {unit}"
            print(line, file=sys.stderr, flush=True)
        self._show(True)

    def more(self, number: int) -> None:
        """Take in that so many units more are done."""
        self._done += number
        self._show(False)

    def part(self) -> float:
        """How much of the whole is done, from 0 to 1, by the time that it takes."""
        now = self._shares[self._act] * self._done / max(self._number, 1)
        return (sum(self._shares[: self._act]) + now) / sum(self._shares)

    def _show(self, now: bool) -> None:
        if not self._terminal or (time.monotonic() - self._shown < 0.1 and not now):
            return
        self._shown = time.monotonic()
        part = self.part()
        full = round(self.WIDTH * part)
        bar = "#" * full + "." * (self.WIDTH - full)
        rate = self._done / max(self._shown - self._begun, 1e-3)
        left = f", {self.seconds * (1 - part) / part:.0f} s left" if part > 0.01 else ""
        print(
            f"\r\033[K{self._what}: {self._name} [{bar}] {rate:,.0f} {self._unit}/s{left}",
            end="", file=sys.stderr, flush=True,
        )  # fmt: skip

    def close(self) -> None:
        """Leave the terminal with its cursor on a line of its own."""
        if self._terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
