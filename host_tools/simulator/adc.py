"""The RP2040's converter: 12 bits on paper, a known set of flaws in fact."""

from bisect import bisect_right
from typing import Any

import numpy as np
from numpy.typing import NDArray

from host_tools.simulator.magnets import Floats
from host_tools.simulator.streams import stream


def code_edges(bits: int, inl_counts: float, spikes: dict[int, float], phase: float) -> Floats:
    """Input, in counts, at which each code 1..2^bits-1 begins.

    `spikes` are codes too wide by so many counts; the rest of the range is narrowed to
    make room. A smooth bow is added until the largest departure from the straight line
    (integral non-linearity) is `inl_counts`.
    """
    codes = 1 << bits
    widths = np.ones(codes)
    for code, counts in spikes.items():
        widths[code] += counts
    widths *= codes / widths.sum()
    steps = np.cumsum(widths) - np.arange(1, codes + 1)
    along = np.arange(1, codes + 1) / codes
    # Zero at both ends, so that the end points of the scale stay where they are.
    bow = np.sin(np.pi * along) * np.cos(2 * np.pi * along + phase)
    low, high = 0.0, 4.0 * inl_counts
    for _ in range(60):
        size = (low + high) / 2
        if np.abs(steps + size * bow).max() < inl_counts:
            low = size
        else:
            high = size
    edges: Floats = (np.arange(1, codes + 1) + steps + low * bow)[:-1]
    return np.sort(edges)


class Converter:
    """Voltage in, codes out; `convert` gives the sum of `oversample` conversions."""

    def __init__(self, data: dict[str, Any], seed: int) -> None:
        rng = stream(seed, "adc")
        self.bits: int = data["bits"]
        self.oversample: int = data["oversample"]
        self.counts_per_mv = (1 << self.bits) / data["reference_mv"]
        self._noise_counts: float = data["noise_counts_rms"]
        self.noise(1.0)
        worst = data["dnl_counts"]
        share = rng.uniform(0.5, 1.0, len(data["dnl_codes"]))
        share[rng.integers(len(share))] = 1.0
        spikes = {code: worst * float(s) for code, s in zip(data["dnl_codes"], share, strict=True)}
        self.edges = code_edges(self.bits, data["inl_counts"], spikes, rng.uniform(0, 2 * np.pi))
        self._edges: list[float] = self.edges.tolist()  # for one at a time
        self._noise = stream(seed, "adc noise")

    def noise(self, factor: float) -> None:
        """Make the converter so many times as noisy as the data say."""
        self.noise_counts = factor * self._noise_counts

    def codes(self, counts: Floats) -> NDArray[np.intp]:
        """The code of each input given in counts, noise not added."""
        return np.searchsorted(self.edges, counts, side="right")

    def convert(self, millivolts: Floats) -> NDArray[np.intp]:
        """One reading an input: the sum of `oversample` noisy conversions."""
        result: NDArray[np.intp] = np.add.reduce(self.samples(millivolts, self.oversample), axis=0)
        return result

    def samples(self, millivolts: Floats, count: int) -> NDArray[np.intp]:
        """So many noisy conversions of each input: (count, inputs)."""
        counts = millivolts * self.counts_per_mv
        noise = self._noise.standard_normal((count, len(counts)))
        return self.codes(counts + self.noise_counts * noise)

    def single(self, millivolts: float) -> int:
        """One noisy conversion, as a program that drives the converter itself gets it."""
        noisy = millivolts * self.counts_per_mv + self.noise_counts * self._noise.standard_normal()
        return bisect_right(self._edges, noisy)
