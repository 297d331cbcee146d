"""The layout of the filter's `state`: limits and clocks, then a record for each cell.

The build writes these constants out as numbers; a board does not get this module.
"""

from micropython import const

GAIN_ONE = const(1024)  # the value of a gain of 1

# Words of `state`. Readings and their differences are raw counts, times are milliseconds.
CELLS = const(0)
FIRST = const(1)  # 1: every cell is decided again
EMPTY_LIMIT = const(2)
FAR_LOW = const(3)
FAR_HIGH = const(4)
NEAR_LOW = const(5)
NEAR_HIGH = const(6)
HYSTERESIS = const(7)
STILL = const(8)
DEBOUNCE_MS = const(9)
FAR_DEBOUNCE_MS = const(10)
UNCLEAR_MS = const(11)
JUMP = const(12)
STEADY = const(13)
SETTLE_MS = const(14)
SHIFT = const(15)
TRACE = const(16)
TRACE_ALONE = const(17)
TRACE_MS = const(18)
DRIFT_STEP_MS = const(19)
DRIFT_STEP = const(20)  # of 1/16 raw
DRIFT_LIMIT = const(21)  # in 1/16 raw
DRIFT_WINDOW = const(22)
DRIFTED_MS = const(23)
NEAR_STRAIGHT = const(24)  # what a tile adds to the cells around it
NEAR_DIAGONAL = const(25)
FAR_STRAIGHT = const(26)
FAR_DIAGONAL = const(27)
STRONG = const(28)  # what a strong tile reads by design
FAR_SHARE = const(29)  # what a weak tile reads, in 1/1024 of a strong one
GAIN_AIM = const(30)  # what a gain brings a strong tile to, in percent of STRONG
RECORDS = const(31)

# A lobe present since the start: drift of the zero, until the cell has read near zero.
HELD = const(2)

# Words of a cell's record.
RECORD = const(22)
DEVIATION = const(0)  # reading from the cell's zero, gain applied
ANCHOR = const(1)
SINCE = const(2)  # the anchor has held since
UNSURE_SINCE = const(3)  # since when the code does not fit, or the reading is not still
FITS = const(4)
LAST_CLEAR = const(5)  # the last code that was not UNCLEAR
STEADY_SINCE = const(6)  # since when the reading has stayed near SETTLED
RELEASED = const(7)  # 1: the tile has been steady, so no finger is on it
SETTLED = const(8)  # reading of the steady tile
DRIFT = const(9)  # zero followed so far, in 1/16 raw
LOBE = const(10)  # sign of what no tile on a cell explains; HELD
LOBE_SINCE = const(11)
CROSS = const(12)  # what the tiles around add by design
NOMINAL = const(13)  # what a strong tile reads there, gain applied
AROUND = const(14)  # four cells at its sides, then four at its corners; -1 for none
