"""Lights, sentences and players of xtic."""

from lodeboard.games.contract import LOSE, NOWHERE, TIE, Plugin
from lodeboard.games.xtic.book import check_books
from lodeboard.games.xtic.coach import XticCoach
from lodeboard.games.xtic.notation import piece_words, words
from lodeboard.games.xtic.player import XticPlayer
from lodeboard.games.xtic.rules import Xtic
from lodeboard.lights import palette

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Tables
    from lodeboard.ports.port import Memory

_UNKNOWN = palette.COACH
_LOSES = palette.COACH + LOSE
_SIDE = 4


class XticPainter:
    """Paints over the guide's marks, and paints the end."""

    def __init__(self, game: "Xtic"):
        self._game = game

    def lines(self, marks: bytearray) -> None:
        """Where the coach has no verdict yet, mark placements that lose by the rules."""
        game = self._game
        if game.hand == NOWHERE or not any(mark == _UNKNOWN for mark in marks):
            return
        danger = game.danger(game.hand)
        for cell in range(game.grid.cells):
            if marks[cell] == _UNKNOWN and (danger >> cell) & 1:
                marks[cell] = _LOSES

    def end(self, marks: bytearray, verdict: int, span: int) -> bool:
        """Mark alternately each line that ended the game and, on the menu of pieces, all pieces
        with the line's common property; without a line all pieces."""
        game = self._game
        lines = game.fatal_lines()
        shown = game.occupied
        meaning = palette.DRAW if verdict == TIE else palette.WINNER
        if lines:
            shown, shared, values = lines[span // 2 % len(lines)]
            if span & 1:
                meaning = palette.GIVEN
                shown = 0
                for piece in range(game.grid.cells):
                    if piece & shared == values:
                        shown |= 1 << piece
        for cell in range(game.grid.cells):
            if (shown >> cell) & 1:
                marks[cell] = meaning
        return meaning == palette.GIVEN


class XticSentences:
    """The sentences: what to do, and how a game ended."""

    THING = "piece"
    TOO_EARLY = "Take that piece away again: one has to be given first."

    def __init__(self, game: "Xtic") -> None:
        self._game = game

    def say(self, ask: str, who: str, asked: bool, cell: int, coaching: bool) -> str:
        """Return the sentence for give or place; with the coach it names the cells that lose at
        once."""
        if ask == "give":
            if cell == NOWHERE:
                return who + ": choose a piece to give. Right: the next."
            return f"{who}: give the {piece_words(cell)} piece? Middle: yes. Right: the next."
        game = self._game
        piece = piece_words(game.hand)
        if asked:
            return f"{who}: place the {piece} piece where the light rises."
        danger = game.danger(game.hand) if coaching else 0
        names = [
            game.grid.cell_name(index) for index in range(_SIDE * _SIDE) if (danger >> index) & 1
        ]
        loses = f"; it loses on {' or '.join(names)}" if names else ""
        return f"{who}: place the {piece} piece on any lit cell{loses}."

    def ended(self) -> str:
        """Return the line's common property, ": four brown pieces in row 2", or why it is a
        draw."""
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


def engine(memory: "Memory | None", tables: "Tables | None") -> "tuple[XticPlayer, XticCoach]":
    player = XticPlayer(tables, memory)
    return player, XticCoach(player.search)


PLUGIN = Plugin(Xtic, XticPainter, XticSentences, engine, check_books)
