"""How the levels of xtic compare: matches from random openings, sides exchanged.

The lowest level plays a player who places and gives at random; every other level plays the level
below. A match is two games from each opening, each player once on each side. Everything is seeded:
the same command plays the same games.
"""

from host_tools.build import compiled
from host_tools.lab.ladder import Ladder, Rung, Scored
from host_tools.lab.matches import Chooser, Score, level_of, random_player
from lodeboard.games.xtic.player import LEVELS, XticPlayer
from lodeboard.games.xtic.rules import Xtic

OPENINGS = 50
OPENING_PIECES = 4
RANDOM = "random"  # places and gives at random
LEAST_POINTS = 0.5  # of each level against the one below: more than that

NOTES = f"""\
Two games from each of the random openings of {OPENING_PIECES} pieces, with a fifth in hand, each
player on either side once; a draw is half a point. `{RANDOM}` places and gives anything. Every
other level is to make more than {LEAST_POINTS:.0%} of the points against the level below."""


def level_player(level: int) -> Chooser:
    """A level of the firmware's player without its book, its kernel compiled where Numba is
    installed."""
    compiled.install()
    return level_of(XticPlayer(), level)


def shortfall(score: Score) -> str | None:
    """The failure of a score, as a sentence; None if it is as required."""
    if score.points > LEAST_POINTS:
        return None
    return (
        f"{score.rules}: {score.player} makes only {score.points:.0%} against {score.opponent},"
        f" more than {LEAST_POINTS:.0%} are wanted"
    )


LADDER = Ladder(
    name="xtic-levels",
    title="How the levels of xtic compare",
    notes=NOTES,
    kind=Xtic,
    rule_sets=Xtic.rule_sets,
    levels=LEVELS,
    level=level_player,
    bottom=RANDOM,
    bottom_player=random_player,
    openings=OPENINGS,
    opening_moves=2 * OPENING_PIECES + 1,
    seed_word="openings xtic",
    shortfall=shortfall,
)


def play(rung: Rung, _: int) -> Scored:
    """A match."""
    return LADDER.tally(rung)


EXPERIMENT = LADDER.experiment(play)
