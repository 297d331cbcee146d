"""A board that no game is made for: five rows of five cells."""

from lodeboard.boards.common import board, channels, serpentine
from lodeboard.boards.profile import Profile

_SIDE = 5

PROFILE = Profile(
    board(
        {
            "name": "tile5x5",
            "version": 1,
            "rows": _SIDE,
            "columns": _SIDE,
            "tile": {"per_player": 12},
            "mux": {"channels": channels(_SIDE, _SIDE)},
            "leds": {"order": serpentine(_SIDE, _SIDE)},
            "pins": {"mux_enable": (2, 3)},
        }
    )
)
