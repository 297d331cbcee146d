"""Stores where the tiles lay, so that people can leave a game on the table and return to it."""

import json
import math
import sys
from pathlib import Path

from msgspec import Struct

from host_tools.board.simulator.tiles import Tile
from host_tools.board.simulator.world import World
from host_tools.jobs.files import write_whole
from host_tools.jobs.messages import MessageError, checked, parsed

NAME = "tiles.json"
VERSION = 1
Place = tuple[float, float, float, bool]


class _Saved(Struct):
    """The file. `tiles`: id, x, y, z and whether the up side shows of each; `alike`: which set."""

    version: int
    tiles: list[tuple[int, float, float, float, bool]]
    alike: bool = False


class TileTrayError(ValueError):
    """The file does not describe the tiles' places; the text says what is wrong."""


def homes(world: World) -> list[list[float]]:
    """For each tile its id, its tray (0 before the board, 1 behind it), and x and y in it."""
    places = [(tile.id, *world.home(tile)) for tile in world.tiles]
    return [[number, int(y < 0), x, y] for number, x, y in places]


def places(world: World) -> list[Place]:
    """For each tile x, y, z in mm and whether its up side shows. One that is in a hand or on its
    way is where it was taken from; in its tray, where another tile lies there now."""
    lying = [tile for tile in world.tiles if not tile.held]
    return [_taken_from(world, tile, lying) if tile.held else _place(tile) for tile in world.tiles]


def _place(tile: Tile) -> Place:
    return tile.x_mm, tile.y_mm, tile.z_mm, tile.up


def _taken_from(world: World, tile: Tile, lying: list[Tile]) -> Place:
    x, y, _, up = tile.lay
    taken = any(math.dist((x, y), (t.x_mm, t.y_mm)) < t.shape.diameter_mm for t in lying)
    return (*world.home(tile), 0.0, up) if taken else tile.lay


def written(world: World) -> str:
    """The file: the place of every tile."""
    tiles = [
        [tile.id, round(x, 2), round(y, 2), round(z, 2), up]
        for tile, (x, y, z, up) in zip(world.tiles, places(world), strict=True)
    ]
    return json.dumps({"version": VERSION, "alike": world.alike, "tiles": tiles}) + "\n"


def save(world: World, directory: Path) -> None:
    """Write down the place of every tile, atomically."""
    write_whole(directory / NAME, written(world))


def restore(world: World, directory: Path) -> None:
    """Lay the tiles as they lay when they were saved; nothing happens without a file.
    TileTrayError leaves them in the trays."""
    path = directory / NAME
    if not path.exists():
        return
    saved = _read(path, world)
    world.unpack(saved.alike)
    for tile_id, x, y, _, up in sorted(saved.tiles, key=lambda row: row[3]):
        world.lay(tile_id, x, y, up)


def _read(path: Path, world: World) -> _Saved:
    """How the tiles lay."""
    try:
        saved = checked(parsed(path.read_bytes()), _Saved)
    except (OSError, MessageError) as error:
        raise TileTrayError(f"{path} cannot be read ({error})") from error
    if saved.version != VERSION:
        raise TileTrayError(f"{path} has version {saved.version}, not {VERSION}")
    if sorted(row[0] for row in saved.tiles) != sorted(tile.id for tile in world.tiles):
        raise TileTrayError(f"{path} does not name each tile once")
    if not all(math.isfinite(value) for row in saved.tiles for value in row[1:4]):
        raise TileTrayError(f"{path} has a tile that is nowhere")
    return saved


def lay_tiles(world: World, directory: Path) -> None:
    """Lay the tiles where they were when the board was last used."""
    try:
        restore(world, directory)
    except TileTrayError as error:
        print(f"The tiles are back in their trays: {error}.", file=sys.stderr)
