"""The same board with another number of rows and columns.

A board of up to sixteen cells needs one multiplexer. A larger one has one for as many whole rows
as sixteen inputs take, their outputs tied together, each switched on by a pin of its own: so the
sensors' lines run straight along their rows to the strip at the right.
"""

import copy
import re
from typing import Any

from lodeboard.boards import tile4x4

INPUTS = 16  # of a multiplexer
ENABLE_PINS = (2, 3, 4, 5, 6, 7, 8, 9)
FED_BY_PICO_MA = 300  # what its 3.3 V pin may give to others
SENSOR_MA = 10  # at most, each

Data = dict[str, Any]


def serpentine(rows: int, columns: int) -> tuple[int, ...]:
    """Place in the chain of each cell's LED: forth in even rows, back in odd ones."""
    return tuple(
        row * columns + (columns - 1 - column if row % 2 else column)
        for row in range(rows)
        for column in range(columns)
    )


def rows_of_mux(columns: int) -> int:
    """How many whole rows one multiplexer takes."""
    return INPUTS // columns


def resized(rows: int, columns: int, data: Data = tile4x4.DATA) -> Data:
    """Data of a board of that size; the given one's own if it has that size already.

    A channel is 16 * multiplexer + input.
    """
    if (rows, columns) == (data["rows"], data["columns"]):
        return data
    if not (rows >= 1 and 1 <= columns <= INPUTS):
        raise ValueError(f"{rows}x{columns} cells: at least one row, one to {INPUTS} columns")
    count = -(-rows // rows_of_mux(columns))
    if count > len(ENABLE_PINS):
        raise ValueError(f"{rows}x{columns} cells need {count} multiplexers: too many for the pins")
    other = copy.deepcopy(data)
    together = rows_of_mux(columns)
    channels: list[int] = []
    for first in range(0, rows, together):
        of_one = serpentine(min(together, rows - first), columns)
        channels += [INPUTS * (first // together) + place for place in of_one]
    other.update(name=f"tile{rows}x{columns}", rows=rows, columns=columns)
    other["mux"]["channels"] = tuple(channels)
    other["leds"]["order"] = serpentine(rows, columns)
    if count > 1:
        other["pins"]["mux_enable"] = ENABLE_PINS[:count]
    return other


def sized(text: str, data: Data = tile4x4.DATA) -> Data:
    """Data of a board of the size that was typed, rows x columns. ValueError says what is wrong."""
    match = re.fullmatch(r"(\d+)x(\d+)", text)
    if match is None:
        raise ValueError(f"--size {text}: give rows and columns, as in 4x4")
    return resized(int(match[1]), int(match[2]), data)


def needs_regulator(data: Data) -> bool:
    return bool(data["rows"] * data["columns"] * SENSOR_MA > FED_BY_PICO_MA)
