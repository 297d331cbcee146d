"""What tests of shared parts need of Magician Chess."""

# Rules and position of each way in which a game ends.
ENDS = (("standard", "k2R3/3R3/X5X/X5X/X5X/XX3X1/3K3 b - - 0 9"),)
