"""What tests of shared parts need of xtic."""

# Rules and position of each way in which a game ends.
ENDS = (
    ("normal", "0123------------/-"),
    ("normal", "0---2---4---6---/-"),
    ("normal", "8----9----a----b/-"),
    ("normal", "0123---4---6---7/-"),
)
