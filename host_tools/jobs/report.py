"""Helpers for tools that measure: Markdown tables and dated pages."""

import datetime
import os
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path

from host_tools.jobs.files import write_whole


def table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table with padded columns, readable as plain text."""
    lines = [list(titles), *map(list, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(titles))]
    padded = [
        "| "
        + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        + " |"
        for line in lines
    ]
    padded.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(padded)


def write_page(
    path: Path, title: str, command: str, body: str, pictures: Mapping[str, str] | None = None
) -> None:
    """Write a Markdown page that says when, where and how its figures were measured. `pictures`:
    SVG by name, written to pictures/NAME.svg beside it."""
    folder = path.parent / "pictures" if pictures else path.parent
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawn in (pictures or {}).items():
        write_whole(folder / f"{name}.svg", drawn)
    write_whole(path, f"# {title}\n\n{circumstances(command)}\n\n{body}\n")


def circumstances(command: str) -> str:
    day = datetime.date.today().isoformat()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return (
        f"Measured on {day} with `{command}`: {python}, {platform.system()} on"
        f" {platform.machine()}, {processor()}, {os.cpu_count()} cores."
    )


def processor() -> str:
    """The processor's name if the system reports it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown processor"
