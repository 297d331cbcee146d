"""The data about a board that are built into its page, so that the board need not send them."""

from typing import Any

from host_tools.board.simulator.world import World
from host_tools.build import profiles
from host_tools.games.loader import host_game
from host_tools.play.web import protocol, tile_tray
from host_tools.play.web.messages import KNOBS
from host_tools.play.web.picture import pose
from host_tools.play.web.told import Bench
from lodeboard.boards.profile import LINE_BYTES, Profile
from lodeboard.link.link import VERSION

PAGE = 1  # its number: a board has one page
_SEED = 1


def board_data(board: str) -> dict[str, Any]:
    """The data for a board of this kind, as a JSON object. Raises ValueError.

    hello, bench: the page's first messages. version: of the line protocol. longest: bytes of a
    line to the board. order: for each cell its place in the chain of LEDs. tiles: the pose of each
    tile in its tray; owners: the player of each. centres: x and y of each cell in mm. alike: by
    game, whether all its tiles are the first player's.
    """
    profile = profiles.profile(board)
    world = World(profile)
    centres = [world.plate.centre(cell) for cell in range(profile.cells)]
    return {
        "hello": protocol.hello(PAGE, profile.data, tile_tray.homes(world), 1.0),
        "bench": _bench(profile),
        "version": VERSION,
        "longest": LINE_BYTES,
        "order": profile.led_order,
        "tiles": [pose(tile) for tile in world.tiles],
        "owners": [tile.owner for tile in world.tiles],
        "centres": [(round(x, 1), round(y, 1)) for x, y in centres],
        "alike": {game: host_game(game).alike for game in profiles.games(board)},
    }


def _bench(profile: Profile) -> dict[str, object]:
    return Bench(
        seed=_SEED,
        mv_per_count=profile.millivolts(1),
        mv_per_mt=profile.data["sensor"]["sensitivity_mv_per_mt"],
        knobs={name: usual for name, (_, _, usual) in KNOBS.items()},
        breaks=[],
        power=True,
        cable=True,
        recording=None,
    ).as_dict()
