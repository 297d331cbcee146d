"""The game that a computer sets up. It is rare: nothing of it is in memory before."""

from array import array

from lodeboard.games.contract import Game, GameError
from lodeboard.link.commands import CommandError


def load(game: Game, command: "dict[str, object]") -> "tuple[str, list[int]]":
    """Bring `game` to where a `setup` command wants it; the start and the steps from it. A move may
    be the part of one that is made of a turn under way. CommandError says what is wrong; the game
    is then anywhere."""
    start = command.get("position")
    moves = command.get("moves", [])
    if not isinstance(start, str) or not isinstance(moves, list):
        raise CommandError("setup wants a position and a list of moves.")
    steps: list[int] = []
    try:
        game.load(start)
        for move in moves:
            made: list[int] = []
            try:
                made = game.parse_move(str(move))
                for step in made:
                    game.push(step)
            except GameError:
                if not begin(game, str(move), made):
                    raise
            steps += made
    except GameError as error:
        raise CommandError(f"That cannot be set up: {error}.") from error
    return start, steps


def begin(game: Game, text: str, steps: "list[int]") -> bool:
    """Make the part of a move that is written like this, after these steps of it; they are added.
    False, and nothing made, where no move begins so."""
    legal = array("H", [0] * game.max_steps)
    for step in legal[: game.steps(legal)]:
        steps.append(step)
        part = game.move_text(steps)
        if text.startswith(part):
            game.push(step)
            if not game.between_moves() and (part == text or begin(game, text, steps)):
                return True
            game.pop()
        steps.pop()
    return False
