"""The tables that ship with the firmware, as a store's `table` opens them on a computer."""

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
    try:
        file: Table = (TABLES / (name + SUFFIX)).open("rb")
    except FileNotFoundError:
        return None
    return file


def write_table(path: Path, data: bytes) -> None:
    """Write a table whole or not at all, in a folder that need not be there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, data)
