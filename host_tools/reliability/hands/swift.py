"""The slow parts of the simulator once more, for thousands of boards in a row: the same figures
from fewer calls. Nothing is left out: the world, the sensors' and the converter's errors, the
byte stream to the LEDs and the reading of lights are the simulator's, and tests compare each of
these with it.
"""

import ast
import functools
import inspect
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from host_tools.build import compiled, viper
from host_tools.hands.stage import Stage
from host_tools.simulator import meanings
from host_tools.simulator.board import SimulatedBoard
from host_tools.simulator.fields import FieldMap
from host_tools.simulator.frontend import FrontEnd
from host_tools.simulator.leds import Colour, WiredPixels, Ws2812Chain
from host_tools.simulator.magnets import Floats
from host_tools.simulator.tiles import Tile

_AHEAD = 64  # scans whose noise is drawn in one go
_FRAMES = 16_384  # that are remembered, by all boards of a kind
_LIGHTS = 32_768  # lights over time that are remembered, by all boards
_ARRAYS = 64  # views of them that a kernel remembers


# Fields and readings, as machine code


def field_at(bodies: Floats, points: Floats, out: Floats) -> None:
    """z component of each body's field at each point, as `magnets.field_z` has it, element by
    element. A body is a row: centre, axis, radius, half of the height, remanence."""
    for body in range(bodies.shape[0]):
        cx, cy, cz, ax, ay, az, radius, half, remanence = bodies[body]
        for point in range(points.shape[0]):
            dx = points[point, 0] - cx
            dy = points[point, 1] - cy
            dz = points[point, 2] - cz
            along = dx * ax + dy * ay + dz * az
            sx = dx - along * ax
            sy = dy - along * ay
            sz = dz - along * az
            off = math.sqrt(sx * sx + sy * sy + sz * sz)
            rho = off
            if abs(rho - radius) < 1e-7 * radius:
                rho = radius * (1.0 + 1e-7)
            outer = rho + radius
            gamma = (radius - rho) / outer
            radial = 0.0
            axial = 0.0
            for end in range(2):
                z = along + half if end == 0 else along - half
                far = math.sqrt(z * z + outer * outer)
                kc = math.sqrt(z * z + (radius - rho) ** 2) / far
                sign = 1.0 if end == 0 else -1.0
                for part in range(2):
                    p = 1.0 if part == 0 else gamma * gamma
                    s = -1.0 if part == 0 else gamma
                    k = kc
                    em = 1.0
                    pp = math.sqrt(p)
                    cc = 1.0
                    ss = s / pp
                    q = k
                    for _ in range(40):
                        f = cc
                        cc = cc + ss / pp
                        g = q / pp
                        ss = 2.0 * (ss + f * g)
                        pp = g + pp
                        g = em
                        em = k + em
                        if abs(g - k) <= g * 1e-8:
                            break
                        k = 2.0 * math.sqrt(q)
                        q = k * em
                    found = 0.5 * math.pi * (ss + cc * em) / (em * (em + pp))
                    if part == 0:
                        radial += sign * found * (radius / far)
                    else:
                        axial += sign * found * (z / far) * (radius / outer)
            slope = sz / off if off > 0.0 else sz
            out[body, point] = remanence / math.pi * (axial * az + radial * slope)


def summed_codes(counts: Floats, noise: Floats, size: float, edges: Floats, out: Any) -> None:
    """The sum of the codes of noisy conversions of each input, as `Converter.convert` has it."""
    for at in range(counts.shape[0]):
        total = 0
        for sample in range(noise.shape[0]):
            value = counts[at] + size * noise[sample, at]
            low = 0
            high = edges.shape[0]
            while low < high:
                middle = (low + high) // 2
                if value < edges[middle]:
                    high = middle
                else:
                    low = middle + 1
            total += low
        out[at] = total


_field_at: Callable[..., None] = compiled.machine_code(field_at) or field_at
_summed_codes: Callable[..., None] = compiled.machine_code(summed_codes) or summed_codes


class SwiftField(FieldMap):
    """The field of the bodies that moved, computed by `field_at`."""

    def _redo(self, bodies: list[Tile]) -> None:
        if not bodies:
            return
        rows = np.empty((len(bodies), 9))
        for at, body in enumerate(bodies):
            centre, axis = body.magnet_pose()
            shape = body.shape
            size = 0.5 * shape.magnet_diameter_mm, 0.5 * shape.magnet_height_mm
            rows[at] = (*centre, *axis, *size, body.remanence_mt)
        found = np.empty((len(bodies), len(self._points)))
        _field_at(rows, self._points, found)
        self._parts[[body.id for body in bodies]] = found


