"""The layout of the flip kernel's arrays.

The build writes these constants out as numbers; a board does not get this module.
Constants that only the kernel uses are defined there.
"""

from micropython import const

SURE = const(100)
FAIR = const(80)

# What flip_search returns.
RUNNING = const(0)  # the slice is used up; call again
FINISHED = const(1)
EXHAUSTED = const(2)  # the limit of evaluations was met first: value and move mean nothing

# Words of `state` set by the caller (see FlipSearch.load and begin).
PHASE = const(0)  # 0 to begin
ECLIPSE = const(1)  # rule set: 0 magic, 1 eclipse
HORIZON = const(2)  # tiles on the board where the search stops looking (at most 16)
ROOT_TILES = const(3)  # tiles on the board at the root
HALF = const(4)  # 1: at the root the flip has been made, only the placement is left
EXACT = const(5)  # 1: undecided positions at the horizon count 0
FIRST = const(6)  # move to try first at the root, or 0
EVALS_LIMIT = const(7)
SLOT_MASK = const(8)  # table entries - 1 (a power of two less one)
SHELTER = const(13)  # heuristic weight of tiles the other player cannot flip
LEARNED = const(19)  # up to so many tiles an exact search tries replies in the learned order
ROOT_SET = const(20)  # set of weights for the order at the root, or 0: as everywhere else
# Words set by the kernel.
PLY = const(14)
EVALS = const(15)  # static evaluations so far, over all calls until the caller clears it
VALUE = const(16)  # score of the root
MOVE = const(17)  # its move: flip step << 5 | place step; 1 for the flip where there is none
SPENT = const(18)  # of the budget of this call, as it is counted there
FRAMES = const(24)

# A frame, one for each turn between the root and the position being looked at. It begins with
# the masks of the player to act, up side and down side, then the opponent's.
ALPHA = const(4)
BETA = const(5)
SO_FAR = const(6)  # heuristic score so far
END = const(10)  # index after the last waiting reply

# What the tiles of a player add to what each cell is worth to the player, as sums of bytes: word
# n has the cells 4n to 4n + 3, the first lowest. Set by the caller for each rule set: an
# offset with what a cell is worth alone, then for each tile 4 words for its own side and 4 for
# the other side. The kernel adds them up, first for the up side.
OFFSETS = const(360)
PULLS = const(364)
ZERO = const(16)  # of a byte; so none is negative, and the highest stays below 64
# To the end: waiting replies, the root's first, those of each frame after those of the frame
# before. There are at most 24 flips and 4 for each tile or empty cell, so 288 replies to one
# position (with seven tiles) and 2664 in a line of positions from the empty to the full board.
WAITING = const(534)
STATE_WORDS = const(3198)

# A table entry: five 16-bit words: occupied, own, down, data, move; data is
# (score + 128) << 7 | bound << 5 | horizon, bound 1 at least, 2 at most, 3 exact, 0 no entry.
ENTRY_WORDS = const(5)

# Sections of `tables`, see flip_tables.
LINES = const(0)
ONES = const(8192)
CELLS = const(8448)
NEAR = const(8464)
NEXT_TO = const(8496)
BESIDE = const(8528)
DEGREE = const(8560)
PLACES = const(8576)
PATTERNS = const(8960)
WEIGHTS = const(9026)
WEIGHTS_BYTES = const(4750)
TABLES_BYTES = const(13776)

# The learned order, see flip_tables: patterns of cells, and a weight for every way they can be
# filled.
PATTERN_COUNT = const(33)
PLACES_BYTES = const(24)  # of one cell
SET_BYTES = const(2375)  # weights of one purpose: first those of the order of a search
TRAPS = const(1)  # the set that says how often the other player's answers are mistakes
