"""A table of xtic asked as the player asks it."""

from typing import TYPE_CHECKING

from lodeboard.games.contract import NOWHERE
from lodeboard.games.xtic.book import XticBook
from lodeboard.games.xtic.rules import Xtic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lodeboard.games.contract import Tables

_SLICE = 5_000
_SLICES = 5_000  # in which a look-up ends
_STEPS = 32  # placing and giving


def ask(open_table: "Tables", rules: str, positions: "Sequence[str]", _: int) -> str:
    """What is wrong with the answers in these positions, "" if nothing is. BookError where the
    table is refused."""
    book = XticBook(open_table, rules)
    for position in positions:
        game = Xtic(rules)
        game.load(position)
        if book.answers(game):
            book.start(game)
            if not any(book.run(_SLICE) for _ in range(_SLICES)):
                return "a look-up does not end"
            # What is not legal the player takes for no answer.
            if book.step != NOWHERE and not 0 <= book.step < _STEPS:
                return f"there is no step {book.step}"
    book.close()
    return ""
