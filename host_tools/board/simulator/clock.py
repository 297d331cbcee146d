"""Board time: virtual, and optionally at the pace of the wall clock."""

import time
from collections.abc import Callable

WRAP_MS = 1 << 30


class BoardClock:
    """Time since the first power-on. For the firmware it wraps at 2**30 ms."""

    def __init__(self, start_ms: int = 0) -> None:
        self.elapsed_ms = start_ms

    def now_ms(self) -> int:
        """Milliseconds as on the port."""
        return self.elapsed_ms % WRAP_MS

    def advance(self, dt_ms: int) -> None:
        """Let time pass."""
        self.elapsed_ms += dt_ms


class Pacer:
    """Delays ticks until the wall clock has caught up.

    Board time itself stays virtual and exact. After a stall longer than `most_lag_s` the lost time
    is skipped, not made up for.
    """

    def __init__(
        self,
        most_lag_s: float = 0.2,
        seconds: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.most_lag_s = most_lag_s
        self._seconds = seconds
        self._sleep = sleep
        self._due_s = seconds()

    def wait(self, tick_ms: float) -> None:
        """Wait until the next tick is due."""
        self._due_s += tick_ms / 1000.0
        ahead = self._due_s - self._seconds()
        if ahead > 0.0:
            self._sleep(ahead)
        elif ahead < -self.most_lag_s:
            self._due_s = self._seconds()
