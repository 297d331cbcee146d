"""The layout of the book kernel's arrays.

The build writes these constants out as numbers; a board does not get this module.
"""

from micropython import const

# What the kernel's functions return.
RUNNING = const(0)
DONE = const(1)

# Words of `state` for flip_order, set by the caller.
FLIPPING = const(0)  # 1: rank flips, 0: placements
SHAPES = const(1)  # number of shapes
SIZE = const(2)  # weights in a set
NEXT = const(3)  # the way to look at next; 0 to begin
LISTS = const(4)  # where the lists begin that follow the shapes
STAMP = const(5)  # the last one used
# Scores take both sets of weights, at once or, where memory is short, one after the other.
PART = const(6)  # BOTH; LEADS: what the step leads to, then FOLLOWS: and what can follow
BOTH = const(0)
FOLLOWS = const(1)
LEADS = const(2)
# With FOLLOWS, of placements: how many come before the one that is wanted. One that cannot be among
# these gets the score BEHIND as soon as that is clear.
PASSED = const(7)
BEHIND = const(-1048576)
CELLS = const(8)  # 16 of them: 0 empty, 1 and 2 own tile up and down, 3 and 4 the opponent's
NEIGHBOURS = const(24)  # by cell * 4 + direction, 255 for none
# Numbers the canonical words. Entry (tiles met * 6 + cells to come) * 5 + what lies there (tiles
# met: own first tile 0 none, 1 up, 2 down, times 3, and the same of the opponent):
# what it adds to the number << 9 | tiles met then * 30. See shapes.fill_words.
WORDS = const(88)
# Set by flip_order: the number of steps, then each one's way (a placement is cell * 2 + side, a
# flip cell * 4 + direction) and score.
COUNT = const(358)
SPENT = const(359)  # cost of the call in evaluations of the search
WAYS = const(360)
SCORES = const(392)
# For each shape: when it was last examined, and its worth before the second step.
STAMPS = const(424)
WORTHS = const(520)
ORDER_WORDS = const(616)
MOST_SHAPES = const(96)
# The shapes and their lists; what the table has now takes 1700.
SHAPES_BYTES = const(1712)

# Words of `state` for flip_unpack. They lie where STAMPS and WORTHS do: a place is decoded first,
# then steps are scored.
RANGE = const(424)
CODE = const(425)
BYTE = const(426)  # the next byte to take in
SLOT = const(427)  # the next slot to decode, within the block; 0 to begin
WANTED = const(428)  # decode up to this one
GROUP = const(429)  # slots in a group: a power of two
FOUND = const(430)  # the symbol at WANTED
RECENT = const(432)  # symbols of the current group: 0, or 1 for any other
ODDS = const(496)  # chances of a 0 in each context, 12 bits; they adapt
UNPACK_WORDS = const(616)

# Contexts: for the first bit, by neighbours decoded and those not 0; for the others by how many
# there were and neighbours not 0, cut short.
LATER_CONTEXTS = const(48)  # where those for the other bits begin
LATER_SYMBOLS = const(19)  # a symbol has at most 19 bits that count
TOP = const(0x10000)
RATE = const(7)
HIGHEST = const(31)  # symbol
WHOLE = const(4096)  # a chance is less
LAST = const(3071)  # byte that there is room for; what a damaged block asks for beyond is this one
