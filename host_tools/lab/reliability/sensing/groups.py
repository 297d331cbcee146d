"""A group: random boards, and the readings of their sensors.

The boards of a group share the flaws of one converter, the temperatures and the supply; all else
differs from board to board. The same number gives the same boards under every condition except for
the size of their deviations: a deviation keeps its direction.
"""

import math
import zlib
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from host_tools.board.simulator.many import Floats, ManyInputs, ManySensors, array_stream, fields
from host_tools.board.simulator.plate import Plate
from host_tools.board.simulator.sensors import ROOM_C
from host_tools.board.simulator.settling import play_mm
from host_tools.board.simulator.tiles import Tile, tile_shape
from host_tools.lab.reliability.sensing import spread
from host_tools.lab.reliability.sensing.conditions import Condition
from host_tools.lab.reliability.sensing.positions import Lying, position

BOARDS = 10  # in a group
Scan = NDArray[np.intp]  # a raw reading of each cell of each board


class Group:
    """All data of the boards of group `number`. `lying`: the position on each."""

    def __init__(self, condition: Condition, number: int) -> None:
        profile = condition.profile
        data = profile.data
        self._seed = seed = zlib.crc32(condition.board.encode()) << 32 | number
        self._profile = profile
        self._factor = factor = condition.factor
        self._rng = array_stream(seed, "boards")
        self._plate = Plate(profile.rows, profile.columns, data)
        self._sensors = ManySensors(BOARDS * profile.cells, data["sensor"], seed)
        self._sensors.spread(factor)
        self._sensors.noise(factor)
        self._aged = 1.0 + self._off(spread.SINCE_GAINS, BOARDS * profile.cells)
        self._adc = ManyInputs(spread.converter(data["adc"], factor), seed)
        self._points = np.tile(self._plate.hall_elements(), (BOARDS, 1, 1))
        self._points[:, :, 2] -= self._off(spread.HEIGHT_MM, BOARDS * profile.cells).reshape(
            BOARDS, -1
        )
        self.tiles = [self._drawn_tiles() for _ in range(BOARDS)]
        # Temperature and supply when zeros and gains are measured.
        self._magnet_per_kelvin = float(data["magnet"]["remanence_per_kelvin"])
        self._temperature_c = ROOM_C + float(self._off(spread.CALIBRATED_K)[0])
        self._supply(float(self._off(spread.SUPPLY)[0]))
        self.field = np.zeros(BOARDS * profile.cells)
        self.lying: list[list[Lying]] = [position(profile, self._rng) for _ in range(BOARDS)]

    # -- drawing ---------------------------------------------------------------------

    def _off(self, largest: float, count: int = 1) -> Floats:
        return self._factor * spread.within(self._rng, largest, count)

    def _drawn_tiles(self) -> list[Tile]:
        """Both players' tiles of a board, in their trays."""
        data = self._profile.data
        magnet = data["magnet"]
        shape = tile_shape(data)
        each = int(data["tile"]["per_player"])
        strong = self._off(magnet["remanence_tolerance"], 2 * each)
        size = self._off(spread.MAGNET_MM, 4 * each).reshape(-1, 2)
        pocket = self._off(spread.POCKET_MM, 2 * each)
        return [
            Tile(
                index,
                index // each,
                replace(
                    shape,
                    magnet_diameter_mm=shape.magnet_diameter_mm + size[index, 0],
                    magnet_height_mm=shape.magnet_height_mm + size[index, 1],
                    magnet_offset_mm=shape.magnet_offset_mm + pocket[index] + size[index, 1] / 2,
                ),
                magnet["remanence_mt"] * (1.0 + strong[index]),
                *self._plate.tray_spot(index // each, index % each, each),
            )
            for index in range(2 * each)
        ]

    def _supply(self, off: float) -> None:
        """The sensors' supply, as a relative excess over the converter's reference."""
        sensors = self._sensors
        nominal = float(self._profile.data["sensor"]["supply_mv"])
        before = sensors.supply_mv / nominal
        sensors.supply_mv = nominal * (1.0 + off)
        sensors.mv_per_mt = sensors.mv_per_mt * (1.0 + off) / before

    def _seat(self, tile: Tile, cell: int, up: bool, rng: np.random.Generator) -> Tile:
        """Place the tile at random within a cell."""
        reach = self._factor * play_mm(self._plate, tile) * math.sqrt(rng.random())
        angle = rng.uniform(0.0, 2 * math.pi)
        x, y = self._plate.centre(cell)
        return replace(
            tile, x_mm=x + reach * math.cos(angle), y_mm=y + reach * math.sin(angle), up=up
        )

    # -- what lies on the boards -----------------------------------------------------

    def clear(self) -> None:
        """Put all tiles of every board in their trays."""
        self._lie([self._parts(cell, tiles).sum(axis=0) for cell, tiles in enumerate(self.tiles)])

    def lay(self) -> None:
        """Lay each board's position, with the other tiles in the trays."""
        rng = array_stream(self._seed, "places")
        boards = []
        for board, (tiles, lying) in enumerate(zip(self.tiles, self.lying, strict=True)):
            alike = all(laid is None or laid[0] == 0 for laid in lying)
            spare = [replace(tile, owner=0) if alike else tile for tile in tiles]
            seated = []
            for cell, laid in enumerate(lying):
                if laid is not None:
                    place = next(i for i, tile in enumerate(spare) if tile.owner == laid[0])
                    seated.append(self._seat(spare.pop(place), cell, laid[1], rng))
            boards.append(self._parts(board, seated + spare).sum(axis=0))
        self._lie(boards)

    def lay_one_on_each(self) -> None:
        """For each cell, the reading while one of the first player's tiles lies on it, up side
        showing, and no other tile is on the board: the same tile, laid on one cell after
        another."""
        rng = array_stream(self._seed, "places of one tile")
        boards = []
        for board, tiles in enumerate(self.tiles):
            places = [self._seat(tiles[0], cell, True, rng) for cell in range(self._profile.cells)]
            beside = self._parts(board, tiles[1:]).sum(axis=0)
            boards.append(beside + np.diagonal(self._parts(board, places)))
        self._lie(boards)

    def _lie(self, boards: list[Floats]) -> None:
        self.field = np.concatenate(boards)

    def _parts(self, board: int, tiles: list[Tile]) -> Floats:
        """What each tile adds at each of a board's sensors, in millitesla."""
        signed = [
            replace(tile, remanence_mt=tile.remanence_mt * (1 - 2 * tile.owner)) for tile in tiles
        ]
        return fields(signed, self._points[board])

    # -- time passes -----------------------------------------------------------------

    def some_other_day(self) -> None:
        """Change temperature, supply and sensors, as between calibration and play."""
        self._temperature_c += float(self._off(spread.WARMER_K)[0])
        sensors = self._sensors
        nominal = float(self._profile.data["sensor"]["supply_mv"])
        since = float(self._off(spread.SUPPLY_SINCE)[0])
        self._supply(sensors.supply_mv / nominal - 1.0 + since)
        sensors.mv_per_mt = sensors.mv_per_mt * self._aged

    def scan(self) -> Scan:
        """One reading of every cell: (boards, cells)."""
        warmer = self._temperature_c - ROOM_C
        field = self.field * (1.0 + self._magnet_per_kelvin * warmer)
        outputs = self._sensors.outputs_mv(field, self._temperature_c)
        return self._adc.convert(outputs).reshape(BOARDS, -1)
