"""The board's sentences for xtic."""

from lodeboard.games.contract import NOWHERE, TIE
from lodeboard.games.xtic.notation import piece_words, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.xtic.rules import Xtic

_SIDE = 4


class XticSentences:
    """What to do, and how a game ended, as sentences."""

    THING = "piece"
    TOO_EARLY = "Take that piece away again: one has to be given first."

    def __init__(self, game: "Xtic") -> None:
        self._game = game

    def say(self, ask: str, who: str, asked: bool, cell: int, coaching: bool) -> str:
        """The sentence for give or place; with the coach it names the cells that lose at once."""
        if ask == "give":
            if cell == NOWHERE:
                return who + ": choose a piece to give. Right: the next."
            return f"{who}: give the {piece_words(cell)} piece? Middle: yes. Right: the next."
        game = self._game
        piece = piece_words(game.hand)
        if asked:
            return f"{who}: place the {piece} piece where the light rises."
        danger = game.danger(game.hand) if coaching else 0
        names = [game.grid.cell_name(at) for at in range(_SIDE * _SIDE) if (danger >> at) & 1]
        loses = f"; it loses on {' or '.join(names)}" if names else ""
        return f"{who}: place the {piece} piece on any lit cell{loses}."

    def ended(self) -> str:
        """What the pieces of the line have in common: ": four brown pieces in row 2"; or why it is
        a draw."""
        game = self._game
        found = [
            f"four {' '.join(words(shared, values))} pieces {_where(game, line)}"
            for line, shared, values in game.fatal_lines()
        ]
        if game.verdict() == TIE:
            return ": the board is full"
        return ": " + " and ".join(found) if found else ""


def _where(game: "Xtic", line: int) -> str:
    cells = [cell for cell in range(_SIDE * _SIDE) if (line >> cell) & 1]
    names = [game.grid.cell_name(cell) for cell in cells]
    if cells[3] - cells[0] < _SIDE:
        return "in row " + names[0][1]
    if cells[3] - cells[0] == _SIDE * (_SIDE - 1) and names[0][0] == names[3][0]:
        return "in column " + names[0][0]
    return "on the diagonal " + " ".join(names)
