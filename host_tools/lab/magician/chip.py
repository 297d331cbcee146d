"""Positions of Magician Chess that the emulated chip thinks about."""

import random

from host_tools.lab.chip.thinking import ChipGame, Condition, Timed, trial
from host_tools.lab.magician.mates import LENGTHS, all_mates
from host_tools.lab.matches import any_move, openings
from lodeboard.games.magician.rules import Magician

PLAYED = (0, 4, 8, 14, 20, 28, 36, 50)  # turns played at random
LONG_MATES = 4  # positions with a mate in four: there the search for mates works longest


def positions(rules: str, _level: int) -> list[str]:
    """After turns played at random, and with long mates."""
    source = random.Random(f"bench magician {rules}")
    game = Magician(rules)
    found = [openings(game, 1, [n].__getitem__, any_move(source))[0] for n in PLAYED]
    mates = [mate for mate in all_mates() if mate[1:3] == (rules, LENGTHS[-1])]
    return found + [mate[0] for mate in mates[:LONG_MATES]]


GAME = ChipGame(
    "magician",
    positions,
    depth="player.depth",
    kernel="lodeboard/games/magician/board_kernel.mpy",
)


def try_game(condition: Condition, _: int) -> Timed:
    """Time a condition."""
    return trial(GAME, condition)
