"""Looks up the table of Four Field Kono as the player does."""

from array import array
from typing import TYPE_CHECKING

from host_tools.games.engine import Memory
from lodeboard.games.book_file import BookError
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.kono.rules import Kono
from lodeboard.games.solved import PERFECT
from lodeboard.system.loader import plugin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lodeboard.games.contract import Tables

_SLICE = 5_000  # evaluations' worth of work
_SLICES = 1_000  # in which a decision ends


def check_answers(open_table: "Tables", rules: str, positions: "Sequence[str]", _: int) -> str:
    """Return what is wrong with the answers for these positions, "" if nothing is. Raises BookError
    if the table is refused."""
    player, _coach = plugin("kono").engine(Memory(), open_table)
    game = Kono(rules)
    player.open(game)
    for position in positions:
        game.load(position)
        player.start(game, LEVELS["kono"].index(PERFECT))
        if not any(player.run(_SLICE) for _ in range(_SLICES)):
            return "a decision does not end"
        if trouble := player.take_trouble():
            raise BookError(trouble)
        legal = array("H", [0] * game.max_steps)
        steps = legal[: game.steps(legal)]
        if any(step not in steps for step in player.steps):
            return f"the step {player.steps} is not legal in {position}"
    return ""
