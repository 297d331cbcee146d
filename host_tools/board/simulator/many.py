"""The sensors and the converter of many boards at once, with NumPy arrays. Tests compare their
readings with those of the simulator."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from host_tools.board.simulator import magnets
from host_tools.board.simulator.adc import Converter
from host_tools.board.simulator.sensors import ROOM_C, HallSensors
from host_tools.board.simulator.streams import stream
from host_tools.board.simulator.tiles import Tile
from host_tools.build import compiled

Floats: TypeAlias = NDArray[np.float64]
_PLACES = 2  # table entries per count

field_at: Callable[..., None] = compiled.machine_code(magnets.field_at) or magnets.field_at


def array_stream(seed: int, name: str) -> np.random.Generator:
    """Like `stream`, for arrays of values."""
    return np.random.default_rng(stream(seed, name).getrandbits(128))


def fields(tiles: Sequence[Tile], points: Floats) -> Floats:
    """The z component of each tile's field at each point (x, y, z): (tiles, points), in
    millitesla."""
    found: Floats = np.empty((len(tiles), len(points)))
    if tiles:
        field_at(np.array([tile.magnet_row() for tile in tiles]), points, found)
    return found


class ManySensors:
    """`HallSensors` of many boards: the same errors, separate noise."""

    def __init__(self, cells: int, data: dict[str, Any], seed: int) -> None:
        self._one = HallSensors(cells, data, seed)
        self.supply_mv = self._one.supply_mv
        self._noise = array_stream(seed, "noise of many sensors")
        self.spread(1.0)

    def spread(self, factor: float) -> None:
        """See `HallSensors`."""
        self._one.spread(factor)
        self.offset_mv: Floats = np.array(self._one.offset_mv)
        self.mv_per_mt: Floats = np.array(self._one.mv_per_mt)
        self.drift_mv_per_kelvin: Floats = np.array(self._one.drift_mv_per_kelvin)

    def noise(self, factor: float) -> None:
        """See `HallSensors`."""
        self._one.noise(factor)

    def outputs_mv(self, field_mt: Floats, temperature_c: float = ROOM_C) -> Floats:
        """See `HallSensors`."""
        one, warmer = self._one, temperature_c - ROOM_C
        noise = self._noise.standard_normal(len(self.mv_per_mt)) * one.noise_mt
        quiescent = self.supply_mv / 2 + self.offset_mv + self.drift_mv_per_kelvin * warmer
        raw = self.mv_per_mt * (field_mt * (1.0 + one.per_kelvin * warmer) + noise) + quiescent
        result: Floats = np.minimum(np.maximum(raw, one.low_mv), one.high_mv)
        return result


class ManyInputs:
    """A `Converter` for many inputs: the same edges, separate noise. Codes come from a table with
    two entries per count, so that each has at most one edge."""

    def __init__(self, data: dict[str, Any], seed: int) -> None:
        self._one = Converter(data, seed)
        self._noise = array_stream(seed, "noise of many inputs")
        edges = np.array(self._one.edges)
        places = np.arange(_PLACES << self._one.bits) / _PLACES
        self._below = np.searchsorted(edges, places, side="left")
        self._next = np.append(edges, np.inf)[self._below]
        self._coarse = np.diff(edges).min() <= 1 / _PLACES
        self._edges = edges

    def codes(self, counts: Floats) -> NDArray[np.intp]:
        """The code of each input given in counts, without noise."""
        if self._coarse:
            return np.searchsorted(self._edges, counts, side="right")
        places = (counts * _PLACES).astype(np.intp)
        np.clip(places, 0, len(self._below) - 1, out=places)
        codes: NDArray[np.intp] = self._below.take(places)
        codes += counts >= self._next.take(places)
        return codes

    def convert(self, millivolts: Floats) -> NDArray[np.intp]:
        """One reading per input: the sum of `oversample` noisy conversions."""
        one = self._one
        noise = self._noise.standard_normal((one.oversample, len(millivolts)))
        codes = self.codes(millivolts * one.counts_per_mv + one.noise_counts * noise)
        result: NDArray[np.intp] = np.add.reduce(codes, axis=0)
        return result
