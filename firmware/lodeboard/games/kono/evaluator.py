"""What a position of Four Field Kono seems to be worth: tiles first, then room to move."""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.kono.rules import Kono

COST = const(215)  # a node takes the chip 0.8 to 1.1 ms, as long as so many evaluations of a port
_TILE = const(100)
_ROOM = const(4)
_ONES = bytes((0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4))


class KonoEvaluator:
    """`score` is for the player to act in `game`."""

    def __init__(self, game: "Kono") -> None:
        self._game = game

    def score(self) -> int:
        """A tile more is worth more than any cells to move to."""
        game = self._game
        own = game.tiles(game.turn)
        theirs = game.tiles(1 - game.turn)
        empty = 0xFFFF ^ own ^ theirs
        spread = game.grid.spread
        room = _ones(spread(own) & empty) - _ones(spread(theirs) & empty)
        return (_ones(own) - _ones(theirs)) * _TILE + room * _ROOM


def _ones(mask: int) -> int:
    return _ONES[mask & 15] + _ONES[mask >> 4 & 15] + _ONES[mask >> 8 & 15] + _ONES[mask >> 12 & 15]
