"""How far the training is, as one line that renews itself on a terminal, else a line an act."""

import time

from host_tools.jobs.progress import Line, drawn


class Progress:
    """Acts follow each other; how much of the time each takes is told beforehand.

    shares: for each act in order, about how long it takes, in any unit.
    """

    def __init__(self, what: str, shares: list[float]) -> None:
        self._what = what
        self._shares = shares
        self._act = -1
        self._name = self._unit = ""
        self._number = 1
        self._done = 0
        self._started = self._begun = time.monotonic()
        self._line = Line()
        self.close = self._line.close

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._started

    def begin(self, name: str, number: int, unit: str) -> None:
        """The next act, of so many units of work."""
        self._act += 1
        self._name, self._number, self._unit = name, number, unit
        self._done = 0
        self._begun = time.monotonic()
        if not self._line.terminal:
            self._line.keep(f"{self._what}: {self.seconds:.0f} s: {name}, {number:,} {unit}")

    def more(self, number: int) -> None:
        """Take in that so many units more are done."""
        self._done += number
        part = self.part()
        rate = self._done / max(time.monotonic() - self._begun, 1e-3)
        left = f", {self.seconds * (1 - part) / part:.0f} s left" if part > 0.01 else ""
        self._line.show(
            f"{self._what}: {self._name} {drawn(part)} {rate:,.0f} {self._unit}/s{left}"
        )

    def part(self) -> float:
        """How much of the whole is done, from 0 to 1, by the time that it takes."""
        now = self._shares[self._act] * self._done / max(self._number, 1)
        return (sum(self._shares[: self._act]) + now) / sum(self._shares)
