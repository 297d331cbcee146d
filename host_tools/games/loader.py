"""The games on the computer, by name: those of the firmware's catalogue."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from host_tools.games.contract import HostGame
from host_tools.games.searched import SearchedGame
from lodeboard.games import catalogue

#: The games' names. What belongs to all games is listed in this order.
GAMES = catalogue.GAMES


@cache
def host_game(name: str) -> HostGame:
    """The game of this name, one of GAMES."""
    package = f"host_tools.games.{name}"
    found = find_spec(package)
    # A game from outside may have the name of a module here, which is no package.
    is_package = found is not None and bool(found.submodule_search_locations)
    if not is_package or find_spec(f"{package}.plugin") is None:
        return SearchedGame(name)
    plugin: type[HostGame] = import_module(f"{package}.plugin").PLUGIN
    return plugin(name)
