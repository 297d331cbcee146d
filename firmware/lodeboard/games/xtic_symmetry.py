"""What makes positions of xtic equal: the symmetries of the board's lines and of the pieces.

Every permutation of the cells that carries lines to lines shuffles the columns, then the rows,
and may exchange columns and rows at last. All 24 x 24 x 2 of them keep rows and columns; the
diagonals allow 32 under `normal` and 128 under `torus`. Nothing is kept between two calls but
the pairs of shuffles, worked out when the first key is asked for.

The pieces' symmetries need no list: exchanging a property's values complements its mask,
exchanging properties exchanges their masks. So of each property the image is taken in which the
first piece has a 0, and the four images are sorted.
"""

from micropython import const

from lodeboard.games.game import NOWHERE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.xtic import Xtic

_SIDE = const(4)
_PROPERTIES = const(4)
_HAND = const(1 << 16)  # the piece in hand, as if it lay after the last cell

_pairs: "dict[tuple[int, ...], list[tuple[bytes, bytes]]]" = {}


def shuffles() -> "list[bytes]":
    """The 24 orders of four things: the thing at i goes to place order[i]."""
    orders = []
    for packed in range(256):
        order = bytes([(packed >> shift) & 3 for shift in (6, 4, 2, 0)])
        if len(set(order)) == _SIDE:
            orders.append(order)
    return orders


def pairs(lines: "tuple[int, ...]") -> "list[tuple[bytes, bytes]]":
    """The shuffles of (columns, rows) that carry these lines to lines: four rows and four
    columns, which any shuffle keeps, then the diagonals. With each of the pairs columns and rows
    may be exchanged too."""
    found = _pairs.get(lines)
    if found is None:
        found = []
        diagonals = lines[2 * _SIDE :]
        for columns in shuffles():
            for rows in shuffles():
                for line in diagonals:
                    if image(line, columns, rows) not in diagonals:
                        break
                else:
                    found.append((columns, rows))
        # The pairs of one rule set at a time.
        _pairs.clear()
        _pairs[lines] = found
    return found


def image(mask: int, columns: bytes, rows: bytes) -> int:
    """A mask of cells after both shuffles; what lies beyond the cells stays."""
    moved = mask & ~0xFFFF
    for row in range(_SIDE):
        bits = (mask >> (4 * row)) & 15
        if bits:
            to = 4 * rows[row]
            for column in range(_SIDE):
                if (bits >> column) & 1:
                    moved |= 1 << (to + columns[column])
    return moved


def exchanged(mask: int) -> int:
    """A mask of cells with rows and columns exchanged; what lies beyond the cells stays."""
    moved = mask & ~0xFFFF
    for cell in range(_SIDE * _SIDE):
        if (mask >> cell) & 1:
            moved |= 1 << (4 * (cell & 3) + (cell >> 2))
    return moved


def key(game: "Xtic") -> int:
    """The smallest image: cells taken (17 bits, the hand the highest), then the four sorted
    masks of the properties."""
    taken = game.occupied
    ones = list(game.ones)
    if game.hand != NOWHERE:
        taken |= _HAND
        for index in range(_PROPERTIES):
            if (game.hand >> index) & 1:
                ones[index] |= _HAND
    smallest = _HAND << 1
    least = 0
    for _ in range(2):
        for columns, rows in pairs(game.lines):
            cells = image(taken, columns, rows)
            # Cells taken decide first; only the smallest such image is worth completing.
            if cells > smallest:
                continue
            packed = _pieces(cells, [image(mask, columns, rows) for mask in ones])
            if cells < smallest or packed < least:
                smallest = cells
                least = packed
        taken = exchanged(taken)
        ones = [exchanged(mask) for mask in ones]
    return (smallest << 68) | least


def _pieces(cells: int, ones: "list[int]") -> int:
    first = cells & -cells
    masks = [mask ^ cells if mask & first else mask for mask in ones]
    masks.sort()
    packed = 0
    for mask in masks:
        packed = (packed << 17) | mask
    return packed
