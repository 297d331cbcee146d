"""xtic, as the board takes it."""

from lodeboard.games.xtic.book import check_books
from lodeboard.games.xtic.coach import XticCoach
from lodeboard.games.xtic.painter import XticPainter
from lodeboard.games.xtic.player import XticPlayer
from lodeboard.games.xtic.rules import Xtic
from lodeboard.games.xtic.sentences import XticSentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Plugin, Tables
    from lodeboard.ports.port import Memory


class XticPlugin:
    """See lodeboard.games.contract.Plugin."""

    def open(self, rules: str) -> "tuple[Xtic, XticPainter, XticSentences]":
        game = Xtic(rules)
        return game, XticPainter(game), XticSentences(game)

    def engine(
        self, memory: "Memory | None", tables: "Tables | None"
    ) -> "tuple[XticPlayer, XticCoach]":
        player = XticPlayer(tables, memory)
        return player, XticCoach(player.search)

    def check(self, tables: "Tables") -> str:
        return check_books(tables)


PLUGIN: "Plugin" = XticPlugin()
