"""Sets up a game for a computer. Rare, so the module is loaded on use."""

from array import array

from lodeboard.games.contract import Game, GameError
from lodeboard.link.commands import CommandError

MOST_MS = 3_000_000  # left to a player


def load(game: Game, command: "dict[str, object]") -> "tuple[str, list[int]]":
    """Bring `game` to the position of a `setup` command; return its start and the steps from there.
    The last move may be incomplete. CommandError says what is wrong; the game's position is then
    undefined."""
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


def times(command: "dict[str, object]") -> "list[int] | None":
    """Return the milliseconds left to each player in a `setup` command, or None. CommandError says
    what is wrong."""
    left = command.get("clock")
    if left is None:
        return None
    wanted = "setup wants the milliseconds left to each player as its clock."
    if not isinstance(left, list) or len(left) != 2:
        raise CommandError(wanted)
    for ms in left:
        if type(ms) is not int or not 0 < ms <= MOST_MS:
            raise CommandError(wanted)
    return left


def begin(game: Game, text: str, steps: "list[int]") -> bool:
    """Make the steps of an incomplete move with this text and append them to the steps already
    made. Returns False and changes nothing if no legal move begins like this."""
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
