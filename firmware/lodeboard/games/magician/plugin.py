"""Lights, sentences and players of Magician Chess."""

from micropython import const

from lodeboard.games.contract import LOSE, NOWHERE, TIE, Plugin
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician.coach import MagicianCoach
from lodeboard.games.magician.player import MagicianPlayer
from lodeboard.games.magician.rules import DROP, MOVE, TOUCH, Magician, cell_of
from lodeboard.lights import palette

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Tables
    from lodeboard.ports.port import Memory

_BECOMES = ("rook", "knight", "magician")
_QUIET_DRAW = const(100)  # as in the rules
_QUIET_SAID = const(80)  # from so many quiet turns on their number is said
_REPEATED = ": the same position for the third time"
_ROOK = const(23)  # the first of their cells, see Magician.choice


class MagicianPainter:
    """Paints over the guide's marks."""

    def __init__(self, game: "Magician"):
        self._game = game

    def lines(self, marks: bytearray) -> None:
        """Mark the holes, even if a piece may go there, and a king in check, even if it may be
        lifted: this replaces a coach's verdict on the king."""
        game = self._game
        for cell in range(len(marks)):
            mark = marks[cell]
            free = mark in (palette.OFF, palette.THINKING, palette.MAY_GO)
            if free and game.piece(cell) == layout.HOLE:
                marks[cell] = palette.HOLE_GO if mark == palette.MAY_GO else palette.HOLE
        if game.in_check():
            cell = cell_of(game.board[layout.KINGS + game.turn])
            mark = marks[cell]
            if mark == palette.OFF:
                marks[cell] = palette.DANGER
            elif mark == palette.MAY_LIFT or palette.COACH <= mark < palette.GIFT:
                marks[cell] = palette.DANGER_LIFT

    def end(self, marks: bytearray, verdict: int, span: int) -> bool:
        """Mark the winner's pieces and the mated king; all pieces after a draw."""
        game = self._game
        winner = 1 - game.turn if verdict == LOSE else game.turn
        for cell in range(len(marks)):
            piece = game.piece(cell)
            if not 0 < piece & 7 < layout.HOLE:
                continue
            if verdict == TIE:
                marks[cell] = palette.DRAW
            elif piece >> 3 == winner:
                marks[cell] = palette.WINNER
        self.lines(marks)
        return False


class MagicianSentences:
    """The sentences: what to do, and how a game ended."""

    THING = "piece"
    TOO_EARLY = "Take that piece away again: none comes onto the board now."

    def __init__(self, game: "Magician") -> None:
        self._game = game

    def say(self, ask: str, who: str, asked: bool, cell: int, coaching: bool) -> str:
        """Return the sentence for lift (a piece to move), put (the piece in the hand) or give (what
        a pawn becomes)."""
        if ask == "give":
            if cell == NOWHERE:
                return (
                    who + ": choose what the pawn becomes: rook, knight or magician. Right: the"
                    " next. Put that piece in its place."
                )
            return f"{who}: make it a {_BECOMES[cell - _ROOK]}? Middle: yes. Right: the next."
        made = self._game.under_way()
        if asked:
            if ask == "put":
                return "Set it down on the lit cell; first take away the piece there, if any."
            say = who + ": lift the lit piece. If no cell lights up for it, it leaves the board."
            return say if made else say + self._near_draw()
        if made:
            return _within(made[len(made) - 1] >> 12, ask == "put")
        if ask == "put":
            return (
                "Set it down on a lit cell; to capture, take away the piece there."
                " Or put it back to choose another."
            )
        if self._game.in_check():
            say = who + ": your king is in check. Lift one of the lit pieces."
        else:
            say = who + ": move with one of the lit pieces, or touch a hole with a magician."
        return say + self._near_draw()

    def _near_draw(self) -> str:
        """Return sentences about a draw that is near, each after a space, or ""."""
        say = ""
        if self._game.occurrences() > 1:
            say = " This position is here for the second time: the third is a draw."
        quiet = self._game.board[layout.QUIET]
        if quiet >= _QUIET_SAID:
            say += f" Turns without a capture or a pawn move: {quiet}; {_QUIET_DRAW} are a draw."
        return say

    def ended(self) -> str:
        """Return how the game ended, to follow the result."""
        game = self._game
        verdict = game.verdict()
        if verdict == LOSE:
            return " by checkmate"
        if verdict != TIE:
            return ""
        if game.occurrences() > 2:
            return _REPEATED
        if game.board[layout.QUIET] >= _QUIET_DRAW:
            return ": fifty turns of each player without a capture or a pawn move"
        if game.length > game.max_length - 3:
            return ": the board cannot store a longer game"
        return ": stalemate"


def _within(last: int, put: bool) -> str:
    """Return the sentence within a turn, after a step of this kind."""
    if last == MOVE:
        return "Set the pawn down again, or the piece it becomes; then choose with the buttons."
    if last == TOUCH:
        if put:
            return "Set the magician where the hole is to go, or back home for no spell."
        return (
            "Lift the magician from the hole to set it where the hole is to go; or take a lit piece"
            " beside the hole off the board."
        )
    if last == DROP:
        return (
            "Set the magician back home. Or put the piece you took off on the hole, to carry it;"
            " or back where it lay, to keep it."
        )
    return "Set the magician back home."


def engine(
    memory: "Memory | None", _tables: "Tables | None"
) -> "tuple[MagicianPlayer, MagicianCoach]":
    """Create player and coach; they need no tables."""
    player = MagicianPlayer(memory)
    return player, MagicianCoach(player.search)


PLUGIN = Plugin(Magician, MagicianPainter, MagicianSentences, engine)
