"""Looks up a table of xtic as the player does."""

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


def check_answers(open_table: "Tables", rules: str, positions: "Sequence[str]", _: int) -> str:
    """Return what is wrong with the answers for these positions, "" if nothing is. Raises BookError
    if the table is refused."""
    book = XticBook(open_table, rules)
    for position in positions:
        game = Xtic(rules)
        game.load(position)
        if book.answers(game):
            book.start(game)
            if not any(book.run(_SLICE) for _ in range(_SLICES)):
                return "a look-up does not end"
            # the player ignores an illegal answer
            if book.step != NOWHERE and not 0 <= book.step < _STEPS:
                return f"there is no step {book.step}"
    book.close()
    return ""
