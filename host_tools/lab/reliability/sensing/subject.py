"""The sensing, as a subject of the long runs."""

from collections.abc import Mapping

from host_tools.jobs.budgets import thousands
from host_tools.lab.reliability.sensing import page, plan, trying
from host_tools.lab.reliability.sensing.conditions import ZEROS, Condition
from host_tools.lab.reliability.sensing.counts import Counts
from host_tools.lab.reliability.subject import Stated, Subject


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
    Counts,
    trying.BOARDS_IN_BATCH,
    plan.plan,
    trying.try_batch,
    said,
    faults,
    page.write,
    stated,
)
