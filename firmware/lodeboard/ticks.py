"""Time differences on a clock that wraps at 2**30 milliseconds, as MicroPython's does."""

_WRAP = 0x3FFFFFFF


def since(now_ms: int, then_ms: int) -> int:
    """Milliseconds from `then_ms` to `now_ms`, right across the wrap (up to 12 days)."""
    return (now_ms - then_ms) & _WRAP
