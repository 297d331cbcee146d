"""The 7x7 tile board: its own data, in addition to `common`.

Its sensors have a 3.3 V regulator of their own, tied to the converter's reference (ADC_VREF), so
that readings stay in proportion to their supply.
"""

from lodeboard.boards.common import board, channels, serpentine

DATA = board(
    {
        "name": "tile7x7",
        "version": 1,
        "rows": 7,
        "columns": 7,
        "rows_from_front": True,  # as on a chess board: a1 is at the left of the buttons
        "tile": {"per_player": 14},
        # Four multiplexers for two rows each, the last for one.
        "mux": {"channels": channels(7, 7)},
        # Two LEDs light a cell's ring; four would take two thirds of their budget when dark.
        "leds": {"order": serpentine(7, 7), "per_cell": 2},
        "pins": {"mux_enable": (2, 3, 4, 5)},
    }
)
