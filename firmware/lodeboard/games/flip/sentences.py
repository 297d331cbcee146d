"""The board's sentences for flip tiles."""

from lodeboard.games.contract import LOSE, TIE, WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.flip.rules import Flip


class FlipSentences:
    """What to do, and how the game ended, as sentences."""

    THING = "tile"
    TOO_EARLY = "Take your own tile away again: first flip a tile of your opponent's."

    def __init__(self, game: "Flip") -> None:
        self._game = game

    def say(self, ask: str, who: str, asked: bool, cell: int, coaching: bool) -> str:
        """The sentence for lift (before a flip), put (the tile in the hand) or place."""
        if ask == "lift":
            if asked:
                return who + ": lift the tile that flashes white."
            return who + ": flip one of the opponent's lit tiles."
        if ask == "put":
            if asked:
                return "Turn it over and set it down on the lit cell."
            return (
                "Turn it over and set it down on a blinking cell, or put it back to choose another."
            )
        if asked:
            return (
                who + ": place its tile on the lit cell. A rising light: up side. A falling light:"
                " down side."
            )
        return who + ": place a tile of your own on any lit cell, either side up."

    def ended(self) -> str:
        """How the game was won: " with the locked line a1 b1 c1"; or why it is a draw."""
        game = self._game
        verdict = game.verdict()
        if verdict == TIE:
            both = game.locked_mask(0)
            return ": both players have a locked line" if both else ": the board is full"
        if verdict not in (WIN, LOSE):
            return ""
        winner = game.turn if verdict == WIN else 1 - game.turn
        locked = game.locked_mask(winner)
        lined = locked or game.line_mask(winner)
        names = [game.grid.cell_name(at) for at in range(game.grid.cells) if (lined >> at) & 1]
        return f" with the {'locked ' if locked else ''}line {' '.join(names)}"
