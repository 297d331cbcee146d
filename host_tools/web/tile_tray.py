"""Remembers where the tiles lay: people leave a game on the table and come back to it."""

import json
import math
from pathlib import Path

from host_tools.jobs.files import write_whole
from host_tools.simulator.world import World

NAME = "tiles.json"
VERSION = 1


class TileTrayError(ValueError):
    """A file that does not say where the tiles lay; the text says what is wrong with it."""


def homes(world: World) -> list[list[float]]:
    """For each tile its id, its tray (0 before the board, 1 behind it), and x and y in it."""
    places = [(tile.id, *world.home(tile)) for tile in world.tiles]
    return [[number, int(y < 0), x, y] for number, x, y in places]


def save(world: World, directory: Path) -> None:
    """Write down where every tile lies, atomically."""
    tiles = [
        [tile.id, round(tile.x_mm, 2), round(tile.y_mm, 2), round(tile.z_mm, 2), tile.up]
        for tile in world.tiles
    ]
    path = directory / NAME
    table = {"version": VERSION, "alike": world.alike, "tiles": tiles}
    write_whole(path, json.dumps(table) + "\n")


def restore(world: World, directory: Path) -> None:
    """Lay the tiles as they lay when they were saved; nothing happens without a file.
    TileTrayError leaves them in the trays."""
    path = directory / NAME
    if not path.exists():
        return
    alike, rows = _read(path, world)
    world.unpack(alike)
    for tile_id, x, y, _, up in sorted(rows, key=lambda row: row[3]):
        world.lay(tile_id, x, y, up)


def _read(path: Path, world: World) -> tuple[bool, list[tuple[int, float, float, float, bool]]]:
    """Which set of tiles lay there, and how."""
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        version = saved["version"]
        alike = saved.get("alike", False) is True
        rows = [
            (int(number), float(x), float(y), float(z), bool(up))
            for number, x, y, z, up in saved["tiles"]
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TileTrayError(f"{path} cannot be read ({error!r})") from error
    if version != VERSION:
        raise TileTrayError(f"{path} has version {version}, not {VERSION}")
    if sorted(row[0] for row in rows) != sorted(tile.id for tile in world.tiles):
        raise TileTrayError(f"{path} does not name each tile once")
    if not all(math.isfinite(value) for row in rows for value in row[1:4]):
        raise TileTrayError(f"{path} has a tile that is nowhere")
    return alike, rows
