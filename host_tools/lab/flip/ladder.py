"""How the levels of flip tiles compare: matches from random openings, colours swapped.

The lowest level plays a player who takes a win in one turn if there is one and otherwise plays any
legal move; every other level plays the level below. A match is two games from each opening, one
with each colour. Everything is seeded: the same command plays the same games.
"""

from host_tools.build import compiled
from host_tools.games.engine import Memory
from host_tools.games.table_files import open_table
from host_tools.lab.ladder import Ladder, Rung, Scored
from host_tools.lab.matches import Chooser, Score, casual_player, level_of
from lodeboard.games.flip.player import LEVELS, FlipPlayer
from lodeboard.games.flip.rules import Flip

OPENINGS = 100
OPENING_TURNS = 4
CASUAL = "casual"  # takes wins in one, otherwise random
LEAST_POINTS = 0.6  # of each level against the one below
LEAST_LOST = 0.7  # of the games of the lowest level against casual play

NOTES = f"""\
Two games from each of the random openings of {OPENING_TURNS} turns, one with either colour; a draw
is half a point. `{CASUAL}` takes a win in one turn where there is one and plays any legal move
otherwise: the lowest level is to lose at least {LEAST_LOST:.0%} of its games to it. Every other
level is to make at least {LEAST_POINTS:.0%} of the points against the level below. What the highest
never does, against any player, is in [flip-value-preservation.md](flip-value-preservation.md)."""


def level_player(level: int) -> Chooser:
    """A level of the firmware's player with its tables, its kernels compiled where Numba is
    installed."""
    compiled.install()
    return level_of(FlipPlayer(open_table, Memory()), level)


def shortfall(score: Score) -> str | None:
    """The failure of a score, as a sentence; None if it is as required."""
    if score.opponent == CASUAL:
        if score.lost < LEAST_LOST:
            return (
                f"{score.rules}: {score.player} loses only {score.lost:.0%} to casual play,"
                f" at least {LEAST_LOST:.0%} are wanted"
            )
    elif score.points < LEAST_POINTS:
        return (
            f"{score.rules}: {score.player} makes only {score.points:.0%} against"
            f" {score.opponent}, at least {LEAST_POINTS:.0%} are wanted"
        )
    return None


LADDER = Ladder(
    name="flip-levels",
    title="How the levels compare",
    notes=NOTES,
    kind=Flip,
    rule_sets=Flip.rule_sets,
    levels=LEVELS,
    level=level_player,
    bottom=CASUAL,
    bottom_player=casual_player,
    openings=OPENINGS,
    opening_moves=OPENING_TURNS,
    seed_word="openings",
    shortfall=shortfall,
)


def play(rung: Rung, _: int) -> Scored:
    """A match."""
    return LADDER.tally(rung)


EXPERIMENT = LADDER.experiment(play)
