"""How the levels of flip tiles compare: matches from random openings, colours swapped.

The lowest level plays a child; every other level plays the level below. A match is two games from
each opening, one with each colour. Everything is seeded: the same command plays the same games.
"""

from host_tools.build import compiled
from host_tools.games.engine import Memory
from host_tools.games.table_files import open_table
from host_tools.lab.ladder import RULES, Ladder, Rung, Scored
from host_tools.lab.matches import Chooser, level_of
from lodeboard.games.flip.player import LEVELS, FlipPlayer
from lodeboard.games.flip.rules import Flip

OPENINGS = 100
OPENING_TURNS = 4

NOTES = f"""\
Two games from each of the random openings of {OPENING_TURNS} turns, one with either colour;
{RULES} What the highest
never does, against any player, is in [flip-proof.md](flip-proof.md)."""


def level_player(level: int) -> Chooser:
    """A level of the firmware's player with its tables, its kernels compiled where Numba is
    installed."""
    compiled.install()
    return level_of(FlipPlayer(open_table, Memory()), level)


LADDER = Ladder(
    name="flip-levels",
    title="How the levels compare",
    notes=NOTES,
    kind=Flip,
    rule_sets=Flip.rule_sets,
    levels=LEVELS,
    level=level_player,
    openings=OPENINGS,
    opening_moves=OPENING_TURNS,
    seed_word="openings",
)


def play(rung: Rung, _: int) -> Scored:
    """A match."""
    return LADDER.tally(rung)


EXPERIMENT = LADDER.experiment(play)
