"""Writing SVG: elements as text, and the style that all pictures of the report share.

Colours follow the reader's light or dark setting, inside a page and in a file of its own.
"""

import html
from collections.abc import Iterable, Sequence
from pathlib import Path

STYLE = Path(__file__).with_name("picture.css").read_text(encoding="utf-8")


def tag(name: str, *children: str, **attributes: object) -> str:
    """An element. Attributes are written with - for _, a class as `class_`; numbers short."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
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


def patterns() -> str:
    """What distinguishes ties from losses without colour; once in a page or file."""
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
        "svg", *parts, viewBox=f"0 0 {_value(width)} {_value(height)}", role="img",
        aria_label=label, style=f"max-width:{_value(width)}px",
    )  # fmt: skip


def place(shown: str, x: float, y: float, width: float, height: float) -> str:
    """A picture inside another."""
    box = f'x="{_value(x)}" y="{_value(y)}" width="{_value(width)}" height="{_value(height)}"'
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
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_value(wide)} {_value(y)}"'
        f' width="{_value(wide)}" height="{_value(y)}" role="img"'
        f' aria-label="{html.escape(label)}"><style>\n{STYLE}</style>{patterns()}'
        f'<rect class="paper" width="100%" height="100%"/>{"".join(shown)}</svg>\n'
    )


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    return html.escape(str(value))
