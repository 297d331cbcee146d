"""The 4x4 tile board: its own data, in addition to `common`.

Plain data. The firmware's profile, the simulated world and the hardware files all read this; pitch,
pins and sensitivity are defined nowhere else. Cells are numbered row by row from a1 (top left); x
grows along the columns, y along the rows, z away from the sensors.
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
