"""The progress of a board's start, and its speed compared with real time, in words.

A figure that changes all the time cannot be read: it is averaged over some seconds of wall time and
renewed every few seconds. A start is reported in steps of a few per cent.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import Any

from host_tools.play.web import told

_WINDOW_S = 4.0
_SAMPLE_S = 0.25  # between two looks at the board's clock
_AGAIN_S = 3.0  # between two figures
_STEP_PERCENT = 5
_TIMES = "\N{MULTIPLICATION SIGN}"
_SMALL = 0.5  # a figure below needs a second digit
_KEEPS_UP = 0.95  # of what is wanted; what is missing from there on is rounded away


class Pace:
    """Call once per tick. `what`: the subject of the sentence ("The emulated chip"); `wanted`: the
    intended speed as a multiple of real time. `start`: fraction of the start that is done, None if
    it is not starting; `clock`: the board's time in ms, None if unknown. `slow`: why it is
    slower."""

    def __init__(
        self,
        what: str,
        wanted: float,
        start: Callable[[], float | None],
        clock: Callable[[], int | None],
        *,
        slow: str = "this computer is too slow or too busy for it",
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._what = what
        self._wanted = wanted
        self._start = start
        self._clock = clock
        self._slow = slow
        self._seconds = seconds
        self._samples: deque[tuple[float, int]] = deque()
        self._told_s = -_AGAIN_S
        self._told: dict[str, object] = _message("")

    def news(self) -> dict[str, object] | None:
        """The message for pages if it differs from the last one, else None."""
        now = self._message()
        if now == self._told:
            return None
        self._told = now
        return now

    def _message(self) -> dict[str, object]:
        share = self._start()
        if share is not None:
            self._samples.clear()
            percent = int(100 * share) // _STEP_PERCENT * _STEP_PERCENT
            return _message(f"{self._what} starts: {percent} %.", starting=percent)
        rate = self._rate()
        starting = "starting" in self._told
        if rate is None:
            return _message("") if starting else self._told
        if not starting and self._seconds() - self._told_s < _AGAIN_S:
            return self._told
        self._told_s = self._seconds()
        return self._of(rate)

    def _rate(self) -> float | None:
        """Seconds of board time per second of wall time over the last few seconds; None if not
        known yet."""
        now_s, now_ms = self._seconds(), self._clock()
        if now_ms is None:
            self._samples.clear()
            return None
        if not self._samples or now_s - self._samples[-1][0] >= _SAMPLE_S:
            self._samples.append((now_s, now_ms))
        while len(self._samples) > 2 and now_s - self._samples[1][0] >= _WINDOW_S:
            self._samples.popleft()
        (first_s, first_ms), (last_s, last_ms) = self._samples[0], self._samples[-1]
        if last_s - first_s < _WINDOW_S:
            return None
        return (last_ms - first_ms) / 1000 / (last_s - first_s)

    def _of(self, rate: float) -> dict[str, object]:
        if rate >= _KEEPS_UP * self._wanted:
            return _message(f"{self._what} runs {_speed(self._wanted)}.", speed=self._wanted)
        shown = float(_number(rate))
        say = f"{self._what} runs {_speed(shown)}: {self._slow}."
        if 0 < shown < 1:  # not at all, it may be
            say += f" A second on the board takes {_number(1 / shown)} s."
        return _message(say, speed=shown)


def _message(say: str, **more: Any) -> dict[str, object]:
    return told.Pace(say, **more).as_dict()


def _speed(rate: float) -> str:
    return "in real time" if rate == 1 else f"at {_number(rate)} {_TIMES} real time"


def _number(value: float) -> str:
    """The number with as many digits as are useful."""
    return f"{value:.2f}" if value < _SMALL else f"{value:.1f}"
