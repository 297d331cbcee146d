"""Reads lights as a person does: from colours over time to the meaning of each light.

The decoder sees only the LED chain. It compares the last second of every LED with each meaning of
the palette at every phase and picks the one that fits; a light that has just changed, or that no
meaning fits, is "unclear".
"""

import math
from collections import deque
from collections.abc import Sequence
from functools import cache, lru_cache
from operator import mul

from lodeboard.lights import palette

SAMPLE_MS = 32
SAMPLES = palette.CYCLE_MS // SAMPLE_MS
UNCLEAR = "unclear"
# The palette's meanings by name, for scenarios and tools; the board does not need the names.
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
    "measure",
    "not-saved",
    "menu-more",
    "clock-first",
    "clock-second",
)
_GAMMA = 2.2
_DARK = 0.03  # perceived brightness below which a light is off
_RESIDUAL = 0.09  # largest share of a light's energy not explained by its meaning
_ROUNDING = 1e-9

_LIGHTS = 32_768  # cache size, in lights over time

Colour = tuple[int, int, int]
Wave = tuple[float, ...]
Palette = tuple[bytes, bytes]  # colours and movements, as in lodeboard.lights.palette


def palette_now() -> Palette:
    """The palette of this firmware."""
    return palette.COLOURS, palette.MOVEMENTS


@cache
def _seen(part: int) -> float:
    """Perceived brightness of a part of a colour, 0..255 as sent."""
    return float((part / 255) ** (1 / _GAMMA))


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    total: float = sum(map(mul, one, other))
    return total


@cache
def _waves(shown: Palette) -> dict[Wave, list[tuple[str, Wave, list[Wave]]]]:
    """For each colour of a palette (a unit vector) its meanings, and for each meaning its
    brightness over a cycle, scaled to a unit vector: in ascending order, and from each phase
    on."""
    found: dict[Wave, list[tuple[str, Wave, list[Wave]]]] = {}
    colours, movements = shown
    for meaning in range(1, len(colours) // 3):
        colour = colours[3 * meaning : 3 * meaning + 3]
        steps = movements[palette.STEPS * meaning : palette.STEPS * (meaning + 1)]
        levels = [_level(steps, sample * SAMPLE_MS) for sample in range(SAMPLES)]
        if not any(levels) or not any(colour):
            continue
        norm = math.hypot(*levels)
        wave = tuple(level / norm for level in levels)
        # A steady light is the same at each phase.
        shifted = list(dict.fromkeys(wave[shift:] + wave[:shift] for shift in range(SAMPLES)))
        unit = tuple(part / math.hypot(*colour) for part in colour)
        name = NAMES[meaning] if meaning < len(NAMES) else f"meaning {meaning}"
        found.setdefault(unit, []).append((name, tuple(sorted(wave)), shifted))
    return found


def _level(steps: bytes, phase_ms: int) -> float:
    """Brightness of a movement at a time in its cycle, linear between its steps."""
    index, into_ms = divmod(phase_ms, palette.STEP_MS)
    here, following = steps[index] - ord("0"), steps[(index + 1) % palette.STEPS] - ord("0")
    return here + (following - here) * into_ms / palette.STEP_MS


@lru_cache(_LIGHTS)
def _meaning(light: tuple[Colour, ...], shown: Palette) -> str:
    """The name of the meaning of one light, given as one colour per sample."""
    reds, greens, blues = ([_seen(part) for part in parts] for parts in zip(*light, strict=True))
    # The energy along any colour follows from these products.
    red, green, blue = _dot(reds, reds), _dot(greens, greens), _dot(blues, blues)
    yellow, purple, cyan = _dot(reds, greens), _dot(reds, blues), _dot(greens, blues)
    energy = red + green + blue
    if energy < SAMPLES * _DARK**2:
        return NAMES[palette.OFF]
    least = (1 - _RESIDUAL) * energy
    best, name = math.sqrt(least), UNCLEAR
    for (r, g, b), meanings in _waves(shown).items():
        across = r * g * yellow + r * b * purple + g * b * cyan
        if r * r * red + g * g * green + b * b * blue + 2 * across < least:
            continue  # no meaning of this colour can explain as much
        along = [r * x + g * y + b * z for x, y, z in zip(reds, greens, blues, strict=True)]
        ascending = sorted(along)
        for meaning, levels, shifted in meanings:
            # No order of the levels fits better than the light's own, and to try each phase takes
            # long. Rounding may hide a tiny difference.
            if _dot(ascending, levels) < best * (1 - _ROUNDING):
                continue
            fit = max([sum(map(mul, along, wave)) for wave in shifted])
            if fit > best:
                best, name = fit, meaning
                least = best * best * (1 - _ROUNDING)
    return name


class Meanings:
    """Collects frames (`feed`) and returns their meanings (`read`)."""

    def __init__(self, cells: int, shown: Palette | None = None):
        """`shown`: the palette of the board; None is that of this firmware."""
        self._palette = shown or palette_now()
        self._last: tuple[Colour, ...] = ((0, 0, 0),) * cells
        self._now_ms = 0
        self._due_ms = 0
        self._samples: deque[tuple[Colour, ...]] = deque(maxlen=SAMPLES)

    def feed(self, now_ms: int, colours: Sequence[Colour]) -> None:
        """From `now_ms` on the LEDs show these colours (red, green, blue, 0..255 as sent)."""
        self.pass_time(now_ms)
        self._last = tuple(colours)

    def pass_time(self, now_ms: int) -> None:
        """The LEDs have not changed until `now_ms`."""
        while self._due_ms <= now_ms:
            self._samples.append(self._last)
            self._due_ms += SAMPLE_MS
        self._now_ms = now_ms

    def clear(self) -> None:
        """Forget everything seen so far (the power was switched)."""
        self._samples.clear()

    def read(self) -> list[str]:
        """The name of the meaning of each cell's light (NAMES, or UNCLEAR)."""
        if len(self._samples) < SAMPLES:
            return [UNCLEAR] * len(self._last)
        return [_meaning(light, self._palette) for light in zip(*self._samples, strict=True)]

    def read_cell(self, cell: int) -> str:
        """The name of the meaning of one cell's light."""
        if len(self._samples) < SAMPLES:
            return UNCLEAR
        return _meaning(tuple(colours[cell] for colours in self._samples), self._palette)
