"""The words of the xtic kernel: what its arrays hold, and where.

Apart from the kernel, so that a board whose port has a faster twin need not hold the plain one.
What the kernel alone uses stands there.
"""

from micropython import const

# What xtic_search returns.
RUNNING = const(0)  # the slice is used up; call again
FINISHED = const(1)
EXHAUSTED = const(2)  # the limit of nodes was met first: value and move mean nothing

# Words of `state` set by the caller (see XticSearch).
PHASE = const(0)  # 0 to begin with a placement, 2 with a gift
HORIZON = const(1)  # pieces on the board where the search stops looking (at most 16)
PLACED = const(2)  # pieces on the board at the root
PLACING = const(3)  # 1: a piece is in hand at the root; it is entry 0 of frame 0
LIMIT = const(4)  # of nodes
SLOT_MASK = const(5)  # table entries - 1 (a power of two less one)
AT = const(6)  # next word of ORDER
ORDER = const(12)  # placing: cells to try at the root, 1 << 4 + cell each, 0 at the end
# Words set by the kernel.
PLY = const(7)
NODES = const(8)  # placements looked into so far, over all calls until the caller clears it
VALUE = const(9)  # of the root for the player to act: -1 lost, 0 not decided, 1 won
MOVE = const(10)  # the best placement (as in ORDER, 0 if all are fatal), or piece to give
SPENT = const(11)  # of the budget of this call, as it is counted there

# A frame for each piece laid since the root, the position after it in the second half:
FRAMES = const(33)
FRAME = const(52)
ALPHA = const(2)
BETA = const(3)
BEST_GIFT = const(7)
TRIED = const(9)  # gifts tried so far
COUNT = const(10)  # pieces left to give (at the root one in hand, too)
LINE_COUNT = const(11)
OCCUPIED = const(12)  # mask of cells; then for each property of pieces those that have it
SINGLES = const(17)  # cells that are the only safe one for a piece
DOUBLES = const(18)  # ... for two pieces or more
# A line that can still become fatal: its empty cells << 4 | the properties that the pieces on
# it share << 20. A property comes in two: bit 20 + n is set if they have bit n of their
# numbers, bit 24 + n if they lack it. Lines with one empty cell are not here: see below.
LINES = const(20)
# A piece left: number | cells where it is not fatal << 4 | its properties (those that lines
# ask for) << 20 | how many safe cells, at most 3, << 28.
PIECES = const(36)
STATE_WORDS = const(917)

# A table entry: six 16-bit words: occupied, four property masks, data; data is
# horizon << 4 | least value + 1 << 2 | greatest value + 1, 0 for no entry.
ENTRY_WORDS = const(6)
