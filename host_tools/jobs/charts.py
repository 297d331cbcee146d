"""Drawing pictures for pages: SVG elements as text, scales and axes, a file of its own.

Colours follow the reader's light or dark setting, inside a page and in a file. `charts.css` is
the style that all pictures share; each report adds what only its own need.
"""

import html
import math
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

_STYLE = Path(__file__).with_name("charts.css")


def style(own: Path) -> str:
    """The style of all pictures, and then what a report adds to it."""
    return _STYLE.read_text(encoding="utf-8") + own.read_text(encoding="utf-8")


def tag(name: str, *children: str, **attributes: object) -> str:
    """An element. Attributes are written with - for _, a class as `class_`; numbers short."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{short(value)}"'
        for key, value in attributes.items()
    )
    inside = "".join(children)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def words(text: object, x: float, y: float, class_: str = "") -> str:
    """A text at a place."""
    return tag("text", html.escape(str(text)), x=x, y=y, class_=class_)


def hint(text: str) -> str:
    """The title of an element, for a pointer or a screen reader."""
    return tag("title", html.escape(text))


def file(wide: float, high: float, label: str, style: str, *parts: str) -> str:
    """A picture as a file of its own, with its style and its ground."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {short(wide)} {short(high)}"'
        f' width="{short(wide)}" height="{short(high)}" role="img"'
        f' aria-label="{html.escape(label)}"><style>\n{style}</style>'
        f'<rect class="paper" width="100%" height="100%"/>{"".join(parts)}</svg>\n'
    )


def short(value: object) -> str:
    """An attribute's value: at most one decimal, no trailing zero."""
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    return html.escape(str(value))


class Scale:
    """From a figure to a place between two ends, evenly or by its logarithm."""

    def __init__(
        self, figures: tuple[float, float], places: tuple[float, float], log: bool = False
    ) -> None:
        self._log = log
        self._low, self._high = self._of(figures[0]), self._of(figures[1])
        self._from, self._to = places

    def _of(self, figure: float) -> float:
        return math.log10(figure) if self._log else figure

    def at(self, figure: float) -> float:
        """Where a figure lies; what lies outside is put at the end."""
        part = (self._of(figure) - self._low) / (self._high - self._low)
        return self._from + (self._to - self._from) * min(max(part, 0.0), 1.0)


class Frame(NamedTuple):
    """The edges between which a chart is drawn."""

    left: float
    right: float
    top: float
    bottom: float

    def across(self, x: Scale, marks: Iterable[float], unit: str) -> list[str]:
        """The axis below."""
        parts = [words(f"{mark:g}", x.at(mark), self.bottom + 14, "middle small") for mark in marks]
        return [*parts, words(unit, self.right, self.bottom + 28, "end soft")]

    def upright(self, y: Scale, marks: Iterable[tuple[float, str]]) -> list[str]:
        """The lines across, each with what it stands for."""
        parts = []
        for figure, said in marks:
            at = y.at(figure)
            parts.append(tag("path", d=f"M{self.left} {at:.1f}H{self.right}", class_="rule"))
            parts.append(words(said, self.left - 5, at + 3.5, "end soft small"))
        return parts
