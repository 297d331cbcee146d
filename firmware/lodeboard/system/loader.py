"""Games in memory: a game's modules are imported when its plugin is asked for.

A board has room for the modules of one game: for another one the firmware starts again.
"""

import sys

from lodeboard.games.catalogue import GAMES, VARIANTS, rule_sets
from lodeboard.games.contract import Game, GameError
from lodeboard.storage.journal import begun_variant
from lodeboard.storage.settings import stored_variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Plugin
    from lodeboard.ports.port import Store

# What SystemExit says when the firmware is to start again; main.py knows the word too.
RESTART = "restart"


def first_game(store: "Store", board: str) -> str:
    """The game that a board starts with: the one in the journal, else the one that is set."""
    variant = begun_variant(store, board)
    if variant < 0:
        variant = stored_variant(store, board)
    return VARIANTS[variant if variant < len(VARIANTS) else 0][0]


def parts(name: str) -> "list[str]":
    """The modules of the game of this name, in the order in which a start imports them."""
    folder = "lodeboard.games." + name
    found: tuple[str, ...] = __import__(folder, None, None, ("PARTS",)).PARTS
    return [folder + "." + part for part in found]


def plugin(name: str) -> "Plugin":
    """The plugin of the game of this name; GameError when there is none."""
    if name not in GAMES:
        raise GameError("no game is called {}; there is {}".format(name, ", ".join(GAMES)))
    module = "lodeboard.games." + name + ".plugin"
    found: Plugin = __import__(module, None, None, ("PLUGIN",)).PLUGIN
    return found


def make_game(name: str, rules: str = "") -> Game:
    """A game by name, under the rule set named or its first; GameError when there is none."""
    return plugin(name).open(rules or rule_sets(name)[0])[0]


def unload(name: str) -> None:
    """Take a module out of memory, as soon as nothing uses it any more."""
    package, leaf = name.rsplit(".", 1)
    del sys.modules[name]
    delattr(sys.modules[package], leaf)
