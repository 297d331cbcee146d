"""What tests of shared parts need of Lap."""

# Rules and position of each way in which a game ends, but for 200 moves, which no position tells.
ENDS = (("", "2_---------------o0200"),)
