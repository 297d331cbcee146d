"""The number of legal move sequences, the usual check of a rules engine."""

from host_tools.games.moves import legal_moves, make_move, take_back
from lodeboard.games.contract import UNDECIDED, Game

#: By depth and key of a position: sequences, and rows of steps that begin them.
Known = dict[tuple[int, int], tuple[int, int]]


def perft(game: Game, depth: int, known: Known | None = None) -> int:
    """The number of sequences of `depth` legal moves from the position of `game`.

    The last move is only counted. With `known` (an empty dictionary to begin with) positions equal
    by symmetry are counted once.
    """
    if depth == 0:
        return 1
    return _Count(game, known).sequences(depth)[0]


class _Count:
    def __init__(self, game: Game, known: Known | None) -> None:
        self.game = game
        self.known = known

    def sequences(self, depth: int) -> tuple[int, int]:
        """The number of sequences, and the number of step sequences that begin them."""
        game = self.game
        if depth == 1:
            count = game.count_moves()
            return count, count
        if game.verdict() != UNDECIDED:
            return 0, 0
        key = (0, 0)
        if self.known is not None:
            key = (depth, game.key())
            found = self.known.get(key)
            if found is not None:
                return found
        total = rows = 0
        several = False  # whether a move has several steps
        steps = [0] * game.max_steps
        for step in steps[: game.steps(steps)]:
            game.push(step)
            if game.between_moves():
                total += self.sequences(depth - 1)[0]
                rows += 1
            else:
                more, begun = self.sequences(depth)
                total += more
                rows += begun
                several = True
            game.pop()
        if several and rows > game.count_moves():
            total = self._by_moves(depth)
        if self.known is not None:
            self.known[key] = (total, rows)
        return total, rows

    def _by_moves(self, depth: int) -> int:
        """The sequences when several step sequences make the same move."""
        total = 0
        for move in legal_moves(self.game):
            make_move(self.game, move)
            total += self.sequences(depth - 1)[0]
            take_back(self.game, move)
        return total
