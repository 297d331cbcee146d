"""Flip tiles, for the registry."""

from lodeboard.engine.flip_coach import FlipCoach
from lodeboard.engine.flip_judge import check_books
from lodeboard.engine.flip_player import FlipPlayer
from lodeboard.games.flip import Flip
from lodeboard.lights.flip import FlipPainter
from lodeboard.row import Row
from lodeboard.session import flip_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lodeboard.engine.flip_judge import Tables


def _player(kernels: "dict[str, Any]", tables: "Tables | None" = None) -> FlipPlayer:
    return FlipPlayer(kernels.get("flip_search"), tables, kernels)


def _coach(player: FlipPlayer) -> FlipCoach:
    return FlipCoach(player.judge, Flip.max_steps)


ROW = Row(Flip, _player, _coach, FlipPainter, flip_words, check_books)
