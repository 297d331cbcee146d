"""What tests of shared parts need of Four Field Kono."""

# Rules and position of each way in which a game ends.
ENDS = (
    ("", "1_oo-------------x"),
    ("", "2_o-------------xx"),
    ("", "1_xxxxxoooxoxoxooo"),
    ("", "2_oooooxxxoxoxoxxx"),
)
