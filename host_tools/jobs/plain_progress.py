"""Progress of long work as occasional lines, where no bar can be drawn."""

import time
from collections.abc import Callable

from host_tools.jobs.command import tell

EVERY_S = 5.0


class PlainProgress:
    """Counts up to `total` and prints a line every few seconds and at the end."""

    def __init__(
        self,
        total: int,
        say: Callable[[str], None] = tell,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._total = total
        self._say = say
        self._clock = clock
        self._done = 0
        self._began_s = self._said_s = clock()

    def update(self) -> None:
        """Count one more."""
        self._done += 1
        now = self._clock()
        if now - self._said_s >= EVERY_S or self._done == self._total:
            self._said_s = now
            percent = 100 * self._done // self._total
            seconds = now - self._began_s
            self._say(f"{self._done} of {self._total} done ({percent} %, {seconds:.0f} s)")

    def close(self) -> None:
        """Do nothing."""
