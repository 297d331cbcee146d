"""The tremor of a hand that holds a tile.

Physiological tremor of the hand has 8 to 12 Hz; here it is three sine waves per axis, with
frequencies and phases drawn once from the seed.
"""

import math
import random

_WAVES = 3
_LOW_HZ, _HIGH_HZ = 8.0, 12.0


def _table(rng: random.Random, low: float, high: float) -> list[list[float]]:
    """A value for each wave of each axis."""
    return [[rng.uniform(low, high) for _ in range(_WAVES)] for _ in range(3)]


class Tremor:
    """Displacement of one hand over time; `rms_mm` along each axis."""

    def __init__(self, rng: random.Random, rms_mm: float) -> None:
        self.rms_mm = rms_mm
        self._hertz = _table(rng, _LOW_HZ, _HIGH_HZ)
        self._phase = _table(rng, 0.0, 2 * math.pi)

    def at(self, time_ms: float) -> tuple[float, float, float]:
        """Displacement (x, y, z) in millimetres."""
        if self.rms_mm == 0.0:
            return 0.0, 0.0, 0.0
        turn = 2 * math.pi * time_ms / 1000.0
        size = self.rms_mm * math.sqrt(2.0 / _WAVES)
        x, y, z = (
            size * sum(math.sin(turn * hertz + phase) for hertz, phase in zip(h, p, strict=True))
            for h, p in zip(self._hertz, self._phase, strict=True)
        )
        return x, y, z
