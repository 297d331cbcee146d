"""Reaches a board's prompt, waiting for a board that is restarting."""

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

from .errors import NoBoardError, UnpluggedError
from .find import find_again, find_port, serial_number
from .transport import Prompt

T = TypeVar("T")

BACK_S = 6.0  # time for a restarting board to return to its port
_AGAIN_S = 0.1


@contextlib.contextmanager
def reach(
    named: str | None,
    say: Callable[[str], None],
    *,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[Prompt]:
    """The prompt of the board on the named port, or of the only one there is. If the port is
    missing or disappears before the prompt is reached, the board may be restarting: it is waited
    for. Raises DeviceError."""
    wait = _Wait(say, clock, sleep)
    port = wait.until(lambda: find_port(named))
    number = serial_number(port)

    def enter() -> Prompt:
        here = find_again(port, number)
        if here is None:
            raise NoBoardError(port, [])
        prompt = Prompt(here)
        try:
            prompt.enter()
        except BaseException:
            prompt.close()
            raise
        return prompt

    prompt = wait.until(enter)
    try:
        yield prompt
    finally:
        prompt.close()


class _Wait:
    """Repeats an action while no board is there, for BACK_S in total."""

    def __init__(
        self, say: Callable[[str], None], clock: Callable[[], float], sleep: Callable[[float], None]
    ) -> None:
        self._say = say
        self._clock = clock
        self._sleep = sleep
        self._away_since: float | None = None

    def until(self, attempt: Callable[[], T]) -> T:
        while True:
            try:
                return attempt()
            except (NoBoardError, UnpluggedError):
                now = self._clock()
                if self._away_since is None:
                    self._away_since = now
                    self._say("no board is there now; it may be restarting: waiting for it")
                if now - self._away_since >= BACK_S:
                    raise
                self._sleep(_AGAIN_S)
