"""Symmetries of xtic positions: the symmetries of the board's lines and of the pieces.

Every permutation of the cells that carries lines to lines shuffles the columns, then the rows, and
may exchange columns and rows before. All 24 x 24 x 2 of them keep rows and columns; the diagonals
allow 32 under `normal` and 128 under `torus`.

The pieces' symmetries need no list: exchanging a property's values complements its mask, exchanging
properties exchanges their masks. So of each property the image is taken in which the first piece
has a 0, and the four images are sorted.
"""

from micropython import const

from lodeboard.games.contract import NOWHERE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.xtic.rules import Xtic

_SIDE = const(4)
_PROPERTIES = const(4)
_CELLS = const(0xFFFF)
_HAND = const(1 << 16)  # the piece in hand, as if it lay after the last cell


def shuffles() -> "list[bytes]":
    """The 24 orders of four items: item i goes to place order[i]. The first is the identity."""
    orders = []
    for first in range(_SIDE):
        for second in range(_SIDE):
            for third in range(_SIDE):
                if len({first, second, third}) == 3:
                    orders.append(bytes((first, second, third, 6 - first - second - third)))
    return orders


def moved_by(columns: bytes) -> bytes:
    """The result of a shuffle of the columns for each content of a row."""
    return bytes([_shuffled(bits, columns) for bits in range(1 << _SIDE)])


def _shuffled(bits: int, columns: bytes) -> int:
    moved = 0
    for column in range(_SIDE):
        if (bits >> column) & 1:
            moved |= 1 << columns[column]
    return moved


def keeps(lines: "tuple[int, ...]", moved: bytes, rows: bytes) -> bool:
    """Whether shuffling columns (see moved_by) and rows maps these lines to lines: four rows and
    four columns, which any shuffle keeps, then the diagonals. If so, it does with columns and rows
    exchanged before, too."""
    diagonals = lines[2 * _SIDE :]
    return all(image(line, moved, rows) in diagonals for line in diagonals)


def image(mask: int, moved: bytes, rows: bytes) -> int:
    """A mask of cells after both shuffles; bits beyond the cells stay."""
    return (
        mask & ~_CELLS
        | moved[mask & 15] << (4 * rows[0])
        | moved[(mask >> 4) & 15] << (4 * rows[1])
        | moved[(mask >> 8) & 15] << (4 * rows[2])
        | moved[(mask >> 12) & 15] << (4 * rows[3])
    )


def exchanged(mask: int) -> int:
    """A mask of cells with rows and columns exchanged; bits beyond the cells stay."""
    moved = mask & ~_CELLS
    for cell in range(_SIDE * _SIDE):
        if (mask >> cell) & 1:
            moved |= 1 << (4 * (cell & 3) + (cell >> 2))
    return moved


class Smallest:
    """The smallest image of a position, and the way back from it. `start`, then `run` until it
    says True; then

    cells   cells taken in the image, 17 bits, the hand the highest
    masks   in the image the masks of the properties, in order

    Where several symmetries lead to the image, they differ by one that keeps the position; so it
    does not matter which of them leads back.
    """

    def __init__(self) -> None:
        self.cells = 0
        self.masks = [0] * _PROPERTIES
        self._shuffles = shuffles()
        self._lines: tuple[int, ...] = ()
        self._sides: list[list[int]] = []  # cells taken, then the masks; the same, exchanged
        self._next = 0
        # How the image was reached: for each property the original one << 1 | whether complemented.
        self._way = (False, b"", b"")
        self._order = [0] * _PROPERTIES

    def start(self, game: "Xtic") -> None:
        """Start with a position."""
        masks = list(game.ones)
        masks.insert(0, game.occupied)
        if game.hand != NOWHERE:
            masks[0] |= _HAND
            for index in range(_PROPERTIES):
                if (game.hand >> index) & 1:
                    masks[1 + index] |= _HAND
        self._lines = game.lines
        self._sides = [masks, [exchanged(mask) for mask in masks]]
        self._next = 0
        self.cells = _HAND << 1

    def run(self) -> bool:
        """Try one shuffle of the columns with all shuffles of the rows; True when none is left."""
        columns = self._shuffles[self._next]
        self._next += 1
        moved = moved_by(columns)
        for masks in self._sides:
            taken = masks[0]
            for rows in self._shuffles:
                cells = image(taken, moved, rows)
                # Occupied cells decide first; only the smallest such image is worth completing.
                if cells <= self.cells and keeps(self._lines, moved, rows):
                    self._complete(cells, masks, moved, columns, rows)
        # an empty board has only one image
        return self._next == len(self._shuffles) or not self.cells & _CELLS

    def _complete(
        self, cells: int, masks: "list[int]", moved: bytes, columns: bytes, rows: bytes
    ) -> None:
        lowest = cells & -cells
        found = []
        for index in range(_PROPERTIES):
            mask = masks[1 + index]
            turned = image(mask, moved, rows)
            if turned & lowest:
                found.append((turned ^ cells) << 3 | index << 1 | 1)
            else:
                found.append(turned << 3 | index << 1)
        found.sort()
        images = [mask >> 3 for mask in found]
        if cells < self.cells or images < self.masks:
            self.cells = cells
            self.masks = images
            self._way = (masks is not self._sides[0], columns, rows)
            self._order = [mask & 7 for mask in found]

    def cell(self, there: int) -> int:
        """The cell whose image is this cell."""
        exchange, columns, rows = self._way
        row = rows.find(bytes([there >> 2]))
        column = columns.find(bytes([there & 3]))
        return 4 * column + row if exchange else 4 * row + column

    def piece(self, there: int) -> int:
        """The piece whose image is this piece."""
        found = 0
        for index in range(_PROPERTIES):
            way = self._order[index]
            found |= ((there >> index & 1) ^ (way & 1)) << (way >> 1)
        return found


def key(game: "Xtic") -> int:
    """The smallest image: cells taken (17 bits, the hand the highest), then the four sorted
    masks of the properties."""
    smallest = Smallest()
    smallest.start(game)
    while not smallest.run():
        pass
    packed = smallest.cells
    for mask in smallest.masks:
        packed = (packed << 17) | mask
    return packed
