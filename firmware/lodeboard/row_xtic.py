"""xtic, for the registry."""

from lodeboard.engine.xtic_book import check_books
from lodeboard.engine.xtic_coach import XticCoach
from lodeboard.engine.xtic_player import XticPlayer
from lodeboard.games.xtic import Xtic
from lodeboard.lights.xtic import XticPainter
from lodeboard.row import Row
from lodeboard.session import xtic_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _player(kernels: "dict[str, Any]", tables: "Any" = None) -> XticPlayer:
    return XticPlayer(kernels.get("xtic_search"), tables, kernels)


def _coach(player: XticPlayer) -> XticCoach:
    return XticCoach(player.search)


ROW = Row(Xtic, _player, _coach, XticPainter, xtic_words, check_books)
