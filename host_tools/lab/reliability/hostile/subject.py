"""Hostile input, as a subject of the long runs."""

from collections.abc import Mapping

from host_tools.jobs.budgets import thousands
from host_tools.lab.reliability.hostile import page, plan, trying
from host_tools.lab.reliability.hostile.counts import Counts
from host_tools.lab.reliability.hostile.trying import Condition
from host_tools.lab.reliability.subject import Stated, Subject


def said(_: Condition, counts: Counts) -> str:
    """What became of them."""
    return f"{counts.valid} valid, {counts.refused} refused, {counts.wrong} wrong"


def faults(_: Condition, counts: Counts) -> list[str]:
    """What was neither refused with a reason nor valid."""
    return counts.faults


def stated(results: Mapping[Condition, Counts]) -> Stated:
    """How many inputs were wrong, of all and of the images."""
    whole = Counts()
    for counts in results.values():
        whole.add(counts)
    images = results.get(Condition("file-system"), Counts())
    return {
        "hostile": (
            "damaged inputs neither refused with a reason nor valid",
            f"{thousands(whole.wrong)} of {thousands(whole.inputs)}",
        ),
        "hostile-images": (
            "file systems with flipped bits of which something wrong was used",
            f"{thousands(images.wrong)} of {thousands(images.inputs)}",
        ),
    }


SUBJECT = Subject(
    "hostile",
    "inputs",
    Counts,
    trying.IN_BATCH,
    plan.plan,
    trying.try_batch,
    said,
    faults,
    page.write,
    stated,
)
