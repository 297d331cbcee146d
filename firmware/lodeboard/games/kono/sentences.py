"""What the board says of Four Field Kono."""

from lodeboard.games.contract import LOSE, TIE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.kono.rules import Kono

_REPEATED = ": the same position for the third time"


class KonoSentences:
    """What to do, in a sentence, and how a game ended."""

    THING = "tile"
    TOO_EARLY = "Take that tile away again: none comes onto the board in this game."

    def __init__(self, game: "Kono") -> None:
        self._game = game

    def say(self, ask: str, who: str, asked: bool, cell: int, coaching: bool) -> str:
        """The sentence for lift (a tile to move) or put (the tile in the hand)."""
        if ask == "put":
            if asked:
                return "Set it down on the lit cell; first take away the tile there, if any."
            return (
                "Set it down on a lit cell; first take away the tile there, if any."
                " Or put it back to choose another."
            )
        if asked:
            return who + ": lift the lit tile."
        return who + ": move or capture with one of the lit tiles."

    def ended(self) -> str:
        """How the end came about, to follow the result."""
        game = self._game
        verdict = game.verdict()
        if verdict == TIE:
            again = game.repeated()
            return _REPEATED if again else ": no tile was captured in 100 turns"
        if verdict != LOSE:
            return ""
        who = "second" if game.turn else "first"
        own = game.tiles(game.turn)
        return f": the {who} player " + ("cannot move" if own & (own - 1) else "has one tile left")
