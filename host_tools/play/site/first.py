"""What a new board shows first: its first messages to a page, which draws them meanwhile."""

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from host_tools.play.site.board import SiteBoard

_TICKS = 200  # until nothing moves on it but its lights
_CYCLE_TICKS = 256  # in which each light has a whole number of cycles


@cache
def messages() -> list[dict[str, Any]]:
    """As a page hears them of the usual board that nobody has touched. The last, "lights", has what
    its lights do over and over: their bytes, and when, in frames of `cycle` milliseconds."""
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
    """The same as JSON that can stand in a script element."""
    return json.dumps(messages(), separators=(",", ":")).replace("<", "\\u003c")
