"""The games of the house, and the variants people choose from.

A game's modules are imported when its row is asked for: a board has room for one game at a
time.
"""

from lodeboard.engine.levels import LEVELS
from lodeboard.games.game import Game, GameError
from lodeboard.rows.row import Row

# In the order of the menu: new ones go to the end, stored settings count on it.
VARIANTS = (
    ("flip", "magic"),
    ("flip", "eclipse"),
    ("xtic", "normal"),
    ("xtic", "nodiags"),
    ("xtic", "torus"),
)
GAMES = tuple(sorted(LEVELS))


def row(name: str) -> Row:
    """The game of this name; GameError when there is none."""
    if name not in GAMES:
        raise GameError("no game is called {}; there is {}".format(name, ", ".join(GAMES)))
    found: Row = __import__("lodeboard.rows." + name, None, None, ("ROW",)).ROW
    return found


def make_game(name: str, rules: str = "") -> Game:
    """A game by name, under the rule set named or its first; GameError when there is none."""
    make = row(name).game
    game: Game = make(rules) if rules else make()
    return game
