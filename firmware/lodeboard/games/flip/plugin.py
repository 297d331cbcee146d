"""Lights, sentences and players of flip tiles."""

from lodeboard.games.contract import LOSE, TIE, WIN, Plugin
from lodeboard.games.flip.evaluator import check_books
from lodeboard.games.flip.player import FlipPlayer
from lodeboard.games.flip.rules import Flip
from lodeboard.lights import palette

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lodeboard.games.contract import Coach, Game, Tables
    from lodeboard.ports.port import Memory


class FlipPainter:
    """Paints lines over the guide's marks."""

    def __init__(self, game: "Flip"):
        self._game = game

    def lines(self, marks: bytearray) -> None:
        """Mark locked lines always, open lines where no stronger mark is."""
        game = self._game
        locked = game.locked_mask(0) | game.locked_mask(1)
        threat = (game.line_mask(0) | game.line_mask(1)) & ~locked
        for cell in range(game.grid.cells):
            bit = 1 << cell
            mark = marks[cell]
            if locked & bit and mark == palette.OFF:
                marks[cell] = palette.LOCKED
            elif threat & bit:
                if mark == palette.MAY_LIFT:
                    marks[cell] = palette.THREAT_LIFT
                elif mark == palette.OFF:
                    marks[cell] = palette.THREAT

    def end(self, marks: bytearray, verdict: int, span: int) -> bool:
        """Mark the finished game: locked lines steady, the winner's tiles shimmering."""
        game = self._game
        if verdict == WIN:
            winner = game.turn
        elif verdict == LOSE:
            winner = 1 - game.turn
        else:
            winner = 2
        locked = game.locked_mask(0) | game.locked_mask(1)
        tiles = game.occupied if winner == 2 else game.tiles(winner)
        if winner != 2 and not game.locked_mask(winner) and game.line_mask(winner):
            tiles = game.line_mask(winner)  # the line itself won: show only the line
        shown = palette.DRAW if winner == 2 else palette.WINNER
        for cell in range(game.grid.cells):
            bit = 1 << cell
            if locked & bit:
                marks[cell] = palette.LOCKED
            elif tiles & bit:
                marks[cell] = shown
        return False


class FlipSentences:
    """The sentences: what to do, and how the game ended."""

    THING = "tile"
    TOO_EARLY = "Take your own tile away again: first flip a tile of your opponent's."

    def __init__(self, game: "Flip") -> None:
        self._game = game

    def say(self, ask: str, who: str, asked: bool, cell: int, coaching: bool) -> str:
        """Return the sentence for lift (before a flip), put (the tile in the hand) or place."""
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
        """Return the winning line, " with the locked line a1 b1 c1", or why it is a draw."""
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
        names = [
            game.grid.cell_name(cell) for cell in range(game.grid.cells) if (lined >> cell) & 1
        ]
        return f" with the {'locked ' if locked else ''}line {' '.join(names)}"


class LateCoach:
    """The coach; its module is loaded on first use."""

    def __init__(self, player: FlipPlayer) -> None:
        self.values = bytearray(Flip.max_steps)
        self._player = player
        self._coach: Coach | None = None

    def start(self, game: "Game", steps: "Sequence[int]", count: int) -> None:
        if self._coach is None:
            from lodeboard.games.flip.coach import FlipCoach

            self._coach = FlipCoach(self._player.evaluator, Flip.max_steps)
            self.values = self._coach.values
        self._coach.start(game, steps, count)

    def stop(self) -> None:
        if self._coach is not None:
            self._coach.stop()

    def run(self, max_evals: int) -> bool:
        return self._coach is None or self._coach.run(max_evals)


def engine(memory: "Memory | None", tables: "Tables | None") -> "tuple[FlipPlayer, LateCoach]":
    player = FlipPlayer(tables, memory)
    return player, LateCoach(player)


PLUGIN = Plugin(Flip, FlipPainter, FlipSentences, engine, check_books)
