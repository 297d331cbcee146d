"""Looks up a table of flip tiles as the player does, with every array access checked."""

import functools
import inspect
from array import array
from typing import TYPE_CHECKING, Any

from host_tools.build import compiled
from host_tools.games.engine import Memory
from lodeboard.games.catalogue import MEMORY_WORDS
from lodeboard.games.flip import book_kernel
from lodeboard.games.flip.book import Book
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.search_layout import WEIGHTS_BYTES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lodeboard.games.contract import Tables

_SLICE = 5_000  # evaluations' worth of work
_SLICES = 5_000  # in which a look-up ends
_MEMORY = Memory()


def check_answers(open_table: "Tables", rules: str, positions: "Sequence[str]", choice: int) -> str:
    """Return what is wrong with the answers for positions of few tiles, "" if nothing is. Raises
    BookError if the table is refused, IndexError if a look-up would leave an array."""
    book = Book(open_table, rules, _MEMORY.as_bytes(_MEMORY.words(MEMORY_WORDS["flip"])))
    book._order, book._unpack = _kernels()
    book.load_search_weights(bytearray(WEIGHTS_BYTES))
    for position in positions:
        game = Flip(rules)
        game.load(position)
        book.unload()
        book.start(game, choice)
        if not any(book.run(_SLICE) for _ in range(_SLICES)):
            return "a look-up does not end"
        legal = array("H", [0] * game.max_steps)
        for step in book.steps:
            if step not in legal[: game.steps(legal)]:
                return f"the step {step} is not legal in {game.text()}"
            game.push(step)
    book.close()
    return ""


@functools.cache
def _kernels() -> "tuple[Any, Any]":
    """flip_order and flip_unpack, which raise IndexError where they look outside of an array."""
    try:
        import numba  # noqa: PLC0415 - takes most of a second
    except ImportError:
        return inspect.unwrap(book_kernel.flip_order), inspect.unwrap(book_kernel.flip_unpack)
    # not cached: a cache does not distinguish code with checks from code without
    checking = numba.njit(boundscheck=True)
    checked = [
        compiled.OnArrays(
            plain, functools.partial(checking, compiled.in_one_piece(inspect.unwrap(plain)))
        )
        for plain in (book_kernel.flip_order, book_kernel.flip_unpack)
    ]
    return checked[0], checked[1]
