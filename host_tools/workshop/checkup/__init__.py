"""A board put through everything in order, from a self-test to a soak, with one report."""

REAL = "real"  # the board that is plugged in
JSON = ".json"
STEPS = ("selftest", "chip", "zeros", "gains", "scenarios", "soak")
