"""Board time: virtual, and if wanted held to the pace of the wall clock."""

import time
from collections.abc import Callable

WRAP_MS = 1 << 30


class BoardClock:
    """Time since power first came on. The firmware sees it wrapping at 2**30 ms."""

    def __init__(self, start_ms: int = 0) -> None:
        self.elapsed_ms = start_ms

    def now_ms(self) -> int:
        """As the port offers it."""
        return self.elapsed_ms % WRAP_MS

    def advance(self, dt_ms: int) -> None:
        """Let time pass."""
        self.elapsed_ms += dt_ms


class Pacer:
    """Says how far board time may run to keep step with the wall clock.

    Board time itself stays virtual and exact. After a stall longer than `most_lag_ms` the
    lost time is forgotten rather than made up for in a rush.
    """

    def __init__(
        self,
        speed: float = 1.0,
        most_lag_ms: float = 200.0,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self.speed = speed
        self.most_lag_ms = most_lag_ms
        self._seconds = seconds
        self._last = seconds()
        self._due_ms = 0.0

    def take(self, tick_ms: int, most: int = 1 << 30) -> int:
        """Number of whole ticks that are due now; those beyond `most` stay due."""
        now = self._seconds()
        self._due_ms += (now - self._last) * 1000.0 * self.speed
        self._last = now
        self._due_ms = min(self._due_ms, max(self.most_lag_ms, tick_ms))
        ticks = min(int(self._due_ms // tick_ms), most)
        self._due_ms -= ticks * tick_ms
        return ticks

    def wait_s(self, tick_ms: int) -> float:
        """Seconds until the next tick is due."""
        return max(0.0, (tick_ms - self._due_ms) / 1000.0 / self.speed)
