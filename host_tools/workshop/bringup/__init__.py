"""A first board, put through everything in order by one command, with one report."""

REAL = "real"  # the board that is plugged in
JSON = ".json"
STEPS = ("selftest", "zeros", "gains", "scenarios", "soak")
