"""The time controls of a clock for two players, for the clock and for who reads a stored game."""

HOURGLASS = -1

#: Seconds for each player, and what a completed turn adds. HOURGLASS: what one uses, the other
#: gets. The setting `clock` is 1 for the first.
CONTROLS = ((180, 0), (300, 0), (600, 0), (180, 2), (60, HOURGLASS))
