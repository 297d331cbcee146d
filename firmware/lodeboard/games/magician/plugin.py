"""Magician Chess, as the board takes it."""

from lodeboard.games.magician.coach import MagicianCoach
from lodeboard.games.magician.painter import MagicianPainter
from lodeboard.games.magician.player import MagicianPlayer
from lodeboard.games.magician.rules import Magician
from lodeboard.games.magician.sentences import MagicianSentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Plugin, Tables
    from lodeboard.ports.port import Memory


class MagicianPlugin:
    """See lodeboard.games.contract.Plugin."""

    def open(self, rules: str) -> "tuple[Magician, MagicianPainter, MagicianSentences]":
        game = Magician(rules)
        return game, MagicianPainter(game), MagicianSentences(game)

    def engine(
        self, memory: "Memory | None", tables: "Tables | None"
    ) -> "tuple[MagicianPlayer, MagicianCoach]":
        """They need no tables."""
        player = MagicianPlayer(memory)
        return player, MagicianCoach(player.search)

    def check(self, tables: "Tables") -> str:
        """There are no tables."""
        return ""


PLUGIN: "Plugin" = MagicianPlugin()
