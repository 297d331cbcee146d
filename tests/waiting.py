"""How tests wait: for an event, however long a busy computer takes. Only a fault takes as long as
the limit, which is below the time that a test has (`timeout` in pyproject.toml), so that the
failure says what did not happen."""

import time
from collections.abc import Callable
from typing import TypeVar

LAST_RESORT_S = 240
LAST_RESORT_MS = 1000 * LAST_RESORT_S
LOOK_S = 0.01

Seen = TypeVar("Seen")


def _rest() -> None:
    time.sleep(LOOK_S)


def wait_until(
    seen: Callable[[], Seen],
    what: Callable[[], object] | str = "an event",
    rest: Callable[[], object] = _rest,
) -> Seen:
    """Look until `seen()` gives something true, and return that. `rest()` passes the time between
    two looks; `what` says what was waited for. AssertionError after LAST_RESORT_S."""
    end = time.monotonic() + LAST_RESORT_S
    while not (found := seen()):
        assert time.monotonic() < end, f"waited for {what() if callable(what) else what}"
        rest()
    return found
