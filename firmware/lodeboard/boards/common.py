"""The data that all boards of this project share: plate, tile, magnet, sensor, converter, chip.

Plain data, and the function that combines it with a board's own module. A board does not get this
module: the build writes the finished data of the one board into `this`. Units are in the names.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

COMMON: "dict[str, Any]" = {
    "plate": {
        "pitch_mm": 40.0,  # centre of one well to the next
        "floor_above_hall_mm": 3.8,  # well floor (where a tile rests) above the Hall element
        "well_depth_mm": 2.0,  # rim between the wells above the well floor
        "well_diameter_mm": 34.0,  # tile diameter plus 1 mm of play on each side
        "ring_inner_mm": 35.0,
        "ring_outer_mm": 38.5,
        # A roof-shaped ridge on every line between cells and around the outermost ones. Heights of
        # its crest above the well floor: halfway between two cells, rising evenly to where four
        # cells meet; and the slope of its flanks.
        "ridge_middle_mm": 6.0,
        "ridge_crossing_mm": 13.0,
        "ridge_slope": 2.0,
        "friction": 0.25,  # of a tile on plate or tile: it slides where it would sink faster
        "margin_mm": 30.0,  # outermost cell centre to the edge of the plate
        "tray_distance_mm": 75.0,  # outermost cell centre to the row of spare tiles
    },
    "tile": {
        "diameter_mm": 32.0,
        "thickness_mm": 7.0,
        "pocket_floor_mm": 0.8,  # plastic between the magnet and the nearer face
    },
    "magnet": {
        "part": "disc 8x2 mm N35",
        "diameter_mm": 8.0,
        "height_mm": 2.0,
        "remanence_mt": 1190.0,
        "remanence_tolerance": 0.03,
        "remanence_per_kelvin": -0.0012,
    },
    "sensor": {
        "part": "DRV5055A3",
        "supply_mv": 3300,
        "sensitivity_mv_per_mt": 15.0,
        "sensitivity_tolerance": 0.05,  # part to part
        "offset_sigma_mv": 30.0,  # spread of the quiescent output around supply / 2
        "noise_mt_pp": 0.2,
        "swing_margin_mv": 200,  # output is linear to this distance from either rail
        "sensitivity_per_kelvin": 0.0012,  # compensates the magnet's loss
        "drift_sigma_mv_per_kelvin": 0.3,  # of the quiescent output
    },
    "adc": {
        "part": "RP2040",
        "bits": 12,
        "reference_mv": 3300,
        "oversample": 16,  # a raw reading is the sum of so many conversions
        "noise_counts_rms": 1.0,
        "inl_counts": 8,
        "dnl_codes": (512, 1536, 2560, 3584),
        "dnl_counts": 9,
    },
    "mux": {
        "part": "CD74HC4067",
        "inputs": 16,
        "settle_us": 20,
    },
    "leds": {
        "part": "WS2812B",
        "bytes_order": "GRB",
        # The number of LEDs under each cell. Their data inputs are joined, so all show the same.
        # The two currents below are for one LED.
        "per_cell": 1,
        "channel_full_ma": 20.0,  # one colour channel at 255
        "idle_ma": 1.0,
        # all LEDs together, which the firmware scales a frame down to: below what the current
        # limiter of the circuit lets through
        "budget_ma": 300.0,
    },
    "pins": {
        "adc": 26,
        "mux_select": (10, 11, 12, 13),  # least significant bit first
        # of multiplexer 0, 1 and so on, low while it is on; without any the one there is always on
        "mux_enable": (),
        "leds": 15,
        "buttons": (18, 19, 20),  # left, middle, right; to ground, pulled up
        # The piezo's two sides: both channels of a PWM slice, driven in antiphase.
        "beeper": (16, 17),
        # The mode pin of the Pico's own regulator. High keeps its frequency fixed, which leaves
        # less ripple on the converter's supply (Pico datasheet, "Powersupply"); low saves power.
        "regulator_mode": 23,
    },
    "sensing": {
        # Millivolts from the cell's own zero. The bands come from the worst-case table of this
        # geometry with a zero per cell; a reading between two bands is unclear.
        "empty_mv": 90,
        "far_mv": (115, 505),
        "near_mv": (535, 1420),
        "hysteresis_mv": 20,
        "still_mv": 14,  # largest spread of a still reading
        "debounce_ms": 160,
        "far_debounce_ms": 320,  # a weak reading may be a strong tile held in the air
        "unclear_ms": 600,  # a reading that moves for this long is reported as unclear
        "zero_window_mv": 120,  # an offset farther from supply / 2 is rare: ask the user
        # An offset beyond this multiple of the median offset of all cells, limited to the range
        # below, is a magnet or a fault: a tile's weaker side reads 304 mV.
        "zero_spreads": 7,
        "zero_magnet_mv": (150, 232),
        # The share of its nominal signal that a gain gives a strong tile, so that a board with an
        # offset fits the bands like one without gains. A gain outside the range means a wrong tile
        # or a wrong cell.
        "gain_aim_percent": 90,
        "gain_percent": (68, 113),
        "drift_ms_per_mv": 10000,  # a zero follows temperature at most this fast,
        "drift_limit_mv": 40,  # at most this far from its calibration,
        "drift_window_mv": 30,  # and only while the cell reads this close to it
        "jump_mv": 45,  # a still change this large on a settled tile means another object
        "steady_mv": 3,  # a tile is settled once its reading has stayed this close
        "settle_ms": 1000,  # for this long, as without a finger on it
        "shift_mv": 80,  # a strong tile at the side of its well reads up to this much less
        "trace_mv": 4,  # on two adjacent empty cells: a tile lies between the cells
        "trace_alone_mv": 40,  # on one empty cell: a tile leans there
        "trace_ms": 1500,
    },
    "session": {
        "grace_ms": 350,  # a difference counts as a mistake after this time
        "nag_ms": 8000,  # a tile this long off the board brings a reminder
        "button_ms": 30,
    },
    "tick_ms": 20,
}


def serpentine(rows: int, columns: int) -> "tuple[int, ...]":
    """Number the cells row by row, forwards in even rows and backwards in odd ones."""
    return tuple(
        [
            row * columns + (columns - 1 - column if row % 2 else column)
            for row in range(rows)
            for column in range(columns)
        ]
    )


def channels(rows: int, columns: int) -> "tuple[int, ...]":
    """The input of each cell's sensor: inputs per multiplexer * its number + the input.

    A multiplexer serves as many whole rows as it has inputs for, so that the sensors' lines run
    straight along their rows to the multiplexers in the strip at the right.
    """
    inputs: int = COMMON["mux"]["inputs"]
    together = inputs // columns
    found: list[int] = []
    for first in range(0, rows, together):
        of_one = serpentine(min(together, rows - first), columns)
        found += [inputs * (first // together) + place for place in of_one]
    return tuple(found)


def board(own: "dict[str, Any]") -> "dict[str, Any]":
    """Return the data of a board: the common data, updated with the board's own."""
    data = dict(COMMON)
    for part, entries in own.items():
        if part in COMMON:
            data[part] = dict(COMMON[part])
            data[part].update(entries)
        else:
            data[part] = entries
    return data
