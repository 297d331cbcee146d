"""Checks commands from a computer before they are executed."""

from lodeboard.games.contract import NOWHERE, Game, GameError
from lodeboard.storage.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.storage.settings import Limits

KNOWN = (
    "hello", "watch", "scan", "inject", "set", "past", "new", "back", "resign", "choose",
    "setup", "play",
)  # fmt: skip


class CommandError(ValueError):
    """A command cannot be executed; the text says why."""


def change(settings: Settings, command: "dict[str, object]", limits: "Limits") -> bool:
    """Apply the settings of a `set` command; True if any has changed. CommandError changes none."""
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


def move(game: Game, command: "dict[str, object]") -> "list[int]":
    """Return the steps of the legal move that a `play` command names. CommandError says what is
    wrong."""
    try:
        return game.parse_move(str(command.get("move")))
    except GameError as error:
        raise CommandError(f"That cannot be played: {error}.") from error


def choice(game: Game, command: "dict[str, object]") -> int:
    """Return the step that a `choose` command names. CommandError says what is wrong."""
    try:
        steps = game.parse_move(str(command.get("move")))
    except GameError as error:
        raise CommandError(f"That cannot be chosen: {error}.") from error
    if game.choice(steps[0]) == NOWHERE:
        raise CommandError("That is not a menu choice: make the move on the board.")
    return steps[0]
