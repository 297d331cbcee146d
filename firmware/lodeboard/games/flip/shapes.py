"""Converts the section "shapes" for the book's kernel, and checks it.

Needed once per book, so a board loads this module only then.
"""

from micropython import const

from lodeboard.games.flip import book_layout as layout
from lodeboard.games.flip.lookup import ones, put_mask

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

    from lodeboard.games.grid import Grid

_CELLS = const(16)
_MOST_CELLS = const(6)  # of a shape


def order_state(state: "array[int]", section: "bytes | bytearray", grid: "Grid") -> bytearray:
    """Set the constant part of flip_order's state: the shapes as it takes them."""
    order_words(state, section, grid)
    return order_lists(state, section)


def order_words(state: "array[int]", section: "bytes | bytearray", grid: "Grid") -> None:
    """Set the small constants."""
    state[layout.SHAPES] = section[0] | section[1] << 8
    state[layout.SIZE] = section[2] | section[3] << 8
    for index in range(4 * _CELLS):
        state[layout.NEIGHBOURS + index] = grid.neighbours[index]
    fill_words(state)


def check(section: "bytes | bytearray") -> bool:
    """Whether no shape of the section leads the kernel outside the board, its words or its
    weights."""
    size = section[2] | section[3] << 8
    left = section[0] | section[1] << 8
    offset = 4
    fits = left <= layout.MOST_SHAPES
    while fits and left:
        left -= 1
        shape = section[offset : offset + 5]
        cells = section[offset + 5 : offset + 5 + shape[0]] if len(shape) == 5 else b""
        if not cells:
            return False
        offset += 5 + shape[0]
        beside = ones(shape[1] | shape[2] << 8)
        # Contents that differ by turning over all of one player's tiles count once.
        words = (5 ** len(cells) + 2 * 3 ** len(cells) + 1) // 4 * (9 if beside else 1)
        fits = len(cells) == shape[0] <= _MOST_CELLS and max(cells) < _CELLS and beside < 9
        fits = fits and (shape[3] | shape[4] << 8) + words <= size
    return fits and offset == len(section)


def order_lists(
    state: "array[int]", section: "bytes | bytearray", into: "bytearray | None" = None
) -> bytearray:
    """The shapes, and their lists after them: where each begins, two bytes, 16 for the cells,
    one of all shapes, and the end; where each shape begins; then the numbers of the shapes. A
    cell's are those that it is part of or beside. `into`: where they go, if it is long enough.
    """
    number = section[0] | section[1] << 8
    start = len(section) - 4
    state[layout.LISTS] = start
    masks = []  # of each shape, whose lists it is in: a bit for each cell, and one for all shapes
    begins = []
    length = 0
    offset = 0
    for _ in range(number):
        size = section[offset + 4]
        mask = section[offset + 5] | section[offset + 6] << 8 | 1 << _CELLS
        for index in range(offset + 9, offset + 9 + size):
            mask |= 1 << section[index]
        masks.append(mask)
        begins.append(offset)
        length += ones(mask)
        offset += 5 + size
    # In one piece from the beginning, for memory is short.
    end = start + 2 * (_CELLS + 2) + 2 * number
    shapes = into if into is not None and end + length <= len(into) else bytearray(end + length)
    memoryview(shapes)[:start] = memoryview(section)[4:]
    offset = start
    for cell in range(_CELLS + 1):
        put_mask(shapes, offset, end)
        offset += 2
        bit = 1 << cell
        for shape in range(number):
            if masks[shape] & bit:
                shapes[end] = shape
                end += 1
    put_mask(shapes, offset, end)
    for begin in begins:
        offset += 2
        put_mask(shapes, offset, begin)
    return shapes


def fill_words(state: "array[int]") -> None:
    """The table by which the kernel numbers what lies on a shape: canonical words of a length in
    the order of their cells, empty before own before the opponent's."""
    # Words of n cells yet to come, by whose tiles have been met: own 1, the opponent's 2.
    counts = [[1] * 7 for _ in range(4)]
    for n in range(1, 7):
        for met in range(4):
            own = counts[met | 1][n - 1] * (2 if met & 1 else 1)
            other = counts[met | 2][n - 1] * (2 if met & 2 else 1)
            counts[met][n] = counts[met][n - 1] + own + other
    for first_own in range(3):  # 0: none met; else what the first one shows
        for first_other in range(3):
            met = (1 if first_own else 0) | (2 if first_other else 0)
            for left in range(6):
                start = layout.WORDS + ((first_own * 3 + first_other) * 6 + left) * 5
                low = counts[met][left]
                for tile in range(5):
                    own_next = first_own
                    other_next = first_other
                    before = 0
                    if tile in (1, 2):
                        own_next = first_own or tile
                        before = low
                        if own_next != tile:
                            before += counts[met | 1][left]
                    elif tile:
                        other_next = first_other or tile - 2
                        before = low + counts[met | 1][left] * (2 if met & 1 else 1)
                        if other_next != tile - 2:
                            before += counts[met | 2][left]
                    state[start + tile] = before << 9 | (own_next * 3 + other_next) * 30
