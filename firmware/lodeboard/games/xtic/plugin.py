"""xtic, for the registry."""

from lodeboard.games.plugin import Row
from lodeboard.games.xtic import sentences as xtic_words
from lodeboard.games.xtic.book import check_books
from lodeboard.games.xtic.coach import XticCoach
from lodeboard.games.xtic.painter import XticPainter
from lodeboard.games.xtic.player import XticPlayer
from lodeboard.games.xtic.rules import Xtic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _player(kernels: "dict[str, Any]", tables: "Any" = None) -> XticPlayer:
    return XticPlayer(kernels.get("xtic_search"), tables, kernels)


def _coach(player: XticPlayer) -> XticCoach:
    return XticCoach(player.search)


ROW = Row(Xtic, _player, _coach, XticPainter, xtic_words, check_books)
