"""Four Field Kono, as the board takes it."""

from lodeboard.games.kono.coach import KonoCoach
from lodeboard.games.kono.painter import KonoPainter
from lodeboard.games.kono.player import KonoPlayer
from lodeboard.games.kono.rules import Kono
from lodeboard.games.kono.sentences import KonoSentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Plugin, Tables
    from lodeboard.ports.port import Memory


class KonoPlugin:
    """See lodeboard.games.contract.Plugin."""

    def open(self, rules: str) -> "tuple[Kono, KonoPainter, KonoSentences]":
        game = Kono(rules)
        return game, KonoPainter(game), KonoSentences(game)

    def engine(
        self, memory: "Memory | None", tables: "Tables | None"
    ) -> "tuple[KonoPlayer, KonoCoach]":
        """They need neither."""
        player = KonoPlayer()
        return player, KonoCoach(player.search)

    def check(self, tables: "Tables") -> str:
        """There are no tables."""
        return ""


PLUGIN: "Plugin" = KonoPlugin()
