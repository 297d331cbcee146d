"""How the levels of Magician Chess compare: matches from random openings, colours swapped.

The lowest level plays a child; every other level plays the level below,
and the highest also plays a fixed-depth search that counts only pieces. A match is two games from
each opening, one with each colour. Everything is seeded: the same command plays the same games.
"""

from array import array

from host_tools.build import compiled
from host_tools.lab.ladder import RULES, Ladder, Rung, Scored
from host_tools.lab.magician.learn import count_pieces_only
from host_tools.lab.matches import Chooser, level_of
from lodeboard.games import catalogue
from lodeboard.games.contract import Game
from lodeboard.games.dice import Dice
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician import weights
from lodeboard.games.magician.player import MagicianPlayer
from lodeboard.games.magician.rules import Magician
from lodeboard.games.magician.search import MagicianSearch
from lodeboard.games.order import shuffle

OPENINGS = 200
OPENING_TURNS = 6
RIVAL = "material, 3 plies"
RIVAL_DEPTH = 3
LEAST_AGAINST_RIVAL = 0.75

NOTES = f"""\
Two games from each of the random openings of {OPENING_TURNS} turns, one with either colour;
{RULES} `{RIVAL}` searches {RIVAL_DEPTH} plies
deep in every position, with the same quiescence but no table, and counts nothing but pieces, by
the same values: the highest level is to make at least {LEAST_AGAINST_RIVAL:.0%} against it."""


def level_player(level: int) -> Chooser:
    """A level of the firmware's player, its kernel compiled where Numba is installed."""
    compiled.install()
    return level_of(MagicianPlayer(), level)


def material_player() -> Chooser:
    """A fixed-depth search that counts only pieces; it chooses among equal turns at random."""
    compiled.install()
    search = MagicianSearch()
    count_pieces_only(search, weights.MATERIAL)
    dice = Dice()

    def choose(game: Game) -> list[int]:
        assert isinstance(game, Magician)
        turns = array("i", [0] * layout.MAX_TURNS)
        count = game.turns(turns)
        dice.seed(game.text())
        shuffle(turns, count, dice)
        search.load(game)
        search.state[layout.SLOT_MASK] = 0
        search.begin(turns, 0, count, RIVAL_DEPTH)
        search.run(1 << 29)
        return game.steps_of(search.best)

    return choose


LADDER = Ladder(
    name="magician-levels",
    title="How the levels of Magician Chess compare",
    notes=NOTES,
    kind=Magician,
    rule_sets=tuple(catalogue.rule_sets("magician")),
    levels=catalogue.LEVELS["magician"],
    level=level_player,
    openings=OPENINGS,
    opening_moves=OPENING_TURNS,
    seed_word="openings magician",
    rival=RIVAL,
    rival_player=material_player,
    least_against_rival=LEAST_AGAINST_RIVAL,
)


def play(rung: Rung, _: int) -> Scored:
    """A match."""
    return LADDER.tally(rung)


EXPERIMENT = LADDER.experiment(play)
