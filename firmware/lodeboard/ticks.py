"""Time differences on a clock that wraps at 2**30 milliseconds, as MicroPython's does."""

_WRAP = 0x3FFFFFFF


def since(now_ms: int, then_ms: int) -> int:
    """Milliseconds from `then_ms` to `now_ms`, right across the wrap (up to 12 days)."""
    return (now_ms - then_ms) & _WRAP


class Stopwatch:
    """How long something has been so without a break."""

    def __init__(self) -> None:
        self._holds = False
        self._since = 0

    def ms(self, holds: bool, now_ms: int) -> int:
        """Milliseconds it has held up to now, 0 when it just began; -1 while it does not."""
        if holds and not self._holds:
            self._since = now_ms
        self._holds = holds
        return since(now_ms, self._since) if holds else -1
