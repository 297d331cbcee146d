"""Whether lights always lead back into the game, as a subject of the long runs."""

from host_tools.reliability.hands import page, trying
from host_tools.reliability.hands.conditions import Condition, plan
from host_tools.reliability.hands.counts import Counts
from host_tools.reliability.subject import Subject

# Files and folders that counts depend on; a test compares them with what is imported.
SOURCES = (
    "constraints.txt",
    "firmware/lodeboard",
    "firmware/tables",
    "host_tools/board",
    "host_tools/build/compiled.py",
    "host_tools/build/profiles.py",
    "host_tools/build/viper.py",
    "host_tools/games/contract.py",
    "host_tools/games/engine.py",
    "host_tools/games/loader.py",
    "host_tools/games/table_files.py",
    "host_tools/hands",
    "host_tools/jobs/messages.py",
    "host_tools/reliability/hands/acts.py",
    "host_tools/reliability/hands/conditions.py",
    "host_tools/reliability/hands/counts.py",
    "host_tools/reliability/hands/scenes.py",
    "host_tools/reliability/hands/trying.py",
    "host_tools/reliability/hands/umpire.py",
    "host_tools/simulator",
)


def said(_: Condition, counts: Counts) -> str:
    """How much was done, and what went wrong."""
    return (
        f"{counts.all_acts} acts, back after {max(counts.needed, default=0)} at most,"
        f" {len(counts.stuck)} stuck, {len(counts.lost)} lost, {len(counts.faults)} faults"
    )


def faults(_: Condition, counts: Counts) -> list[str]:
    """Bursts that the hand did not come back from, and games that were lost."""
    return [*counts.stuck, *counts.lost, *counts.faults]


SUBJECT = Subject(
    "hands",
    "bursts",
    SOURCES,
    Counts,
    trying.BURSTS_IN_BATCH,
    plan,
    trying.try_batch,
    said,
    faults,
    page.write,
)
