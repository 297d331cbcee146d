"""What there is to see at one moment, and the message that brings a page up to date."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from host_tools.board.contract import BoardView, TileView

# id, x, y, z, up (1 or 0), tilt, direction of the tilt, holder: the page whose hand has the
# tile, 0 for none
TilePose = tuple[int, float, float, float, int, float, int, int]


@dataclass(frozen=True, slots=True)
class Picture:
    """Tiles in the order of the world; three bytes (red, green, blue) per cell."""

    tiles: tuple[TilePose, ...] = ()
    leds: bytes = b""


def take(board: BoardView, holders: Mapping[int, int]) -> Picture:
    """The board as it looks now, in steps of a tenth of a millimetre."""
    tiles = tuple(pose(tile, holders.get(tile.id, 0)) for tile in board.world.tiles)
    return Picture(tiles, bytes(value for led in board.leds for value in led))


def pose(tile: TileView, holder: int = 0) -> TilePose:
    """A tile as it lies now, in steps of a tenth of a millimetre."""
    return (
        tile.id,
        round(tile.x_mm, 1),
        round(tile.y_mm, 1),
        round(tile.z_mm, 1),
        int(tile.up),
        round(tile.tilt_deg, 1),
        round(tile.tilt_towards_deg),
        holder,
    )


def difference(seen: Picture, now: Picture) -> dict[str, Any]:
    """The keys of a frame message that turn what a page has seen into what is there now."""
    keys: dict[str, Any] = {}
    known = {tile[0]: tile for tile in seen.tiles}
    changed = [tile for tile in now.tiles if known.get(tile[0]) != tile]
    if changed:
        keys["tiles"] = changed
    if now.leds != seen.leds:
        keys["leds"] = now.leds.hex()
    return keys


def flicker(seen: Picture, moments: Iterable[tuple[int, bytes]]) -> dict[str, object]:
    """The keys of a frame message for lights that have changed more than once since a page was
    told of them. `moments`: board ms and bytes of each change, the lights of now last."""
    changes: list[tuple[int, bytes]] = []
    shown = seen.leds
    for ms, leds in moments:
        if leds != shown:
            changes.append((ms, leds))
            shown = leds
    if len(changes) < 2:
        return {}
    *before, (_, last) = changes
    return {"before": [(ms, leds.hex()) for ms, leds in before], "leds": last.hex()}
