"""What a command from a computer asks for, checked before anything is done."""

from array import array

from lodeboard.games.contract import NOWHERE, Game, GameError
from lodeboard.storage.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.storage.settings import Limits

KNOWN = ("hello", "watch", "scan", "inject", "set", "new", "back", "resign", "choose", "setup")


class CommandError(ValueError):
    """A command that cannot be obeyed; the text says why."""


def change(settings: Settings, command: "dict[str, object]", limits: "Limits") -> bool:
    """Take over the settings named in a `set` command; True when any is another than before.
    CommandError changes none of them."""
    values: dict[str, int] = {}
    variant = command.get("variant", settings.variant)
    counts = limits(variant if isinstance(variant, int) and variant >= 0 else settings.variant)
    for field, value in command.items():
        if field == "c":
            continue
        if field not in settings.FIELDS:
            raise CommandError(f"There is no setting {field}: {', '.join(settings.FIELDS)}.")
        most = counts[settings.FIELDS.index(field)] - 1
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            raise CommandError(f"{field} is a whole number from 0 to {most}.")
        values[field] = value
    changed = False
    for field, value in values.items():
        changed = changed or getattr(settings, field) != value
        setattr(settings, field, value)
    return changed


def play_through(game: Game, command: "dict[str, object]") -> "tuple[str, list[int]]":
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


def choice(game: Game, command: "dict[str, object]") -> int:
    """The step that a `choose` command wants; CommandError says what is wrong."""
    try:
        steps = game.parse_move(str(command.get("move")))
    except GameError as error:
        raise CommandError(f"That cannot be chosen: {error}.") from error
    if game.choice(steps[0]) == NOWHERE:
        raise CommandError("That is no choice: hands carry it out on the board.")
    return steps[0]
