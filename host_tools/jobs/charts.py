"""Draws charts: SVG elements as text, scales and axes, for a page or as a file.

Colours follow the reader's light or dark setting. `charts.css` is the shared style; each report
adds its own.
"""

import html
import math
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

_STYLE = Path(__file__).with_name("charts.css")


def style(own: Path) -> str:
    """The shared style followed by a report's own."""
    return _STYLE.read_text(encoding="utf-8") + own.read_text(encoding="utf-8")


def tag(name: str, *children: str, **attributes: object) -> str:
    """An element. In names of attributes _ becomes -, and `class_` is a class; numbers are
    shortened."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{short(value)}"'
        for key, value in attributes.items()
    )
    inside = "".join(children)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def words(text: object, x: float, y: float, class_: str = "") -> str:
    """A text at a position."""
    return tag("text", html.escape(str(text)), x=x, y=y, class_=class_)


def hint(text: str) -> str:
    """The title of an element, for a pointer or a screen reader."""
    return tag("title", html.escape(text))


def file(wide: float, high: float, label: str, style: str, *parts: str) -> str:
    """A picture as a separate file with its style and background."""
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
    """Maps a figure to a coordinate between two ends, linearly or logarithmically."""

    def __init__(
        self, figures: tuple[float, float], places: tuple[float, float], log: bool = False
    ) -> None:
        self._log = log
        self._low, self._high = self._of(figures[0]), self._of(figures[1])
        self._from, self._to = places

    def _of(self, figure: float) -> float:
        return math.log10(figure) if self._log else figure

    def at(self, figure: float) -> float:
        """The coordinate of a figure, limited to the ends."""
        part = (self._of(figure) - self._low) / (self._high - self._low)
        return self._from + (self._to - self._from) * min(max(part, 0.0), 1.0)


class Frame(NamedTuple):
    """The edges of a chart."""

    left: float
    right: float
    top: float
    bottom: float

    def across(self, x: Scale, marks: Iterable[float], unit: str) -> list[str]:
        """The horizontal axis."""
        parts = [words(f"{mark:g}", x.at(mark), self.bottom + 14, "middle small") for mark in marks]
        return [*parts, words(unit, self.right, self.bottom + 28, "end soft")]

    def upright(self, y: Scale, marks: Iterable[tuple[float, str]]) -> list[str]:
        """Horizontal lines, each with its label."""
        parts = []
        for figure, said in marks:
            line_y = y.at(figure)
            parts.append(tag("path", d=f"M{self.left} {line_y:.1f}H{self.right}", class_="rule"))
            parts.append(words(said, self.left - 5, line_y + 3.5, "end soft small"))
        return parts
