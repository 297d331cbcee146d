"""The first picture of a new board: the messages that the page draws while its board loads."""

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from host_tools.play.site.board import SiteBoard

_TICKS = 200  # until only its lights change
_CYCLE_TICKS = 256  # a whole number of cycles of every light


@cache
def messages() -> list[dict[str, Any]]:
    """The first messages of a new default board. The last, "lights", describes its lights: their
    bytes and times in frames that repeat after `cycle` milliseconds."""
    posted: list[str] = []
    with tempfile.TemporaryDirectory(prefix="lodeboard-site-") as folder:
        board = SiteBoard(posted.append, folder=Path(folder))
        for _ in range(_TICKS):
            board.tick()
        found = board.picture()
        posted.clear()
        for _ in range(_CYCLE_TICKS):
            board.tick()
    frames = [frame for text in posted if (frame := json.loads(text))["t"] == "frame"]
    cycle = _CYCLE_TICKS * board.tick_ms
    return [*found, {"t": "lights", "cycle": cycle, "frames": frames}]


def in_html() -> str:
    """The messages as JSON for a script element."""
    return json.dumps(messages(), separators=(",", ":")).replace("<", "\\u003c")
