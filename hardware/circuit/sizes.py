"""The same board with another number of rows and columns.

A board of up to sixteen cells needs one multiplexer. A larger one has one for each block of
four rows and four columns, their outputs tied together, each switched on by a pin of its own.
"""

import copy
from typing import Any

from lodeboard.boards import tile4x4

BLOCK = 4  # rows and columns of one multiplexer
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


def resized(rows: int, columns: int, data: Data = tile4x4.DATA) -> Data:
    """Data of a board of that size; the given one's own if it has that size already.

    A channel is 16 * multiplexer + input.
    """
    if (rows, columns) == (data["rows"], data["columns"]):
        return data
    other = copy.deepcopy(data)
    blocks = -(-columns // BLOCK)
    channels = []
    for row in range(rows):
        for column in range(columns):
            block = row // BLOCK * blocks + column // BLOCK
            place = row % BLOCK * BLOCK + column % BLOCK
            channels.append(16 * block + place)
    count = max(channels) // 16 + 1
    if count > len(ENABLE_PINS):
        raise ValueError(f"{rows}x{columns} cells need {count} multiplexers: too many for the pins")
    other.update(name=f"tile{rows}x{columns}", rows=rows, columns=columns)
    other["mux"]["channels"] = tuple(channels)
    other["leds"]["order"] = serpentine(rows, columns)
    if count > 1:
        other["pins"]["mux_enable"] = ENABLE_PINS[:count]
    return other


def needs_regulator(data: Data) -> bool:
    return bool(data["rows"] * data["columns"] * SENSOR_MA > FED_BY_PICO_MA)
