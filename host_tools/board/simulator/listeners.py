"""Callbacks for events, with the time of each."""

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Listeners(Generic[T]):
    """Callbacks that take board time in milliseconds and the event."""

    def __init__(self) -> None:
        self._calls: list[Callable[[int, T], None]] = []

    def subscribe(self, call: Callable[[int, T], None]) -> Callable[[], None]:
        """Call `call` for each event from now on, until the returned function is called."""
        self._calls.append(call)
        return lambda: self._calls.remove(call)

    def notify(self, now_ms: int, what: T) -> None:
        """Call everyone."""
        for call in tuple(self._calls):
            call(now_ms, what)
