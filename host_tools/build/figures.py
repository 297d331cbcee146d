"""The figures and lights in README and docs, each from one source.

docs/measured/figures.json holds each figure once, with the command that measured it and the day:

    {"tables": {"what": "tables of both games", "value": "591 KiB", "from": "make bench-chip", ...}}

Measuring programs write to it (`keep`). Text between the lines `<!-- figures: NAME ... -->` and
`<!-- end of figures -->` in a Markdown page is a table of the named figures; tables of lights are
made from the palette (`lights.py`). Both are written by

    .venv/bin/python -m host_tools.build.figures           update the tables
    .venv/bin/python -m host_tools.build.figures --check   only report outdated tables
"""

import argparse
import datetime
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, to_builtins

from host_tools import ROOT
from host_tools.build import lights
from host_tools.jobs.files import write_whole
from host_tools.jobs.messages import MessageError, checked, parsed
from host_tools.jobs.report import table

FIGURES = ROOT / "docs" / "measured" / "figures.json"
AGAIN = "Write the tables again with: .venv/bin/python -m host_tools.build.figures"

_BLOCK = re.compile(r"(<!-- figures: ([\w ,-]+) -->\n)(.*?)(<!-- end of figures -->)", re.DOTALL)


class Figure(Struct, frozen=True, forbid_unknown_fields=True, rename={"measured_by": "from"}):
    """`what` was measured, its value with unit, the command, and the day."""

    what: str
    value: str
    measured_by: str
    day: str


Figures = dict[str, Figure]


class FiguresError(ValueError):
    """Unreadable figures, or a page that names an unknown one."""


def read(path: Path = FIGURES) -> Figures:
    """All figures by name. Raises FiguresError."""
    try:
        figures = checked(parsed(path.read_bytes()), dict[str, Figure])
    except (OSError, MessageError) as error:
        raise FiguresError(f"{path.name}: {error}") from error
    return figures


def keep(new: Mapping[str, tuple[str, str]], command: str, path: Path = FIGURES) -> None:
    """Store figures measured by `command` today: name to (description, value with unit)."""
    figures = read(path) if path.exists() else {}
    day = datetime.date.today().isoformat()
    for name, (what, value) in new.items():
        figures[name] = Figure(what, value, command, day)
    write_whole(path, json.dumps(to_builtins(figures), indent=1, sort_keys=True) + "\n")


def fill(text: str, figures: Figures) -> str:
    """The page with its tables of figures updated. Raises FiguresError for an unknown name."""

    def block(found: re.Match[str]) -> str:
        names = [name.strip() for name in found[2].split(",")]
        unknown = [name for name in names if name not in figures]
        if unknown:
            raise FiguresError(f"no figure is called {', '.join(unknown)}")
        rows = [(figures[name].what, figures[name].value) for name in names]
        commands = dict.fromkeys(f"`{figures[name].measured_by}`" for name in names)
        below = f"Measured by {', '.join(commands)}."
        return f"{found[1]}{table(('what', 'figure'), rows)}\n\n{below}\n{found[4]}"

    return _BLOCK.sub(block, text)


def pages(root: Path) -> list[Path]:
    """The Markdown pages of the tree that may contain figures."""
    found = [root / "README.md", *(root / "docs").rglob("*.md"), *(root / "hardware").glob("*.md")]
    found += [root / "host_tools" / "lab" / "README.md"]
    return sorted(path for path in found if path.exists())


def check(root: Path = ROOT) -> str:
    """The errors in the tables of figures, "" for none."""
    try:
        figures = read(root / FIGURES.relative_to(ROOT))
        wrong = [
            f"{page.relative_to(root)} does not state today's figures and lights. {AGAIN}"
            for page in pages(root)
            if (text := page.read_text(encoding="utf-8")) != lights.fill(fill(text, figures))
        ]
    except (FiguresError, lights.LightsError) as error:
        return str(error)
    return "\n".join(wrong)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="figures", description="Write the figures into the docs.")
    parser.add_argument(
        "--check", action="store_true", help="only compare; status 1 if one differs"
    )
    if not parser.parse_args(arguments).check:
        figures = read()
        for page in pages(ROOT):
            text = page.read_text(encoding="utf-8")
            write_whole(page, lights.fill(fill(text, figures)))
    report = check()
    print(report or "all figures and lights are up to date")
    return 1 if report else 0


if __name__ == "__main__":
    sys.exit(main())
