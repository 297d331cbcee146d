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
SUM = const(4)  # returns a checksum of 30 bits of the squares, the player to act and UNDO (15 bits)

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
TURNS = const(134)
MAX_TURNS = const(224)
STATE_WORDS = const(358)

FIRST_SQUARE = const(20)
LAST_SQUARE = const(80)
