"""How the levels of xtic compare: matches from random openings, sides exchanged.

The lowest level plays a child; every other level plays the level
below. A match is two games from each opening, each player once on each side. Everything is seeded:
the same command plays the same games.
"""

from host_tools.build import compiled
from host_tools.lab.ladder import RULES, Ladder, Rung, Scored
from host_tools.lab.matches import Chooser, level_of
from lodeboard.games.xtic.player import LEVELS, XticPlayer
from lodeboard.games.xtic.rules import Xtic

OPENINGS = 50
OPENING_PIECES = 4

NOTES = f"""\
Two games from each of the random openings of {OPENING_PIECES} pieces, with a fifth in hand, each
player on either side once; {RULES}"""


def level_player(level: int) -> Chooser:
    """A level of the firmware's player without its book, its kernel compiled where Numba is
    installed."""
    compiled.install()
    return level_of(XticPlayer(), level)


LADDER = Ladder(
    name="xtic-levels",
    title="How the levels of xtic compare",
    notes=NOTES,
    kind=Xtic,
    rule_sets=Xtic.rule_sets,
    levels=LEVELS,
    level=level_player,
    openings=OPENINGS,
    opening_moves=2 * OPENING_PIECES + 1,
    seed_word="openings xtic",
)


def play(rung: Rung, _: int) -> Scored:
    """A match."""
    return LADDER.tally(rung)


EXPERIMENT = LADDER.experiment(play)
