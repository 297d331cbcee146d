"""`lodeboard perft`: the number of legal move sequences, the usual check of a rules engine."""

import argparse

from host_tools.cli.console import OK, UsageError, add_game, open_game
from lodeboard.games.contract import UNDECIDED, Game, GameError

DESCRIPTION = """\
Count the legal move sequences of a given length. A decided position ends its sequences, so
games that end earlier are not counted. In flip tiles a move is a flip and a placement
together (only a placement where nothing can be flipped); in xtic it is one step, a piece given
or a piece placed.
"""
EPILOG = """\
examples:
  lodeboard perft flip 3                                  224000
  lodeboard perft flip --rules eclipse 4                  30963712
  lodeboard perft flip --position 2_U--------------- 1    60
  lodeboard perft flip --position '2_U---------------;a1E' 1    30
  lodeboard perft xtic --rules torus 4                    57600
"""


def perft(game: Game, depth: int, known: dict[tuple[int, int], int] | None = None) -> int:
    """The number of sequences of `depth` legal moves from the position of `game`.

    The last move is counted, not made. With `known` (an empty dictionary to begin with)
    positions equal by symmetry are counted once.
    """
    if depth == 0:
        return 1
    return _Count(game, known).sequences(depth)


class _Count:
    def __init__(self, game: Game, known: dict[tuple[int, int], int] | None) -> None:
        self.game = game
        self.known = known

    def sequences(self, depth: int) -> int:
        game = self.game
        if depth == 1:
            return game.count_moves()
        if game.verdict() != UNDECIDED:
            return 0
        key = (0, 0)
        if self.known is not None:
            key = (depth, game.key())
            found = self.known.get(key)
            if found is not None:
                return found
        total = 0
        steps = [0] * game.max_steps
        for step in steps[: game.steps(steps)]:
            game.push(step)
            total += self.sequences(depth - 1 if game.between_moves() else depth)
            game.pop()
        if self.known is not None:
            self.known[key] = total
        return total


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    add_game(parser)
    parser.add_argument("depth", metavar="DEPTH", type=int, help="moves in a sequence, 0 or more")
    parser.add_argument(
        "--position", metavar="P", help="count from here instead of the start of the game"
    )


def run(arguments: argparse.Namespace) -> int:
    game = open_game(arguments)
    if arguments.depth < 0:
        raise UsageError(f"DEPTH is a number of moves, 0 or more, not {arguments.depth}")
    if arguments.position is not None:
        try:
            game.load(arguments.position)
        except GameError as error:
            raise UsageError(f"--position {arguments.position}: {error}") from error
    # No game is longer than that, and nothing need be searched to know it.
    print(0 if arguments.depth > game.max_length else perft(game, arguments.depth, {}))
    return OK