class _Ahead:
    """Standard normal values from a generator in the order in which it gives them, drawn for
    many scans at a time."""

    def __init__(self, draw: np.random.Generator, *shape: int) -> None:
        self._draw, self._shape = draw, shape
        self._block: Floats = np.empty((0, *shape))
        self._at = 0

    def next(self) -> Floats:
        """Those of one scan."""
        if self._at == len(self._block):
            self._block = self._draw.standard_normal((_AHEAD, *self._shape))
            self._at = 0
        self._at += 1
        values: Floats = self._block[self._at - 1]
        return values


class SwiftSensors:
    """Scans of a front end at room temperature and without faults, in few calls."""

    def __init__(self, frontend: FrontEnd) -> None:
        self._frontend = frontend
        cells = len(frontend.sensors.offset_mv)
        adc = frontend.adc
        self._sensor_noise = _Ahead(frontend.sensors._noise, cells)
        self._adc_noise = _Ahead(adc._noise, adc.oversample, cells)
        self._out: NDArray[np.intp] = np.zeros(cells, dtype=np.intp)
        frontend.field = SwiftField(frontend.world)
        self._share = frontend.mux.left_over(frontend.settle_us)

    def read(self, out: Any) -> None:
        """One reading per cell into `out`."""
        front, sensors = self._frontend, self._frontend.sensors
        noise = self._sensor_noise.next() * sensors.noise_mt
        millivolts = sensors.mv_per_mt * (front.true_field_mt() + noise) + (
            sensors.supply_mv / 2 + sensors.offset_mv
        )
        np.maximum(millivolts, sensors.low_mv, out=millivolts)
        np.minimum(millivolts, sensors.high_mv, out=millivolts)
        if self._share >= 1e-6:
            millivolts = front.mux.wire_mv(millivolts, front.settle_us)
        adc = front.adc
        counts = millivolts * adc.counts_per_mv
        _summed_codes(counts, self._adc_noise.next(), adc.noise_counts, adc.edges, self._out)
        for cell, reading in enumerate(self._out.tolist()):
            out[cell] = reading


# Lights


_sent: dict[bytes, list[Colour]] = {}  # what a whole chain shows after a frame


class SwiftLights:
    """Hands frames to the NeoPixel library, each frame once: what it sent comes back from memory
    when the same bytes are shown again."""

    def __init__(self, pixels: WiredPixels, chain: Ws2812Chain, shown: Callable[[], None]) -> None:
        self._pixels, self._chain, self._shown = pixels, chain, shown

    def show(self, frame: bytearray) -> None:
        """Send the final bytes."""
        key = bytes(frame)
        colours = _sent.get(key)
        if colours is None:
            self._pixels.send(frame)
            if len(_sent) >= _FRAMES:
                _sent.clear()
            _sent[key] = list(self._chain.colours)
        else:
            self._chain.colours = list(colours)
        self._shown()


_explained: dict[bytes, str] = {}  # what lights over time mean, by their bytes


class SwiftMeanings(meanings.Meanings):
    """Reads a light over time that it has read before from memory."""

    def read(self) -> list[str]:
        """The name of the meaning of each cell's light."""
        if len(self._samples) < meanings.SAMPLES:
            return super().read()
        seen = np.stack(self._samples, axis=1)
        keys = [cell.tobytes() for cell in seen]
        if not all(key in _explained for key in keys):
            if len(_explained) >= _LIGHTS:
                _explained.clear()
            _explained.update(zip(keys, super().read(), strict=True))
        return [_explained[key] for key in keys]


# Kernels, and all of it


def on_kept_arrays(function: Callable[..., int]) -> Callable[..., int]:
    """A kernel's function as machine code; the view of an array is made once. The arrays that a
    kernel is given never change their size."""
    code = compiled.machine_code(function)
    if code is None:
        return function
    tree = ast.parse(inspect.getsource(inspect.unwrap(function)))
    kinds = [compiled._TYPES.get(said) for said in viper.types_of(viper.functions(tree)[0])]
    known: dict[int, tuple[Any, Any]] = {}  # the array with it, so that its id stays its own

    @functools.wraps(function)
    def run(*arguments: Any) -> int:
        views = []
        for one, kind in zip(arguments, kinds, strict=True):
            if kind is None:
                views.append(one)
                continue
            kept = known.get(id(one))
            if kept is None:
                if len(known) >= _ARRAYS:
                    known.clear()
                kept = known[id(one)] = (one, np.frombuffer(one, kind))
            views.append(kept[1])
        return int(code(*views))

    return run


def hasten(board: SimulatedBoard, stage: Stage) -> None:
    """Have this board, before it is switched on, and the person before it use all of it."""
    board.port.sensors = SwiftSensors(board.frontend)
    board.port.lights = SwiftLights(board._pixels, board.chain, board._shown)
    board.frames._calls.remove(stage.meanings.feed)
    stage.meanings = SwiftMeanings(board.profile.cells)
    board.frames.subscribe(stage.meanings.feed)
