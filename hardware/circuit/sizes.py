"""Derives the same board with another number of rows and columns.

A board of up to sixteen cells needs one multiplexer. A larger one has several, with their outputs
joined and a separate enable pin each, as laid out by the board data.
"""

import copy
import re
from typing import Any

from hardware.dimensions import LED_OFFSETS
from hardware.released import BOARDS, DATA, SIZE
from lodeboard.boards.common import channels, serpentine

INPUTS: int = DATA["mux"]["inputs"]  # per multiplexer
ENABLE_PINS = (2, 3, 4, 5, 6, 7, 8, 9)
FED_BY_PICO_MA = 300  # limit for other parts on its 3.3 V pin
SENSOR_MA = 10  # largest current of one

LIGHT_MA = 200  # least part of the LEDs' budget left for light after their current when dark

Data = dict[str, Any]


def resized(rows: int, columns: int, data: Data = DATA) -> Data:
    """Data of a board of this size: the given ones if they match, a profile's if there is one, or
    derived ones."""
    for known in (data, *BOARDS):
        if (rows, columns) == (known["rows"], known["columns"]):
            return known
    if not (rows >= 1 and 1 <= columns <= INPUTS):
        raise ValueError(f"{rows}x{columns} cells: at least one row, one to {INPUTS} columns")
    count = -(-rows // (INPUTS // columns))
    if count > len(ENABLE_PINS):
        raise ValueError(f"{rows}x{columns} cells need {count} multiplexers: too many for the pins")
    other = copy.deepcopy(data)
    other.update(name=f"tile{rows}x{columns}", rows=rows, columns=columns)
    other["mux"]["channels"] = channels(rows, columns)
    leds = other["leds"]
    leds["order"] = serpentine(rows, columns)
    leds["per_cell"] = lights_of(rows * columns, leds)
    if count > 1:
        other["pins"]["mux_enable"] = ENABLE_PINS[:count]
    return other


def lights_of(cells: int, leds: Data) -> int:
    """LEDs per cell: as many as there are positions for and as leave enough current for light."""
    left_ma = leds["budget_ma"] - LIGHT_MA
    return max(n for n in LED_OFFSETS if n == 1 or leds["idle_ma"] * n * cells <= left_ma)


def sized(text: str, data: Data = DATA) -> Data:
    """Data of a board of the size typed, rows x columns. Raises ValueError."""
    match = re.fullmatch(r"(\d+)x(\d+)", text)
    if match is None:
        raise ValueError(f"--size {text}: give rows and columns, as in {SIZE}")
    return resized(int(match[1]), int(match[2]), data)


def needs_regulator(data: Data) -> bool:
    return bool(data["rows"] * data["columns"] * SENSOR_MA > FED_BY_PICO_MA)
