"""The layout of the xtic kernel's arrays.

The build writes these constants out as numbers; a board does not get this module.
Constants that only the kernel uses are defined there.
"""

from micropython import const

# What xtic_search returns.
RUNNING = const(0)  # the slice is used up; call again
FINISHED = const(1)
EXHAUSTED = const(2)  # the limit of work was met first: value and move mean nothing

# Words of `state` set by the caller (see XticSearch).
HORIZON = const(0)  # pieces on the board where the search stops looking (at most 16)
PLACED = const(1)  # pieces on the board at the root
PLACING = const(2)  # 1: a piece is in hand at the root; it is the first of frame 0
LIMIT = const(3)  # of work
SLOT_MASK = const(4)  # table entries - 1 (a power of two less one)
AT = const(5)  # next word of ORDER
PLY = const(6)  # 0 to begin
NODES = const(7)  # gifts looked into so far, over all calls until the caller clears it
ORDER = const(11)  # placing: cells to try at the root, 16 << cell each, 0 at the end
# Words set by the kernel.
VALUE = const(8)  # of the root for the player to act: -1 lost, 0 not decided, 1 won
MOVE = const(9)  # the best placement (as in ORDER), or piece to give; not where the root is lost
SPENT = const(10)  # of the budget of this call, as it is counted there
WORK = const(28)  # in eighths of a unit, over all calls like NODES

# A frame for each piece laid since the root, which describes the position after it.
FRAMES = const(33)
FRAME = const(54)
ALPHA = const(2)
BETA = const(3)
BEST_GIFT = const(7)
TRIED = const(9)  # gifts tried so far
COUNT = const(10)  # pieces left to give (at the root one in hand, too)
LINE_COUNT = const(11)
OCCUPIED = const(12)  # mask of cells; then for each property of pieces those that have it
# From here on a mask of cells begins at bit 4.
SINGLES = const(18)  # cells that are the only safe one for a piece
DOUBLES = const(19)  # ... for two pieces or more
PAIRS = const(20)  # safe cells of pieces with at most two of them; bit 0: some with at most five
FREE = const(21)  # cells that are safe for all pieces
# A line that can still become fatal: its empty cells << 4 | the properties that the pieces on
# it share << 20. A property comes in two: bit 20 + n is set if they have bit n of their
# numbers, bit 24 + n if they lack it. Lines with one empty cell are not here: see below.
LINES = const(22)
# A piece left: number | cells where it is not fatal << 4 | its properties (those that lines
# ask for) << 20 | how many safe cells, 1 to 3, 3 for more << 28.
PIECES = const(38)
STATE_WORDS = const(951)

# A table entry: six 16-bit words: occupied, four property masks, data; data is
# horizon << 4 | least value + 1 << 2 | greatest value + 1, 0 for no entry.
ENTRY_WORDS = const(6)
