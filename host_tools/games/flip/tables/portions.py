"""Random positions of flip tiles, drawn by seed in small portions."""

import random
from typing import NamedTuple

from host_tools.games.tiers.masks import CELLS
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.flip.book import MOST_TILES
from lodeboard.games.flip.rules import Flip

SEARCHED = range(MOST_TILES + 1, CELLS)  # numbers of tiles where search alone decides
POSITIONS = 200_000  # of these, for a rule set
PORTION = 250  # positions played and noted together: a second or two at most
FEWER = 10  # with few tiles, so many times fewer
HALVES = 4  # one of so many positions is between flip and placement


class Portion(NamedTuple):
    """Positions drawn by one seed."""

    rules: str
    tiles: int
    number: int

    @property
    def name(self) -> str:
        return f"{self.tiles} {self.number}"


def portions(rules: str, positions: int) -> list[Portion]:
    """All portions of a rule set: about `positions` with many tiles, spread evenly, and fewer of
    the others."""
    each = -(-positions // len(SEARCHED))
    found = []
    for tiles in reversed(range(CELLS)):
        wanted = each if tiles in SEARCHED else each // FEWER
        found += [Portion(rules, tiles, number) for number in range(-(-wanted // PORTION))]
    return found


def draw(source: random.Random, game: Flip, tiles: int, halves: bool = True) -> None:
    """Set a random undecided arrangement, reachable or not; halves: sometimes with the flip
    made."""
    while True:
        board = ["-"] * CELLS
        for index, cell in enumerate(source.sample(range(CELLS), tiles)):
            board[cell] = source.choice("UD" if 2 * index < tiles else "ud")
        game.load(f"{1 + tiles % 2}_{''.join(board)}")
        if game.verdict() == UNDECIDED:
            break
    if not halves:
        return
    steps = bytearray(game.max_steps)
    step = source.choice(steps[: game.steps(steps)])
    if step >= 2 * CELLS and source.randrange(HALVES) == 0:
        game.push(step)
