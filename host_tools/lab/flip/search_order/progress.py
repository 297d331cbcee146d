"""How far the training is, as one line that renews itself on a terminal, else a line an act."""

import time

from host_tools.jobs.progress import BAR, keep, progress_bar

_LINE = f"{{desc}} {BAR}{{postfix}}, {{remaining}} left"


class Progress:
    """Acts follow each other; how much of the time each takes is given beforehand.

    shares: for each act in order, about how long it takes, in any unit.
    """

    def __init__(self, what: str, shares: list[float]) -> None:
        self._what = what
        self._shares = shares
        self._act = -1
        self._unit = ""
        self._number = 1
        self._done = 0
        self._started = self._begun = time.monotonic()
        self._bar = progress_bar(1, _LINE, stays=False)
        self.close = self._bar.close

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._started

    def begin(self, name: str, number: int, unit: str) -> None:
        """The next act, of so many units of work."""
        self._act += 1
        self._number, self._unit = number, unit
        self._done = 0
        self._begun = time.monotonic()
        self._bar.set_description_str(f"{self._what}: {name}", refresh=False)
        if self._bar.disable:
            keep(f"{self._what}: {self.seconds:.0f} s: {name}, {number:,} {unit}")

    def more(self, number: int) -> None:
        """Take in that so many units more are done."""
        self._done += number
        rate = self._done / max(time.monotonic() - self._begun, 1e-3)
        self._bar.set_postfix_str(f"{rate:,.0f} {self._unit}/s", refresh=False)
        self._bar.n = self.part()
        self._bar.update(0)

    def part(self) -> float:
        """How much of the whole is done, from 0 to 1, by the time that it takes."""
        now = self._shares[self._act] * self._done / max(self._number, 1)
        return (sum(self._shares[: self._act]) + now) / sum(self._shares)
