"""The sensing, as a subject of the long runs."""

from collections.abc import Mapping

from host_tools.jobs.budgets import thousands
from host_tools.lab.reliability.sensing import page, plan, trying
from host_tools.lab.reliability.sensing.conditions import ZEROS, Condition
from host_tools.lab.reliability.sensing.counts import Counts
from host_tools.lab.reliability.subject import Stated, Subject

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
    "host_tools/lab/reliability/sensing/conditions.py",
    "host_tools/lab/reliability/sensing/counts.py",
    "host_tools/lab/reliability/sensing/groups.py",
    "host_tools/lab/reliability/sensing/looking.py",
    "host_tools/lab/reliability/sensing/others.py",
    "host_tools/lab/reliability/sensing/positions.py",
    "host_tools/lab/reliability/sensing/spread.py",
    "host_tools/lab/reliability/sensing/trying.py",
    "host_tools/board/simulator/adc.py",
    "host_tools/board/simulator/magnets.py",
    "host_tools/board/simulator/many.py",
    "host_tools/board/simulator/plate.py",
    "host_tools/board/simulator/resting.py",
    "host_tools/board/simulator/sensors.py",
    "host_tools/board/simulator/settling.py",
    "host_tools/board/simulator/streams.py",
    "host_tools/board/simulator/tiles.py",
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
