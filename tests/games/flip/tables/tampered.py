"""Tables for tests: the shipped ones, and modified copies."""

import inspect
import io

from host_tools.build.compiled import bound, install
from host_tools.games.flip.tables.build import table_path
from lodeboard.games.flip.book import Book
from lodeboard.games.flip.book_kernel import flip_order, flip_unpack
from lodeboard.games.flip.rules import Flip

RULES = Flip.rule_sets


def shipped(rules: str) -> bytes:
    return table_path(rules).read_bytes()


def open_book(data: "bytes | None", rules: str, plain: bool = False) -> Book:
    """A book read from these bytes; None: there is no table."""
    found = None if data is None else io.BytesIO(data)
    install()
    kernels = (flip_order, flip_unpack) if plain else ()
    with bound(*map(inspect.unwrap, kernels)):
        return Book(lambda name: found, rules)


def flipped(data: bytes, at: int, bits: int = 1) -> bytes:
    """The same bytes with these bits of one byte flipped."""
    return data[:at] + bytes([data[at] ^ bits]) + data[at + 1 :]


def decide(book: Book, text: str, choice: int = 0, budget: int = 1 << 28) -> list[int]:
    """The steps that the book gives in this position."""
    game = Flip(book.rules)
    game.load(text)
    book.start(game, choice)
    while not book.run(budget):
        pass
    return list(book.steps)
