"""The RP2040's converter: nominally 12 bits, with its known flaws."""

import functools
import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from host_tools.board.simulator.streams import normals, stream


@functools.lru_cache(maxsize=64)  # a third of the time to make a board, and seeds recur
def code_edges(
    bits: int, inl_counts: float, spikes: tuple[tuple[int, float], ...], phase: float
) -> tuple[float, ...]:
    """The input, in counts, at which each code 1..2^bits-1 begins.

    `spikes` has codes and the counts by which they are too wide; the rest of the range is narrowed
    to make room. A smooth bow is added until the largest departure from the straight line (integral
    non-linearity) is `inl_counts`.
    """
    codes = 1 << bits
    extra = dict(spikes)
    narrowed = codes / (codes + sum(extra.values()))
    widths = ((1.0 + extra.get(code, 0.0)) * narrowed for code in range(codes))
    steps = [edge - code for code, edge in enumerate(accumulate(widths), 1)]
    # Zero at both ends, so that the end points of the scale do not move.
    bow = [
        math.sin(math.pi * code / codes) * math.cos(2 * math.pi * code / codes + phase)
        for code in range(1, codes + 1)
    ]
    size = 4.0 * inl_counts
    for step, bend in zip(steps, bow, strict=True):
        if bend:
            size = min(size, (math.copysign(inl_counts, bend) - step) / bend)
    size = max(size, 0.0)
    edges = (
        code + step + size * bend
        for code, step, bend in zip(range(1, codes), steps, bow, strict=False)
    )
    return tuple(sorted(edges))


_ROWS = 2048  # of stored noise


@functools.cache
def noise_rows(samples: int) -> list[list[float]]:
    """Noise for `_ROWS` readings of `samples` conversions each, sorted in ascending order. Drawing
    it again for every reading would be the slowest part of a tick."""
    draw = stream(samples, "noise of readings")
    return [sorted(normals(draw, samples)) for _ in range(_ROWS)]


class Converter:
    """Converts voltages to codes; `convert` returns the sum of `oversample` conversions."""

    def __init__(self, data: dict[str, Any], seed: int) -> None:
        rng = stream(seed, "adc")
        self.bits: int = data["bits"]
        self.oversample: int = data["oversample"]
        self.counts_per_mv = (1 << self.bits) / data["reference_mv"]
        self._noise_counts: float = data["noise_counts_rms"]
        self.noise(1.0)
        wide: Sequence[int] = data["dnl_codes"]
        worst = rng.choice(wide)
        spikes = tuple(
            (code, data["dnl_counts"] * (1.0 if code == worst else rng.uniform(0.5, 1.0)))
            for code in wide
        )
        self.edges = code_edges(self.bits, data["inl_counts"], spikes, rng.uniform(0, math.tau))
        self._ended = (*self.edges, math.inf)
        self._noise = stream(seed, "adc noise")

    def noise(self, factor: float) -> None:
        """Multiply the converter's noise in the data by this factor."""
        self.noise_counts = factor * self._noise_counts

    def code(self, counts: float) -> int:
        """The code of an input given in counts, without noise."""
        return bisect_right(self.edges, counts)

    def convert(self, millivolts: Sequence[float]) -> list[int]:
        """One reading per input: the sum of `oversample` noisy conversions."""
        edges, size, per_mv = self._ended, self.noise_counts, self.counts_per_mv
        samples = self.oversample
        readings = []
        noise = self._noise.choices(noise_rows(samples), k=len(millivolts))
        for one, row in zip(millivolts, noise, strict=True):
            counts = one * per_mv
            top = counts + size * row[-1]
            code = bisect_right(edges, counts + size * row[0])
            missed = 0
            # Sum over the codes within the noise: each counts for the samples that reach it.
            while (edge := edges[code]) <= top:
                missed += bisect_left(row, (edge - counts) / size)
                code += 1
            readings.append(samples * code - missed)
        return readings

    def samples(self, millivolts: Sequence[float], count: int) -> list[list[int]]:
        """`count` noisy conversions of each input."""
        edges, size, per_mv = self.edges, self.noise_counts, self.counts_per_mv
        noise = normals(self._noise, count * len(millivolts))
        return [
            [
                bisect_right(edges, one * per_mv + size * off)
                for off in noise[index * count : (index + 1) * count]
            ]
            for index, one in enumerate(millivolts)
        ]

    def single(self, millivolts: float) -> int:
        """One noisy conversion, as for a program that drives the converter itself."""
        return self.samples((millivolts,), 1)[0][0]
