"""What all pictures of the reports are drawn with: panels of one size, side by side.

No series is recognised by its colour alone.
"""

from collections.abc import Sequence
from pathlib import Path

from host_tools.jobs import charts
from host_tools.jobs.charts import Frame, Scale, hint, tag, words

__all__ = [
    "BOTTOM", "HIGH", "LEFT", "RIGHT", "TOP", "WIDE",
    "Scale", "across", "file", "hint", "tag", "upright", "words",
]  # fmt: skip

_STYLE = charts.style(Path(__file__).with_name("picture.css"))
WIDE, HIGH = 480.0, 345.0  # of a panel
FRAME = Frame(52.0, 464.0, 40.0, 268.0)
LEFT, RIGHT, TOP, BOTTOM = FRAME
across, upright = FRAME.across, FRAME.upright


def file(panels: Sequence[Sequence[str]], label: str) -> str:
    """Panels side by side, each the parts of one, as a file of its own."""
    shown = (
        tag("g", *parts, transform=f"translate({WIDE * at:g} 0)") for at, parts in enumerate(panels)
    )
    return charts.file(WIDE * len(panels), HIGH, label, _STYLE, *shown)
