"""The 4x4 tile board: what it does not share with the other boards (`common`).

Plain data. The firmware's profile, the simulated world and the hardware files all read this;
nothing else states a pitch, a pin or a sensitivity. Cells are numbered row-major from a1 (top
left); x grows along the columns, y along the rows, z away from the sensors.
"""

from lodeboard.boards.common import board, channels, serpentine

DATA = board(
    {
        "name": "tile4x4",
        "version": 1,
        "rows": 4,
        "columns": 4,
        "tile": {"per_player": 8},
        # One multiplexer, always on: its enable pin is tied to ground.
        "mux": {"channels": channels(4, 4)},
        # Place of each cell in the chain of LEDs; four of them light its ring evenly.
        "leds": {"order": serpentine(4, 4), "per_cell": 4},
    }
)
