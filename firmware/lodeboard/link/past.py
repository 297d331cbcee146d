"""Sends the games that ended at this board to a computer. Rare, so the module is loaded on use."""

from lodeboard.link.commands import CommandError
from lodeboard.storage.past import PARTS, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.link.link import Link
    from lodeboard.play.scene import Board


def tell(board: "Board", link: "Link", back: object) -> None:
    """Send the games of a part, those played last first; back: how many parts ago. At the end
    follows the next part, -1 if there is none. CommandError for what is no such number."""
    if not isinstance(back, int) or not 0 <= back <= PARTS:
        raise CommandError(f"past wants a number of parts to go back, 0 to {PARTS}.")
    number, lines = load(board)
    if back:
        number -= back
        found, lines = load(board, number % PARTS)
        if found != number:
            number, lines = -1, b""
    for line in reversed(lines.decode().split("\n")):
        if line:
            link.send({"t": "past", "game": line})
    link.send({"t": "past", "next": back + 1 if number > 0 and back < PARTS else -1})
