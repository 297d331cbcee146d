"""The layout of the frame kernel's arrays. The build writes these constants out as numbers; a
board does not get this module."""

from micropython import const

# Words of `state`.
CELLS = const(0)
COLUMNS = const(1)
BRIGHTNESS = const(2)  # of 255
BUDGET = const(3)  # sum of all channels that the supply can feed
NOW_MS = const(4)
ORDER = const(5)  # where in `tables` each cell's place in the chain begins
SHOWN = const(6)  # a sum of the marks shown last
CYCLE = const(7)  # which second, of 1024 ms, that was
MOST = const(8)  # sum of all channels, the largest of this cycle so far
MOST_BEFORE = const(9)  # and of the one before
BYTES = const(10)  # room for three words a cell

# Bytes of `tables`: what a LED must do to look so bright, a record for each meaning, the order.
RECORDS = const(256)
RECORD = const(20)
LAG = const(16)  # after the steps of the movement
RED = const(17)  # then green, blue
