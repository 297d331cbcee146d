"""The move that the board's own player makes, found on this computer."""

from collections.abc import Callable
from typing import Any

from host_tools.games.contract import go_on
from lodeboard.games.contract import UNDECIDED, VERDICTS, Game, GameError

_HOW = "Tables come with Lodeboard: install it again, or choose another level."
_SLICE = 20_000  # evaluations between two calls of `between`


def choose(
    game: Game, player: Any, level: int, between: Callable[[], None] = go_on
) -> dict[str, Any]:
    """Return the choice of a `player` of the registry in the position of `game`, ready for JSON.

    `between` is called between two slices of its work; an exception it raises ends the search.
    Raises GameError if the game is over or the level cannot be played.
    """
    verdict = game.verdict()
    if verdict != UNDECIDED:
        raise GameError(f"the game is over: {VERDICTS[verdict]} for the player to act")
    player.start(game, level)
    while not player.run(_SLICE):
        between()
    if not player.steps:
        raise GameError(f"{player.take_trouble()} {_HOW}")
    return {
        "position": game.text(),
        "move": game.move_text(list(player.steps)),
        "from": player.source,
        "nodes": player.nodes,
    }
