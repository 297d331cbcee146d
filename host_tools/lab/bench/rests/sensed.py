"""What the firmware's filter decides about many boards at once, each with one tile at rest. All
boards share one filter state, side by side. Sensors, converter and magnets are those of the
simulated world; each board has its own spread."""

from array import array
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from host_tools.board.simulator import many
from host_tools.board.simulator.many import Floats, ManyInputs, ManySensors
from host_tools.board.simulator.plate import Plate
from host_tools.board.simulator.tiles import Tile
from host_tools.build.compiled import compiled
from lodeboard.boards.profile import Profile
from lodeboard.sensing import kernel, layout, limits
from lodeboard.sensing.layout import GAIN_ONE

ZERO_SCANS = 24
BEFORE_MS = 600
BEFORE_OTHERS_MS = 2000  # until the filter has settled on the tiles already on the plate
REST_MS = 2500
BATCH = 1000


def sensed(
    profile: Profile, tiles: Sequence[Tile], others: Sequence[Tile] = ()
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Codes and traces of every cell some seconds after each tile came to rest on its own board,
    with these others on it: two arrays (tiles, cells)."""
    lying = fields(profile, others).sum(axis=0) if others else np.zeros(profile.cells)
    pieces = [
        _batch(profile, tiles[begin : begin + BATCH], lying, begin)
        for begin in range(0, len(tiles), BATCH)
    ]
    codes, traces = zip(*pieces, strict=True)
    return np.concatenate(codes), np.concatenate(traces)


def _batch(
    profile: Profile, tiles: Sequence[Tile], lying: Floats, seed: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    count = len(tiles) * profile.cells
    sensors = ManySensors(count, profile.data["sensor"], seed)
    converter = ManyInputs(profile.data["adc"], seed)
    none = np.zeros(count)

    def scan(field: Floats) -> NDArray[np.intp]:
        return converter.convert(sensors.outputs_mv(field))

    zero = np.mean([scan(none) for _ in range(ZERO_SCANS)], axis=0).round()
    filter_ = _Filter(profile, len(tiles), array("H", zero.astype(int).tolist()))
    before = np.tile(lying, len(tiles))
    after = before + fields(profile, tiles).ravel()
    let_go_ms = BEFORE_OTHERS_MS if lying.any() else BEFORE_MS
    for now_ms in range(0, let_go_ms + REST_MS, profile.tick_ms):
        filter_.update(scan(before if now_ms < let_go_ms else after), now_ms)
    shape = (len(tiles), profile.cells)
    codes = np.frombuffer(filter_.codes, np.uint8).reshape(shape)
    return codes, np.frombuffer(filter_.traces, np.uint8).reshape(shape)


def fields(profile: Profile, tiles: Sequence[Tile]) -> Floats:
    """Field of each tile at each cell of its board, in millitesla: (tiles, cells)."""
    plate = Plate(profile.rows, profile.columns, profile.data)
    return many.fields(tiles, np.array(plate.hall_elements()))


def strengths_mv(profile: Profile, tiles: Sequence[Tile]) -> Floats:
    """What each tile adds to the readings of its board without noise and spread, strongest cell
    first: absolute values in millivolts, (tiles, cells)."""
    per_mt: float = profile.data["sensor"]["sensitivity_mv_per_mt"]
    felt: Floats = np.sort(np.abs(fields(profile, tiles)) * per_mt, axis=1)[:, ::-1]
    return felt


class _Filter:
    """The firmware's filter for many boards at once."""

    def __init__(self, profile: Profile, boards: int, zero: "array[int]") -> None:
        one = limits.state(profile)
        self._state = array("i", one[: layout.RECORDS])
        self._state[layout.CELLS] = boards * profile.cells
        for board in range(boards):
            records = array("i", one[layout.RECORDS :])
            for record in range(0, len(records), layout.RECORD):
                for around in range(record + layout.AROUND, record + layout.RECORD):
                    if records[around] >= 0:
                        records[around] += board * profile.cells
            self._state += records
        cells = boards * profile.cells
        self._zero, self._gain = zero, array("H", [GAIN_ONE] * cells)
        self.codes, self.traces = bytearray(cells), bytearray(cells)
        self._deviate = _fast(kernel.deviate)
        self._classify = _fast(kernel.classify)
        self._track = _fast(kernel.track)

    def update(self, raw: NDArray[np.intp], now_ms: int) -> None:
        """Process one scan of all boards."""
        self._deviate(self._state, array("H", raw.tolist()), self._zero, self._gain)
        self._classify(self._state, self.codes, now_ms)
        self._track(self._state, self.codes, self.traces, now_ms)


def _fast(function: Callable[..., int]) -> Callable[..., int]:
    return compiled(function) or function
