"""Which conditions boards are tried under, and how many boards."""

from host_tools.lab.reliability.sensing.conditions import GAINS, ZEROS, Condition

SMALL, LARGE = "tile4x4", "tile7x7"
FACTORS = (1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0)
# No cell may be wrong at these factors.
HELD = (1.0, 1.5)


def plan() -> dict[Condition, int]:
    """Boards for each condition, in the order in which they are tried."""
    found = {Condition(SMALL, factor, ZEROS): 1_000_000 for factor in HELD}
    for factor in FACTORS:
        found.setdefault(Condition(SMALL, factor, ZEROS), 100_000)
    for factor in FACTORS:
        found[Condition(SMALL, factor, GAINS)] = 100_000 if factor in HELD else 20_000
    for factor in HELD:
        found[Condition(LARGE, factor, ZEROS)] = 100_000
    return found
