"""Reading lights as a person does: from colours over time to what each light means.

The decoder sees nothing but the LED chain. It compares the last second of every LED with
each meaning of the palette at every phase, and takes the one that explains it; a light
that has just changed, or that no meaning explains, is "unclear".
"""

from collections import deque
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from lodeboard.lights import palette

SAMPLE_MS = 32
SAMPLES = palette.CYCLE_MS // SAMPLE_MS
UNCLEAR = "unclear"
# Of the palette's meanings, as scenarios and tools write them; a board has no use for them.
NAMES = (
    "off",
    "may-lift",
    "may-go",
    "may-place",
    "lifted",
    "lift",
    "put-U",
    "put-D",
    "put-u",
    "put-d",
    "threat",
    "threat-lift",
    "locked",
    "mistake",
    "check",
    "thinking",
    "winner",
    "draw",
    "calibrate",
    "menu-item",
    "menu-here",
    "menu-value",
    "menu-chosen",
    "fault",
    "coach-unknown",
    "coach-win",
    "coach-lose",
    "coach-draw",
    "gift",
    "gift-win",
    "gift-lose",
    "gift-draw",
    "gift-here",
    "given",
    "hole",
    "hole-go",
    "danger",
    "danger-lift",
)
_GAMMA = 2.2
_DARK = 0.03  # perceived brightness below which a light is off
_RESIDUAL = 0.09  # share of a light's energy that its meaning may leave unexplained


@cache
def _templates() -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Unit vectors (n, SAMPLES * 3), one for each meaning and phase, and their meanings."""
    rows = []
    owners = []
    for meaning in range(1, palette.MEANINGS):
        colour = np.array(list(palette.colour(meaning)), dtype=float)
        for shift in range(SAMPLES):
            levels = np.array(
                [palette.level(meaning, (at + shift) * SAMPLE_MS) for at in range(SAMPLES)]
            )
            row = np.outer(levels, colour).ravel()
            rows.append(row / np.linalg.norm(row))
            owners.append(meaning)
    return np.array(rows), np.array(owners)


class Meanings:
    """Collects frames (`feed`) and says what they mean (`read`)."""

    def __init__(self, cells: int):
        self._templates, self._owners = _templates()
        self._last = np.zeros((cells, 3))
        self._now_ms = 0
        self._due_ms = 0
        self._samples: deque[NDArray[np.float64]] = deque(maxlen=SAMPLES)

    def feed(self, now_ms: int, colours: Sequence[tuple[int, int, int]]) -> None:
        """The LEDs have shown these colours (red, green, blue, 0..255 as sent) since now."""
        self.pass_time(now_ms)
        self._last = (np.asarray(colours, dtype=float) / 255.0) ** (1 / _GAMMA)

    def pass_time(self, now_ms: int) -> None:
        """The LEDs have not changed up to now."""
        while self._due_ms <= now_ms:
            self._samples.append(self._last)
            self._due_ms += SAMPLE_MS
        self._now_ms = now_ms

    def clear(self) -> None:
        """What was seen so far no longer counts (the power was switched)."""
        self._samples.clear()

    def read(self) -> list[str]:
        """The name of the meaning of each cell's light (NAMES, or UNCLEAR)."""
        if len(self._samples) < SAMPLES:
            return [UNCLEAR] * len(self._last)
        seen = np.stack(self._samples, axis=1).reshape(len(self._last), -1)
        energy = (seen**2).sum(axis=1)
        fit = seen @ self._templates.T
        best = fit.argmax(axis=1)
        explained = fit.max(axis=1) ** 2
        names = []
        for cell in range(len(self._last)):
            if energy[cell] < SAMPLES * _DARK**2:
                names.append(NAMES[palette.OFF])
            elif explained[cell] < (1 - _RESIDUAL) * energy[cell]:
                names.append(UNCLEAR)
            else:
                names.append(NAMES[int(self._owners[best[cell]])])
        return names
