"""How many inputs of each kind are tried."""

from host_tools.lab.reliability.hostile.trying import KINDS, Condition

MOST = 100_000
# Two tables of a game, or where one input is a file system or lines of a megabyte.
FEWER = {
    "tables-flip": 50_000,
    "tables-xtic": 50_000,
    "bytes-to-the-board": 1_000,
    "file-system": 1_000,
}


def plan() -> dict[Condition, int]:
    """Inputs by kind, in the order of the run."""
    return {Condition(name): FEWER.get(name, MOST) for name in KINDS}
