"""Games of tiles in which chance acts: their search and plugin. Only these games load it.

The search is expectimax: where chance acts, a position is worth the mean of the positions after its
rolls. Scores are on one scale, so that means are right: a certain win is search.SURE less its
turns, a certain loss the negative, and 0 means that both players win equally often. A game's
`score` is twice search.FAIR at most, so it is doubled.
"""

from array import array

from micropython import const

from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN, Plugin
from lodeboard.games.search import SURE, Search, SearchCoach, SearchPlayer
from lodeboard.games.tiles import TilePainter, TileSentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lodeboard.games.contract import Game, Tables
    from lodeboard.games.tiles import TileGame
    from lodeboard.ports.port import Memory

_DEEPEST = const(12)
_ODDS = 3  # a step is called a win or a loss from two chances in three on


def called(score: int) -> int:
    """Return what the coach calls an expectation: WIN if the player to act wins at least two games
    of three, LOSE if at most one, else TIE."""
    if abs(score) * _ODDS < SURE:
        return TIE
    return WIN if score > 0 else LOSE


class ChanceSearch(Search):
    """A search through positions in which chance acts; see Search. `value` is an expectation.

    It cuts off as Star1 does: the rolls not yet seen are worth at least a loss and at most a win,
    which bounds the mean, and gives each roll a window outside of which its exact value does not
    matter.
    """

    decisive = SURE

    def __init__(self, game: "Game", evaluate: "Callable[[], int]", deepest: int) -> None:
        super().__init__(game, lambda: 2 * evaluate(), deepest)
        self._weights = [array("H", [0] * game.max_steps) for _ in range(deepest)]
        # For each ply: the sum of its weights (0 where a player acts), of those not yet seen, of
        # the scores seen times their weights, and the window of the mean.
        self._whole = array("i", [0] * deepest)
        self._left = array("i", [0] * deepest)
        self._sum = array("i", [0] * deepest)
        self._low = array("i", [0] * deepest)
        self._high = array("i", [0] * deepest)

    def settled(self) -> int:
        """What `value` is called if it is exact, else UNDECIDED."""
        return called(self.value) if self.whole else UNDECIDED

    def called(self) -> int:
        return called(self.value)

    def _open(self, ply: int, count: int, alpha: int, beta: int) -> None:
        super()._open(ply, count, alpha, beta)
        whole = self.game.chances(self._weights[ply])
        self._whole[ply] = self._left[ply] = whole
        if whole:
            self._sum[ply] = 0
            self._low[ply] = alpha
            self._high[ply] = beta
            self._narrow(ply, 0)

    def _narrow(self, ply: int, index: int) -> None:
        """Set the window of the roll with this index: a score outside decides the whole mean."""
        weight = self._weights[ply][index]
        whole = self._whole[ply]
        rest = (self._left[ply] - weight) * SURE
        seen = self._sum[ply]
        # Rounded up: see `_take`, where the mean is rounded down.
        low = -((seen + rest - (self._low[ply] + 1) * whole) // weight) - 1
        high = -((seen - rest - self._high[ply] * whole) // weight)
        self._alpha[ply] = max(low, -SURE)
        self._beta[ply] = min(high, SURE)

    def _take(self, score: int) -> None:
        ply = self._ply
        whole = self._whole[ply]
        if not whole:
            super()._take(score)
            return
        game = self.game
        after = game.turn
        step = game.pop()
        if game.turn != after:
            score = -score
        tried = self._tried[ply]
        weight = self._weights[ply][tried - 1]
        self._sum[ply] += weight * score
        self._left[ply] -= weight
        seen = self._sum[ply]
        rest = self._left[ply] * SURE
        if (seen + rest) // whole <= self._low[ply]:
            self._close(ply, (seen + rest) // whole)
        elif (seen - rest) // whole >= self._high[ply]:
            self._close(ply, (seen - rest) // whole)
        elif self._left[ply]:
            self._narrow(ply, tried)
        else:
            self._close(ply, seen // whole)
        if ply == 0:
            self.step = step

    def _close(self, ply: int, value: int) -> None:
        """End this position: its mean is `value`, or beyond its window on that side."""
        self._best[ply] = value
        self._tried[ply] = self._count[ply]


def chance_plugin(
    game: "type[TileGame]",
    painter: "type[TilePainter]",
    sentences: "type[TileSentences]" = TileSentences,
) -> Plugin:
    """Return the plugin of a game of tiles with rolls. painter: the game's RollPainter."""

    def engine(
        _memory: "Memory | None", _tables: "Tables | None"
    ) -> "tuple[SearchPlayer, SearchCoach]":
        """Create player and coach; they need neither tables nor memory."""
        copy = game()
        search = ChanceSearch(copy, copy.score, _DEEPEST)
        player = SearchPlayer(search, LEVELS[copy.name], copy.levels, copy.cost)
        return player, SearchCoach(search, copy.cost, copy.allowance)

    return Plugin(game, painter, sentences, engine)
