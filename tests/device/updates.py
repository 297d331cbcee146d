"""Firmwares as large as the real one, with hardly any file in common."""

import shutil
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path

from littlefs import LittleFS, UserContext

from host_tools.board.emulator.filesystem import BLOCK_BYTES, BLOCKS, PROGRAM_BYTES, SIZE
from host_tools.build import firmware
from host_tools.build.layout import Firmware

# Blocks free beside two different firmwares, all tables, settings, zeros and log, for what a board
# keeps: past games take 26 at most, all else under eight.
FREE = 34


@cache
def built() -> Firmware:
    """The firmware of this tree."""
    return firmware.build()


@cache
def changed(lines: int, pattern: str = "**/*.py") -> Firmware:
    """The same firmware with this many empty lines before each module that matches the pattern:
    same behaviour, different compiled files."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "firmware"
        shutil.copytree(firmware.FIRMWARE, tree, ignore=shutil.ignore_patterns("__pycache__"))
        for path in (tree / "lodeboard").glob(pattern):
            path.write_text("\n" * lines + path.read_text(encoding="utf-8"), encoding="utf-8")
        return firmware.build(tree)


def with_other_tables(firmware: Firmware, name: str = "") -> Firmware:
    """This firmware with other tables of the same sizes: all of them, or the one with that name."""
    tables = {
        table: bytes([data[0] ^ 0xFF]) + data[1:] if name in ("", table) else data
        for table, data in firmware.tables.items()
    }
    return replace(firmware, tables=tables)


def used_blocks(image: bytes) -> int:
    """The number of BLOCKS that a file system image uses."""
    context = UserContext(SIZE)
    context.buffer[:] = image
    system = LittleFS(
        context=context, block_size=BLOCK_BYTES, block_count=BLOCKS, prog_size=PROGRAM_BYTES
    )
    return int(system.used_block_count)
