"""The tables that ship with the firmware, opened as a store's `table` does."""

from pathlib import Path
from typing import TYPE_CHECKING

import host_tools
from host_tools.jobs.files import write_whole

if TYPE_CHECKING:
    from lodeboard.ports.port import Table

#: The folder; a board gets every NAME.table in it.
TABLES = host_tools.TABLES
SUFFIX = ".table"


def open_table(name: str) -> "Table | None":
    """The table of this name, open for reading, or None."""
    path = host_tools.ADDED_TABLES.get(name) or TABLES / (name + SUFFIX)
    try:
        file: Table = path.open("rb")
    except FileNotFoundError:
        return None
    return file


def write_table(path: Path, data: bytes) -> None:
    """Write a table atomically; creates the folder if needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, data)
