"""Positions of flip tiles that are equal by symmetry. In memory only where somebody asks for it."""

from array import array

from micropython import const

from lodeboard.games.grid import grid_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.flip.rules import Flip

_ROWS = const(4)
_CELLS = const(16)
_MADE: "list[array[int]]" = []


def image_table() -> "array[int]":
    """Images of every content of every row, so that the image of a mask is four look-ups.

    The image of row content `bits` of row `row` under symmetry `t` is at index
    ((t * 4 + row) << 4) | bits; a mask's image is the OR over its rows. Made once.
    """
    if _MADE:
        return _MADE[0]
    table = array("H")
    for permutation in grid_of(_ROWS, _ROWS).symmetries:
        for row in range(_ROWS):
            start = len(table)
            table.append(0)
            for column in range(_ROWS):
                # The next half of the row's table: the first half with one more cell.
                bit = 1 << permutation[row * _ROWS + column]
                for index in range(start, start + (1 << column)):
                    table.append(table[index] | bit)
    _MADE.append(table)
    return table


def key(game: "Flip") -> int:
    """See Flip.key."""
    best = -1
    occupied = 1 << _CELLS
    for symmetry in range(8):
        # Cells taken decide first; only the smallest such image is worth completing.
        image = _image(game.occupied, symmetry)
        if image > occupied:
            continue
        first = _image(game.first, symmetry)
        side = _image(game.side, symmetry)
        second = image ^ first
        # Each player's lowest cell is made to show its up side.
        if side & first & -first:
            side ^= first
        if side & second & -second:
            side ^= second
        packed = (first << _CELLS) | side
        if image < occupied or packed < best:
            occupied = image
            best = packed
    half = 0 if game.between_moves() else 1
    return (((half << _CELLS) | occupied) << (2 * _CELLS)) | best


def _image(mask: int, symmetry: int) -> int:
    images = image_table()
    base = symmetry * 64
    return (
        images[base + (mask & 15)]
        | images[base + 16 + ((mask >> 4) & 15)]
        | images[base + 32 + ((mask >> 8) & 15)]
        | images[base + 48 + (mask >> 12)]
    )
