"""The number of legal move sequences, the usual check of a rules engine."""

from lodeboard.games.contract import UNDECIDED, Game


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
