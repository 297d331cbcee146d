"""The move that the board's own player makes, found on this computer."""

from typing import Any

from lodeboard.games.contract import UNDECIDED, VERDICTS, Game, GameError

_SLICE = 20_000  # evaluations between two chances to interrupt


def choose(game: Game, player: Any, level: int) -> dict[str, Any]:
    """The choice of a `player` of the registry in the position of `game`, ready for JSON."""
    verdict = game.verdict()
    if verdict != UNDECIDED:
        raise GameError(f"the game is over: {VERDICTS[verdict]} for the player to act")
    player.start(game, level)
    while not player.run(_SLICE):
        pass
    return {
        "position": game.text(),
        "move": game.move_text(list(player.steps)),
        "from": player.source,
        "nodes": player.nodes,
    }
