"""How a hand moves: smoothly, from rest to rest, one step per tick.

A motion is a generator. Each `next` advances by one tick, whose length is in the hand's pace; at
its end the hand has arrived.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

Point = tuple[float, float, float]


@dataclass
class Pace:
    """The speed of a hand, and the length of a tick."""

    mm_per_s: float
    tick_ms: float = 20.0


def glide(start: Point, end: Point, pace: Pace, arc_mm: float = 0.0) -> Iterator[Point]:
    """Yield points on the way, one per tick, in an arc up to `arc_mm` high; the last is `end`.

    The hand follows the minimum-jerk course of T. Flash and N. Hogan (J. Neurosci. 5
    (1985) 1688): the share 10 t^3 - 15 t^4 + 6 t^5 of the way after the share t of the
    time. `pace` gives the mean speed.
    """
    length = math.dist(start, end) + 2.0 * arc_mm
    duration_ms = 1000.0 * length / pace.mm_per_s
    now = 0.0
    while True:
        now += pace.tick_ms
        if now >= duration_ms:
            yield end
            return
        t = now / duration_ms
        share = t * t * t * (10.0 + t * (6.0 * t - 15.0))
        x, y, z = (a + (b - a) * share for a, b in zip(start, end, strict=True))
        yield x, y, z + 4.0 * arc_mm * share * (1.0 - share)
