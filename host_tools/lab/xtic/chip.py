"""Positions of xtic that the emulated chip thinks about."""

import random

from host_tools.lab.chip.thinking import ChipGame, Condition, Timed, trial
from lodeboard.games.xtic.rules import Xtic

EIGHT = 8  # pieces on the board: from there on the last level looks to the end
EACH = 4  # positions for each number of pieces, rule set and level
EACH_EIGHT = 100  # ... with eight pieces for the last level
MANY = 20


def pieces(text: str) -> int:
    """The number of pieces on the board."""
    return 16 - text[:16].count("-")


def arrangements(rules: str, placed: int, count: int) -> list[str]:
    """With this many pieces, without a complete line; every second one has a piece in hand."""
    source = random.Random(f"bench {rules} {placed}")
    game = Xtic(rules)
    found: list[str] = []
    while len(found) < count:
        drawn = source.sample("0123456789abcdef", placed + 1)
        cells = ["-"] * 16
        for cell, piece in zip(source.sample(range(16), placed), drawn, strict=False):
            cells[cell] = piece
        text = "".join(cells) + "/"
        game.load(text + "-")
        if not game.fatal_lines():
            found.append(text + ("-" if len(found) % 2 else drawn[placed]))
    return found


def positions(rules: str, level: int) -> list[str]:
    """With 0 to 15 pieces."""
    found = []
    for placed in range(16):
        eight = level == GAME.strongest and placed == EIGHT
        found += arrangements(rules, placed, EACH_EIGHT if eight else EACH)
    return found


def many(rules: str, _level: int) -> list[str]:
    """The same, but more of each."""
    return [text for placed in range(16) for text in arrangements(rules, placed, MANY)]


GAME = ChipGame(
    "xtic",
    positions,
    many,
    opens="----------------/-",
    kernel="lodeboard/games/xtic/search_kernel.mpy",
)


def try_game(condition: Condition, _: int) -> Timed:
    """Time a condition."""
    return trial(GAME, condition)
