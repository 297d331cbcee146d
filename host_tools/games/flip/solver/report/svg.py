"""The pictures of the report: shared parts, and how they are combined."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from host_tools.jobs import charts
from host_tools.jobs.charts import short, tag

STYLE = charts.style(Path(__file__).with_name("picture.css"))


def patterns() -> str:
    """Patterns that tell ties from losses without colour; once per page or file."""
    line = tag("path", d="M-1 7L7-1M-1 1L1-1M5 7L7 5", class_="hatch")
    return tag(
        "defs",
        *(
            tag(
                "pattern",
                tag("rect", width=6, height=6, class_=kind),
                shape,
                id=f"hatch-{kind}",
                width=6,
                height=6,
                patternUnits="userSpaceOnUse",
            )
            for kind, shape in (
                ("tie", line),
                ("lose", tag("circle", cx=3, cy=3, r=1.1, class_="dots")),
            )
        ),
    )


def picture(width: float, height: float, label: str, parts: Iterable[str]) -> str:
    """A picture for a page that holds `patterns` and STYLE."""
    return tag(
        "svg", *parts, viewBox=f"0 0 {short(width)} {short(height)}", role="img",
        aria_label=label, style=f"max-width:{short(width)}px",
    )  # fmt: skip


def place(shown: str, x: float, y: float, width: float, height: float) -> str:
    """A picture placed inside another."""
    box = f'x="{short(x)}" y="{short(y)}" width="{short(width)}" height="{short(height)}"'
    return shown.replace("<svg ", f"<svg {box} ", 1)


def grid(rows: Sequence[Sequence[tuple[float, float, str]]], label: str) -> str:
    """Pictures of (width, height, markup) in rows, as a file of its own."""
    shown: list[str] = []
    wide = y = 0.0
    for row in rows:
        x = 0.0
        for width, height, markup in row:
            shown.append(place(markup, x, y, width, height))
            x += width
        wide = max(wide, x)
        y += max(height for _, height, _ in row)
    return charts.file(wide, y, label, STYLE, patterns(), *shown)
