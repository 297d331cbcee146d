"""A game's player on the computer: the firmware's own, with the memory that the board has. Its
kernels are plain Python until their machine code is ready."""

from array import array
from typing import TYPE_CHECKING

from host_tools.build import speedup
from host_tools.games.book_file import WholeBook
from host_tools.games.table_files import open_table
from lodeboard.system.loader import plugin

if TYPE_CHECKING:
    from lodeboard.games.contract import Coach, Player, Tables
    from lodeboard.ports.port import Table


class Memory:
    """The large arrays for the player, as a port has them."""

    def __init__(self) -> None:
        self._words = array("i")

    def words(self, count: int) -> "array[int]":
        """At least this many 32-bit integers, always the same array."""
        if len(self._words) < count:
            self._words = array("i", range(count))
        return self._words

    def as_bytes(self, words: "array[int]", begin: int = 0, count: int = -1) -> memoryview:
        """The memory of such an array: this many bytes from an offset on, all by default."""
        view = memoryview(words).cast("B")
        return view[begin:] if count < 0 else view[begin : begin + count]


def open_sound(name: str, tables: "Tables" = open_table) -> "Table | None":
    """Open the table of this name and check it completely; None if there is none. Raises BookError
    if it is damaged."""
    file = tables(name)
    if file is not None:
        WholeBook(tables, name).close()
    return file


def make_engine(game: str, tables: "Tables" = open_sound) -> "tuple[Player, Coach]":
    """The player and the coach of a game, in the state after power-on."""
    speedup.install()
    return plugin(game).engine(Memory(), tables)
