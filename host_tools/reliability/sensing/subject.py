"""The sensing, as a subject of the long runs."""

from collections.abc import Mapping

from host_tools.jobs.budgets import thousands
from host_tools.reliability.sensing import page, plan, trying
from host_tools.reliability.sensing.conditions import ZEROS, Condition
from host_tools.reliability.sensing.counts import Counts
from host_tools.reliability.subject import Stated, Subject

# Files and folders that counts depend on; a test compares them with what is imported.
SOURCES = (
    "constraints.txt",
    "firmware/lodeboard/boards",
    "firmware/lodeboard/games/contract.py",
    "firmware/lodeboard/play/scene.py",
    "firmware/lodeboard/scenes/calibrate.py",
    "firmware/lodeboard/sensing",
    "firmware/lodeboard/storage/blobs.py",
    "firmware/lodeboard/ticks.py",
    "host_tools/build/compiled.py",
    "host_tools/build/profiles.py",
    "host_tools/build/viper.py",
    "host_tools/reliability/sensing/conditions.py",
    "host_tools/reliability/sensing/counts.py",
    "host_tools/reliability/sensing/groups.py",
    "host_tools/reliability/sensing/looking.py",
    "host_tools/reliability/sensing/others.py",
    "host_tools/reliability/sensing/positions.py",
    "host_tools/reliability/sensing/spread.py",
    "host_tools/reliability/sensing/trying.py",
    "host_tools/simulator/adc.py",
    "host_tools/simulator/magnets.py",
    "host_tools/simulator/many.py",
    "host_tools/simulator/plate.py",
    "host_tools/simulator/resting.py",
    "host_tools/simulator/sensors.py",
    "host_tools/simulator/settling.py",
    "host_tools/simulator/streams.py",
    "host_tools/simulator/tiles.py",
)


def said(_: Condition, counts: Counts) -> str:
    """What was wrong under a condition."""
    return f"{counts.wrong_cells} cells wrong"


def faults(condition: Condition, counts: Counts) -> list[str]:
    """The cells that were wrong where none may be."""
    return counts.examples if condition.factor in plan.HELD else []


def stated(results: Mapping[Condition, Counts]) -> Stated:
    """Boards and cells at the factors at which none may be wrong, zeros alone."""
    figures: Stated = {}
    for factor in plan.HELD:
        counts = results.get(Condition(plan.SMALL, factor, ZEROS), Counts())
        value = f"{thousands(counts.wrong_cells)} of {thousands(counts.cells)}"
        name = f"sensing-{factor:g}".replace(".", "-")
        figures[name] = (f"cells taken for something else, {factor:g} x the spread", value)
    return figures


SUBJECT = Subject(
    "sensing",
    "boards",
    SOURCES,
    Counts,
    trying.BOARDS_IN_BATCH,
    plan.plan,
    trying.try_batch,
    said,
    faults,
    page.write,
    stated,
)
