"""Flip tiles, for the registry."""

from lodeboard.games.flip import sentences as flip_words
from lodeboard.games.flip.coach import FlipCoach
from lodeboard.games.flip.evaluator import check_books
from lodeboard.games.flip.painter import FlipPainter
from lodeboard.games.flip.player import FlipPlayer
from lodeboard.games.flip.rules import Flip
from lodeboard.games.plugin import Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lodeboard.games.flip.evaluator import Tables


def _player(kernels: "dict[str, Any]", tables: "Tables | None" = None) -> FlipPlayer:
    return FlipPlayer(kernels.get("flip_search"), tables, kernels)


def _coach(player: FlipPlayer) -> FlipCoach:
    return FlipCoach(player.judge, Flip.max_steps)


ROW = Row(Flip, _player, _coach, FlipPainter, flip_words, check_books)
