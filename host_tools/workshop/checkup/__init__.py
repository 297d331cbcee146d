"""The checkup of a board, from a self-test to a soak, with one report."""

REAL = "real"  # the board that is connected
JSON = ".json"
STEPS = ("selftest", "chip", "zeros", "gains", "scenarios", "soak")
