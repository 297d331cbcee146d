"""Seeded positions to think about, spread over the stages of the game."""

import random
from collections.abc import Callable
from typing import NamedTuple

from host_tools.games.moves import legal_moves, make_move
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.flip.rules import Flip

FULL = 16
_ATTEMPTS = 3000


class Position(NamedTuple):
    """An undecided position between turns, and the level that thinks about it."""

    rules: str
    text: str
    level: int = 0

    def game(self) -> Flip:
        game = Flip(self.rules)
        game.load(self.text)
        return game

    @property
    def tiles(self) -> int:
        return sum(letter in "UDud" for letter in self.text)


def sample(rules: str, least: int, seed: str) -> list[Position]:
    """At least this many different reachable positions, spread as evenly as possible over tile
    counts."""
    return _spread(rules, least, seed, _play)


def arrangements(rules: str, least: int, seed: str) -> list[Position]:
    """As `sample`, but any arrangements with the right numbers of tiles, reachable or not."""
    return _spread(rules, least, seed, _arrange)


def _spread(
    rules: str, least: int, seed: str, find: Callable[[str, int, random.Random], str]
) -> list[Position]:
    stages: list[set[str]] = [set() for _ in range(FULL)]
    source = random.Random(f"{seed} {rules}")
    each = 1
    exhausted: set[int] = set()
    while sum(map(len, stages)) < least:
        for tiles, found in enumerate(stages):
            if tiles in exhausted:
                continue
            for _ in range(_ATTEMPTS):
                if len(found) >= each:
                    break
                text = find(rules, tiles, source)
                if text:
                    found.add(text)
            else:
                exhausted.add(tiles)
        each += 1
    return [Position(rules, text) for found in stages for text in sorted(found)]


def _play(rules: str, tiles: int, source: random.Random) -> str:
    """A game of random moves that decide nothing, so far; "" if every move would decide it."""
    game = Flip(rules)
    for _ in range(tiles):
        moves = legal_moves(game)
        for move in source.sample(moves, min(len(moves), 20)):
            make_move(game, move)
            if game.verdict() == UNDECIDED:
                break
            for _ in move:
                game.pop()
        else:
            return ""
    return game.text()


def _arrange(rules: str, tiles: int, source: random.Random) -> str:
    """Lay tiles at random; "" if that decides the game."""
    board = ["-"] * FULL
    for index, cell in enumerate(source.sample(range(FULL), tiles)):
        board[cell] = ("ud" if index % 2 else "UD")[source.randrange(2)]
    position = Position(rules, f"{1 + tiles % 2}_{''.join(board)}")
    return position.text if position.game().verdict() == UNDECIDED else ""
