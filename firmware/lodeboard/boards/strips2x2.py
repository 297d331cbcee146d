"""Two strips, a head and the buttons, from one panel of strips: its own data, in addition to
`common`.

It plays no game; it shows whether strips, cables, sensors and lights work before more panels are
ordered or soldered.
"""

from lodeboard.boards.common import board, serpentine

DATA = board(
    {
        "name": "strips2x2",
        "version": 1,
        "rows": 2,
        "columns": 2,
        "tile": {"per_player": 2},
        # A row of one strip has the channels of the strip that is nearest to the head in a row of
        # two: the upper one is joined by its end OUT, the lower one by its end IN.
        "mux": {"channels": (2, 3, 5, 4)},
        "leds": {"order": serpentine(2, 2), "per_cell": 4},
    }
)
