"""Power that fails, as a subject of the long runs."""

from collections.abc import Mapping

from host_tools.jobs.budgets import thousands
from host_tools.lab.reliability.power import page, trying
from host_tools.lab.reliability.power.conditions import CHIP, IN_BATCH, KINDS, Condition, plan
from host_tools.lab.reliability.power.counts import Counts
from host_tools.lab.reliability.subject import Stated, Subject


def said(_: Condition, counts: Counts) -> str:
    """What came of the cuts under a condition."""
    return f"{counts.wrong} wrong"


def faults(condition: Condition, counts: Counts) -> list[str]:
    """The cuts after which something is lost, and a plan too small for its script."""
    planned = plan()[condition]
    found = list(counts.examples)
    if condition.kind != CHIP and counts.every > planned:
        found.append(f"{condition.name}: {counts.every} cuts in the script, {planned} in the plan")
    return found


_ON = {"store": "at every byte", "littlefs": "at every command to the flash", "chip": "of the chip"}


def stated(results: Mapping[Condition, Counts]) -> Stated:
    """How many cuts of each kind lost something."""
    figures: Stated = {}
    for kind in KINDS:
        whole = Counts()
        for condition, counts in results.items():
            if condition.kind == kind:
                whole.add(counts)
        value = f"{thousands(whole.wrong)} of {thousands(whole.cuts)}"
        figures[f"power-{kind}"] = (f"power cuts {_ON[kind]} that cost more than a step", value)
    return figures


SUBJECT = Subject(
    "power",
    "cuts",
    Counts,
    IN_BATCH,
    plan,
    trying.try_batch,
    said,
    faults,
    page.write,
    stated,
)
