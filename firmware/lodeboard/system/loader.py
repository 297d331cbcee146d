"""The games of the house, and the variants people choose from.

A game's modules are imported when its row is asked for. A board has room for one game's: for
another it starts anew.
"""

from lodeboard.games.catalogue import BOARDS, LEVELS
from lodeboard.games.contract import Game, GameError
from lodeboard.games.plugin import Row
from lodeboard.storage.journal import begun_variant
from lodeboard.storage.settings import stored_variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.boards.profile import Profile
    from lodeboard.ports.port import Store

# In the order of the menu: new ones go to the end, stored settings count on it.
VARIANTS = (
    ("flip", "magic"),
    ("flip", "eclipse"),
    ("xtic", "normal"),
    ("xtic", "nodiags"),
    ("xtic", "torus"),
)
GAMES = tuple(sorted(LEVELS))
# What SystemExit says when the firmware is to start anew; main.py knows the word too.
RESTART = "restart"


def playable(profile: "Profile") -> "tuple[tuple[str, str], ...]":
    """The variants that can be played on this board; settings and journal count among these."""
    size = (profile.rows, profile.columns)
    return tuple([variant for variant in VARIANTS if size in BOARDS[variant[0]]])


def first_game(store: "Store", profile: "Profile") -> str:
    """The game that a board starts with: the one in the journal, else the one that is set; "" on
    a board that no game is made for."""
    variants = playable(profile)
    if not variants:
        return ""
    variant = begun_variant(store, profile.name)
    if variant < 0:
        variant = stored_variant(store, profile.name)
    return variants[variant if variant < len(variants) else 0][0]


def row(name: str) -> Row:
    """The game of this name; GameError when there is none."""
    if name not in GAMES:
        raise GameError("no game is called {}; there is {}".format(name, ", ".join(GAMES)))
    found: Row = __import__("lodeboard.games." + name + ".plugin", None, None, ("ROW",)).ROW
    return found


def make_game(name: str, rules: str = "") -> Game:
    """A game by name, under the rule set named or its first; GameError when there is none."""
    make = row(name).game
    game: Game = make(rules) if rules else make()
    return game
