"""The layout of the board kernel's array, and how it writes squares, pieces and turns.

The build writes these constants out as numbers; a board does not get this module.

A *square* is where a cell stands in a table of nine columns with a rim, so that no piece can leap
over the rim and land on the other side: 20 + 9 * row + column, row 0 being rank 7.

A *turn* is a whole move or spell: kind << 14 | from << 7 | to, both squares. Of a spell, `from` is
the square that becomes a hole, and `to` the hole that becomes a square.
"""

from micropython import const

# What can be on a square: a piece, with BLACK for the second player's, or one of these.
EMPTY = const(0)
PAWN = const(1)
KNIGHT = const(2)
MAGICIAN = const(3)
ROOK = const(4)
KING = const(5)
HOLE = const(6)
RIM = const(7)
BLACK = const(8)

# Kinds of turns.
MOVE = const(0)  # also a capture, castling (the king's squares), en passant
CARRY = const(1)  # the piece on `from` goes to the hole
SWAP = const(2)  # `from` is empty
DROP = const(3)  # the piece on `from` leaves the game
TO_ROOK = const(4)  # a pawn's move that ends in its promotion
TO_KNIGHT = const(5)
TO_MAGICIAN = const(6)

# What the kernel is to do.
LIST = const(0)  # the legal turns into TURNS; returns how many
MAKE = const(1)  # TURN; what it takes to unmake it into UNDO
UNMAKE = const(2)  # TURN with its UNDO
CHECK = const(3)  # returns 1 where the king of the player to act is in check
SUM = const(4)  # returns the key of the squares, the player to act and UNDO (11 bits)
CLEAR = const(5)  # forgets what earlier searches found out, table included
SEARCH = const(6)  # goes on with a search for BUDGET units of work; returns one of these
MATE = const(7)  # the same with a search for a mate alone
RUNNING = const(0)  # the budget is used up; call again
FINISHED = const(1)
EXHAUSTED = const(2)  # the limit of work was met first; the squares are those of the root again

# Words of the state.
SQUARES = const(0)
SIZE = const(101)
TO_ACT = const(101)  # 0 or 1
RIGHTS = const(102)  # to castle: 1 A, 2 G, 4 a, 8 g
PASSED = const(103)  # the square that a pawn has just passed in a double step, or 0
QUIET = const(104)  # turns since the last capture, pawn move or drop
KINGS = const(105)  # squares of both kings
IMMUNE = const(107)  # 1 under the option
TURN = const(108)
UNDO = const(109)
# Offsets of squares. Magicians move by the first eight of these, kings by the eight from the
# fifth on, and spells reach by the last eight; rooks and holes go by the fifth to the eighth.
OFFSETS = const(110)  # two diagonally, one orthogonally, one diagonally, two orthogonally
KNIGHT_OFFSETS = const(126)
# A key is the sum of what is on each square times the square's weight, kept to 30 bits.
WEIGHTS = const(114)  # of a square: this and the square
SIDE_WEIGHT = const(195)
RIGHTS_WEIGHT = const(196)
MASK = const(0x3FFFFFFF)
TURNS = const(197)
MAX_TURNS = const(224)
STATE_WORDS = const(421)

# The words of a state that is searched go on here. Set by the caller (see MagicianSearch):
PLY = const(421)
BUDGET = const(422)  # of this call
LIMIT = const(423)  # of all calls
NOISE = const(424)  # a power of two less one: what evaluations are off by at random, both ways
SLOT_MASK = const(425)  # entries of the table less one (a power of two less one); 0 for no table
PAST_COUNT = const(426)
PAST = const(427)  # keys of the positions before the root, the last first
MAX_PAST = const(101)
# Set by the kernel.
VALUE = const(528)  # of the root for the player to act
BEST = const(529)  # the best of the root's turns; 0 where none was looked at to its end
SPENT = const(530)  # of the budget
WORK = const(531)  # units over all calls, until the caller clears it
NODES = const(532)  # positions looked at, as WORK
# What the evaluation adds up, in points (see weights).
PLACES = const(534)  # kind - 1, 28 cells each: FOLD says which
HOLES = const(674)  # kind - 1, four each: holes right beside it, three or more being the last
MOBILITY = const(694)  # cells a knight, magician (from 9 on), rook (18), king (31) may go to
REACH = const(734)  # of a hole
THREAT = const(735)  # kind - 1: beside a hole in the other's reach
TEMPO = const(740)  # to be the player to act
FOLD = const(741)  # of a square, less FIRST_SQUARE: 0..27, a row's two halves being alike
HISTORY = const(802)  # of eight sorts of turns and 61 squares: how well they did elsewhere
# A search for a mate has this in place of it: of a square less a king's, and 60, what it is to the
# king: these flags, and 1 << kind of what gives check from there.
NEAR = const(802)
BESIDE = const(1)
ON_ROW = const(64)
ON_COLUMN = const(128)
ON_LINE = const(192)
FORCED = const(34)  # 1 << PAWN | 1 << KING: their moves are always made to see what they do
FRAMES = const(1290)  # one for each ply
FRAME = const(20)
MAX_PLY = const(24)
STACK = const(1770)  # the turns of all plies, each with its rank in the order: rank << 17 | turn
STACK_WORDS = const(900)
TABLE = const(2670)  # three words a slot: key, turn | depth << 17 | bound << 22, score
SLOT_WORDS = const(3)
SLOTS = const(1024)  # their number is part of the play
WORDS = const(5742)

# Words of a frame that the caller sets in the first.
F_NEXT = const(0)  # next word of the stack
F_END = const(1)
F_ALPHA = const(2)
F_BETA = const(3)
F_DEPTH = const(4)
F_BEST = const(5)
F_LEGAL = const(6)  # turns tried
F_KEY = const(7)
F_CHECK = const(8)
F_FULL = const(9)  # 1: all turns are in the list

MOST_PROOF = const(32767)  # the limit of numbers that the search for a mate begins with

SURE = const(20000)  # a mate at once; a ply later one less
FAIR = const(10000)  # what evaluations stay below

FIRST_SQUARE = const(20)
LAST_SQUARE = const(80)
