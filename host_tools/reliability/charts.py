"""What all pictures of the report are drawn with: SVG elements as text, axes, a file of panels.

Colours follow the reader's light or dark setting. No series is recognised by its colour alone.
"""

import html
import math
from collections.abc import Iterable, Sequence
from pathlib import Path

STYLE = Path(__file__).with_name("picture.css").read_text(encoding="utf-8")
WIDE, HIGH = 480.0, 345.0  # of a panel
LEFT, RIGHT, TOP, BOTTOM = 52.0, 464.0, 40.0, 268.0


def tag(name: str, *children: str, **attributes: object) -> str:
    """An element. Attributes are written with - for _, a class as `class_`."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(children)}</{name}>"


def words(text: object, x: float, y: float, class_: str = "") -> str:
    """A text at a place."""
    return tag("text", html.escape(str(text)), x=x, y=y, class_=class_)


def hint(text: str) -> str:
    """The title of an element, for a pointer or a screen reader."""
    return tag("title", html.escape(text))


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


def across(x: Scale, marks: Iterable[float], unit: str) -> list[str]:
    """The axis below a panel."""
    parts = [words(f"{mark:g}", x.at(mark), BOTTOM + 14, "middle small") for mark in marks]
    return [*parts, words(unit, RIGHT, BOTTOM + 28, "end soft")]


def upright(y: Scale, marks: Iterable[tuple[float, str]]) -> list[str]:
    """The lines across a panel, each with what it stands for."""
    parts = []
    for figure, said in marks:
        at = y.at(figure)
        parts.append(tag("path", d=f"M{LEFT} {at:.1f}H{RIGHT}", class_="rule"))
        parts.append(words(said, LEFT - 5, at + 3.5, "end soft small"))
    return parts


def file(panels: Sequence[Sequence[str]], label: str) -> str:
    """Panels side by side, each the parts of one, as a file of its own."""
    wide = WIDE * len(panels)
    shown = "".join(
        tag("g", *parts, transform=f"translate({WIDE * at:g} 0)") for at, parts in enumerate(panels)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {HIGH:g}" width="{wide:g}"'
        f' height="{HIGH:g}" role="img" aria-label="{html.escape(label)}"><style>\n{STYLE}</style>'
        f'<rect class="paper" width="100%" height="100%"/>{shown}</svg>\n'
    )


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    return html.escape(str(value))
