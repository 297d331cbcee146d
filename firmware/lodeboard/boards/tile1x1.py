"""A single cell on a bench, for a first evening: its own data, in addition to `common`.

No multiplexer: the one sensor is wired to the converter's pin. It plays no game; it shows whether
sensor, magnet, tile and light work as the boards need.
"""

from lodeboard.boards.common import board

DATA = board(
    {
        "name": "tile1x1",
        "version": 1,
        "rows": 1,
        "columns": 1,
        "tile": {"per_player": 1},
        "mux": {"part": "", "inputs": 1, "channels": (0,)},
        "leds": {"order": (0,)},
        "pins": {"mux_select": ()},
    }
)
