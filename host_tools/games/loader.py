"""The games on the computer, by name: those of the firmware's catalogue."""

import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import lodeboard.games
from host_tools.games.contract import HostGame
from host_tools.games.exact import SearchedGame
from lodeboard.games import catalogue
from lodeboard.games.contract import Plugin
from lodeboard.system.loader import parts

#: The games' names. What belongs to all games is listed in this order.
GAMES = catalogue.GAMES


@cache
def host_game(name: str) -> HostGame:
    """The game of this name, one of GAMES."""
    package = f"host_tools.games.{name}"
    if find_spec(package) is None or find_spec(f"{package}.plugin") is None:
        return SearchedGame(name)
    plugin: type[HostGame] = import_module(f"{package}.plugin").PLUGIN
    return plugin(name)


class OutsideError(Exception):
    """A folder that holds no game; the text says why."""


def outside(folder: Path, levels: int = 5) -> tuple[str, Plugin]:
    """The name and the plugin of a game in a folder of its own, whose code runs from now on.
    levels: how many it has. OutsideError."""
    name = folder.resolve().name
    if not re.fullmatch(r"[a-z][a-z0-9]{0,11}", name) or name in GAMES:
        raise OutsideError(f"{folder}: a game's folder has a name of its own, small letters")
    if not (folder / "rules.py").is_file():
        raise OutsideError(f"{folder} has no rules.py")
    place = str(folder.resolve().parent)
    if place not in lodeboard.games.__path__:
        lodeboard.games.__path__.append(place)
    catalogue.LEVELS.setdefault(name, tuple(f"level {at}" for at in range(1, levels + 1)))
    found: Plugin = import_module(parts(name)[-1]).PLUGIN
    return name, found
