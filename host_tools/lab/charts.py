"""Shared drawing code for the reports' pictures: panels of one size, side by side. Series never
differ by colour alone."""

from collections.abc import Sequence
from pathlib import Path

from host_tools.jobs import charts
from host_tools.jobs.charts import Frame, Scale, hint, tag, words

__all__ = [
    "BOTTOM", "HIGH", "LEFT", "RIGHT", "TOP", "WIDE",
    "Scale", "across", "file", "hint", "tag", "upright", "words",
]  # fmt: skip

_STYLE = charts.style(Path(__file__).with_name("picture.css"))
WIDE, HIGH = 480.0, 345.0  # panel size
FRAME = Frame(52.0, 464.0, 40.0, 268.0)
LEFT, RIGHT, TOP, BOTTOM = FRAME
across, upright = FRAME.across, FRAME.upright


def file(panels: Sequence[Sequence[str]], label: str) -> str:
    """Put panels side by side, each given by its parts, in one file."""
    shown = (
        tag("g", *parts, transform=f"translate({WIDE * index:g} 0)")
        for index, parts in enumerate(panels)
    )
    return charts.file(WIDE * len(panels), HIGH, label, _STYLE, *shown)
