"""Flip tiles, as the board takes them."""

from lodeboard.games.flip.coach import FlipCoach
from lodeboard.games.flip.evaluator import check_books
from lodeboard.games.flip.painter import FlipPainter
from lodeboard.games.flip.player import FlipPlayer
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.sentences import FlipSentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Plugin, Tables
    from lodeboard.ports.port import Memory


class FlipPlugin:
    """See lodeboard.games.contract.Plugin."""

    def open(self, rules: str) -> "tuple[Flip, FlipPainter, FlipSentences]":
        game = Flip(rules)
        return game, FlipPainter(game), FlipSentences(game)

    def engine(
        self, memory: "Memory | None", tables: "Tables | None"
    ) -> "tuple[FlipPlayer, FlipCoach]":
        player = FlipPlayer(tables, memory)
        return player, FlipCoach(player.evaluator, Flip.max_steps)

    def check(self, tables: "Tables") -> str:
        return check_books(tables)


PLUGIN: "Plugin" = FlipPlugin()
