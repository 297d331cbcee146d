"""Fast versions of the slow parts of the simulator, for thousands of boards in a row.

They give the same figures in fewer calls. The world, the errors of sensors and converter, the LEDs
and the reading of lights are all those of the simulator; tests compare each fast version with it.
"""

import ast
import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.fields import FieldMap
from host_tools.board.simulator.frontend import FrontEnd
from host_tools.board.simulator.many import Floats, array_stream, fields
from host_tools.board.simulator.tiles import Tile
from host_tools.board.simulator.world import World
from host_tools.build import compiled, viper

_AHEAD = 64  # scans whose noise is drawn in one go
_ARRAYS = 64  # views of them that a kernel remembers


# Fields and readings, as machine code


def summed_codes(counts: Floats, noise: Floats, size: float, edges: Floats, out: Any) -> None:
    """The sum of the codes of noisy conversions of each input, as in `Converter.convert`."""
    for index in range(counts.shape[0]):
        total = 0
        for sample in range(noise.shape[0]):
            value = counts[index] + size * noise[sample, index]
            low = 0
            high = edges.shape[0]
            while low < high:
                middle = (low + high) // 2
                if value < edges[middle]:
                    high = middle
                else:
                    low = middle + 1
            total += low
        out[index] = total


_summed_codes: Callable[..., None] = compiled.machine_code(summed_codes) or summed_codes


class FastField(FieldMap):
    """The field of the bodies that moved, as machine code."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._places = np.array(self._points)

    def _redo(self, bodies: list[Tile]) -> None:
        found = fields(bodies, self._places).tolist()
        self._parts.update(zip((body.id for body in bodies), found, strict=True))


class _Ahead:
    """Standard normal values, drawn for many scans at a time."""

    def __init__(self, draw: np.random.Generator, *shape: int) -> None:
        self._draw, self._shape = draw, shape
        self._block: Floats = np.empty((0, *shape))
        self._at = 0

    def next(self) -> Floats:
        """The values of one scan."""
        if self._at == len(self._block):
            self._block = self._draw.standard_normal((_AHEAD, *self._shape))
            self._at = 0
        self._at += 1
        values: Floats = self._block[self._at - 1]
        return values


class FastSensors:
    """Scans of a front end at room temperature without faults, in few calls."""

    def __init__(self, frontend: FrontEnd) -> None:
        self._frontend = frontend
        cells = len(frontend.sensors.offset_mv)
        adc = frontend.adc
        seed = frontend.world.seed
        self._sensor_noise = _Ahead(array_stream(seed, "swift sensors"), cells)
        self._adc_noise = _Ahead(array_stream(seed, "swift converter"), adc.oversample, cells)
        self._edges = np.array(adc.edges)
        self._out: NDArray[np.intp] = np.zeros(cells, dtype=np.intp)
        frontend.field = FastField(frontend.world)
        self._share = frontend.mux.left_over(frontend.settle_us)

    def read(self, out: Any) -> None:
        """One reading per cell into `out`."""
        front, sensors = self._frontend, self._frontend.sensors
        noise = self._sensor_noise.next() * sensors.noise_mt
        millivolts = np.array(sensors.mv_per_mt) * (np.array(front.true_field_mt()) + noise) + (
            sensors.supply_mv / 2 + np.array(sensors.offset_mv)
        )
        np.maximum(millivolts, sensors.low_mv, out=millivolts)
        np.minimum(millivolts, sensors.high_mv, out=millivolts)
        if self._share >= 1e-6:
            millivolts = np.array(front.mux.wire_mv(millivolts, front.settle_us))
        adc = front.adc
        counts = millivolts * adc.counts_per_mv
        _summed_codes(counts, self._adc_noise.next(), adc.noise_counts, self._edges, self._out)
        for cell, reading in enumerate(self._out.tolist()):
            out[cell] = reading


# Kernels, and all parts together


def with_cached_views(function: Callable[..., int]) -> Callable[..., int]:
    """A kernel's function as machine code that creates the view of an array only once. Arrays
    passed to a kernel must never change their size."""
    code = compiled.machine_code(function)
    if code is None:
        return function
    tree = ast.parse(inspect.getsource(inspect.unwrap(function)))
    kinds = [compiled._TYPES.get(said) for said in viper.types_of(viper.functions(tree)[0])]
    known: dict[int, tuple[Any, Any]] = {}  # holds the array, so that its id stays unique

    @functools.wraps(function)
    def run(*arguments: Any) -> int:
        views = []
        for one, kind in zip(arguments, kinds, strict=True):
            if kind is None:
                views.append(one)
                continue
            entry = known.get(id(one))
            if entry is None:
                if len(known) >= _ARRAYS:
                    known.clear()
                entry = known[id(one)] = (one, np.frombuffer(one, kind))
            views.append(entry[1])
        return int(code(*views))

    return run


def hasten(board: SimulatedBoard) -> None:
    """Install all of it in this board, before it is switched on."""
    board.port.sensors = FastSensors(board.frontend)
